"""Why a classifier gives a text a category: the words that count for and against it, and the nearest examples."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from nlu.arrays import Floats
from nlu.classifier.analysers import CONCEPT_MARK
from nlu.classifier.calibration import EVIDENCE
from nlu.classifier.features import Vector
from nlu.classifier.logistic import softmax
from nlu.classifier.text_classifier import TextClassifier
from nlu.explanations.reading import read
from nlu.understanding import Entity
from nlu.words.negation import NEGATION_MARK
from nlu.words.script import WORD
from nlu.words.thesaurus import thesaurus

NEIGHBOURS: Final = 3
"""How many of the nearest examples of the category, and of all others, are told."""

_LOOKED_AT = 300


@dataclass(frozen=True, slots=True)
class WeighedWord:
    """A word of the message, `text == message[start:end]`, and how much it counts: for (above 0) or against."""

    text: str
    start: int
    end: int
    weight: float


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A training example as the classifier was taught it, its category (None: no general intent) and its cosine."""

    text: str
    category: str | None
    similarity: float


@dataclass(frozen=True, slots=True)
class Grounds:
    """What speaks for `category` rather than `rival`, the likeliest of the others (None: no general intent).

    The weights are parts of the difference of the two logits: those of the `words`, of the `meaning` of the whole text
    (None where the features have no embedding) and of the `base`, what counts whatever the words are. `read` is the
    text as the classifier reads it. `probability` is the category's share among all, `nearness` the cosine in [0, 1]
    with its nearest example (None: not known), `evidence` what a calibrated `confidence` is made of (name -> value as
    `nlu.classifier.calibration.EVIDENCE` says; empty for a category that is not the best guess).
    """

    category: str
    rival: str | None
    words: tuple[WeighedWord, ...]
    meaning: float | None
    base: float
    read: str
    probability: float
    nearness: float | None
    evidence: Mapping[str, float]
    confidence: float
    nearest: tuple[Neighbour, ...]
    nearest_of_others: tuple[Neighbour, ...]

    @property
    def margin(self) -> float:
        """The difference of the logits of category and rival."""
        return sum(word.weight for word in self.words) + (self.meaning or 0.0) + self.base


def grounds(
    classifier: TextClassifier, message: str, category: str | None = None, *, entities: Sequence[Entity] = ()
) -> Grounds | None:
    """Return why the classifier gives the message this category, one it was not taught or None: its best guess.

    `entities` are those it reads masked. None when it knows nothing of the message.
    """
    reading = read(message, entities, classifier.features.reader)
    (logits,), (vector,) = classifier.logits([reading.text], classifier.features.dense([message]))
    ranking = {guess.intent: guess.confidence for guess in classifier.rank(reading.text, limit=None, said=message)}
    if not ranking or vector.is_empty:
        return None
    name = category if category and category in ranking else next(name for name in ranking if name)
    chosen = classifier.categories.index(name)
    rival = int(np.where(np.arange(len(logits)) == chosen, -np.inf, logits).argmax())
    difference = classifier.weights.of_category(chosen) - classifier.weights.of_category(rival)
    own, others = _neighbours(classifier, reading.text, message, name)
    spelling = classifier.features.tfidf.spelling
    reading = reading.respelt(spelling.changed(reading.text)) if spelling else reading
    weights, wordless = _character_weights(classifier, reading.text, vector, difference)
    return Grounds(
        category=name,
        rival=classifier.categories[rival] or None,
        words=tuple(
            WeighedWord(message[start:end], start, end, sum(weights[slice(*place)]))
            for place, (start, end) in reading.words()
        ),
        meaning=None if vector.dense is None else float(vector.dense @ difference[-len(vector.dense) :]),
        base=float(classifier.intercept[chosen] - classifier.intercept[rival]) + wordless,
        read=reading.text,
        probability=float(softmax(logits / np.float32(classifier.recipe.temperature))[chosen]),
        nearness=max(0.0, own[0].similarity) if own else None,
        evidence=_evidence(classifier, logits, vector) if logits[chosen] > logits[rival] else {},
        confidence=ranking[name],
        nearest=own,
        nearest_of_others=others,
    )


def _evidence(classifier: TextClassifier, logits: Floats, vector: Vector) -> dict[str, float]:
    if classifier.calibration is None:
        return {}
    return dict(zip(EVIDENCE, classifier.evidence(logits, vector), strict=True))


def _neighbours(
    classifier: TextClassifier, text: str, said: str, category: str
) -> tuple[tuple[Neighbour, ...], tuple[Neighbour, ...]]:
    own: list[Neighbour] = []
    others: list[Neighbour] = []
    # Most often a few hundred are enough; making values of all 10,000 takes longer than all the rest.
    for limit in (_LOOKED_AT, len(classifier.examples.texts)):
        nearest = classifier.nearest(text, limit, said=said)
        found = [Neighbour(example, its or None, cosine) for example, its, cosine in nearest]
        own = [each for each in found if each.category == category][:NEIGHBOURS]
        others = [each for each in found if each.category != category][:NEIGHBOURS]
        if len(own) == len(others) == NEIGHBOURS:
            break
    return tuple(own), tuple(others)


def _character_weights(
    classifier: TextClassifier, text: str, vector: Vector, difference: Floats
) -> tuple[list[float], float]:
    """Share the weight of each n-gram among the characters it covers, and return what is left: that of mere spaces."""
    worth = dict(zip(vector.columns.tolist(), (vector.values * difference[vector.columns]).tolist(), strict=True))
    weights, wordless = [0.0] * len(text), 0.0
    lines = _Line.of_words(text), _Line.of_characters(text)
    concepts = _concept_places(classifier, text)
    for block, line in zip(classifier.features.tfidf.blocks, lines, strict=False):
        for gram in set(block.analyse(text)) & block.ids.keys():
            weight = worth[block.start + block.ids[gram]]
            said = gram.removeprefix(NEGATION_MARK)
            covered = concepts.get(gram) or [place for places in line.covered(said) for place in places]
            wordless += 0.0 if covered else weight
            for place in covered:
                weights[place] += weight / len(covered)
    return weights, wordless


def _concept_places(classifier: TextClassifier, text: str) -> dict[str, list[int]]:
    """The places of the characters that name each concept."""
    found: dict[str, list[int]] = {}
    if classifier.recipe.concepts:
        for name, start, end in thesaurus(classifier.recipe.concepts).places_in(text):
            places = found.setdefault(CONCEPT_MARK + name, [])
            places += [place for place in range(start, end) if not text[place].isspace()]
    return found


class _Line(NamedTuple):
    """A text in which an n-gram between two `edge`s stands as often as it was cut.

    `origins` are the places of its characters in the text that was read, None for spaces.
    """

    text: str
    origins: tuple[int | None, ...]
    edge: str

    @classmethod
    def of_words(cls, text: str) -> _Line:
        """The words with a space on each side."""
        origins: list[int | None] = [None]
        line = " "
        for word in WORD.finditer(text):
            line += f"{word[0]} "
            origins += [*range(*word.span()), None]
        return cls(line, tuple(origins), " ")

    @classmethod
    def of_characters(cls, text: str) -> _Line:
        """The text with a space on each side."""
        places = (None if character == " " else place for place, character in enumerate(text))
        return cls(f" {text} ", (None, *places, None), "")

    def covered(self, gram: str) -> Iterator[list[int]]:
        """Yield the places of the characters, without spaces, in each occurrence of an n-gram."""
        sought = f"{self.edge}{gram}{self.edge}"
        found = self.text.find(sought)
        while found >= 0:
            yield [place for place in self.origins[found : found + len(sought)] if place is not None]
            found = self.text.find(sought, found + 1)
