"""The general stage: what every company's bot understands, and a background class that stands for everything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.general.background import Background
from nlu.recipe import GENERAL_THRESHOLD, Recipe
from nlu.understanding import Entity, Guess
from nlu.words.courtesies import CourtesyReader
from nlu.words.length import length

GENERAL_INTENTS: tuple[str, ...] = (
    "greet",
    "goodbye",
    "thanks",
    "affirm",
    "deny",
    "help",
    "stop",
    "start_over",
    "repeat",
    "change_language",
    "contact_human",
    "job_search",
    "job_subscribe",
    "job_unsubscribe",
    "application_status",
    "delete_my_data",
    "how_are_you",
    "are_you_a_bot",
    "who_are_you",
    "small_talk",
    "praise",
    "insult",
    "crisis",
)
"""The intents of the general stage: a public contract."""

CRISIS = "crisis"
"""The intent of a message that says that somebody is in danger; `nlu.danger` tells it, not what is learnt here."""

_BESIDE: Final = 3
"""Words beside which courtesies count for nothing, as in the questions to a company."""
USUAL_WORDS: Final = 9.0
"""The length of a question where it is not known."""
_BACKGROUND = ""  # no intent can have this name
_ASKS: Final = re.compile("[?？]")
_SAYS_A_WORD: Final = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Heard:
    """What the general stage makes of a text: its intents, best first, and how near it is to the background.

    `nearness` is that of `nlu.general.background`: 0 is usual, or not known. `words` is the length of the text without
    the courtesies around it, two Chinese characters counting as one.
    """

    ranking: tuple[Guess, ...]
    nearness: float = 0.0
    words: float = USUAL_WORDS


class GeneralStage:
    """Ranks the general intents; confidences leave room for "none of them", which is never named.

    With `whole`, which gives the classifier anew, its examples are not held: once the background is known, only
    explaining needs them.
    """

    def __init__(self, classifier: TextClassifier, *, whole: Callable[[], TextClassifier | None] | None = None) -> None:
        self.classifier = classifier if whole is None else classifier.without_examples()
        self._whole = whole
        self._masks_entities = classifier.recipe.masks_entities
        self._background = Background.of(classifier, _BACKGROUND)
        self._asked = CourtesyReader(classifier.recipe.courtesies, _BESIDE)

    def explaining(self) -> TextClassifier:
        """Return the classifier with its examples; without them where they are no longer there."""
        return (self._whole and self._whole()) or self.classifier

    def rank(self, text: str, limit: int | None = 5, *, entities: Sequence[Entity] = ()) -> tuple[Guess, ...]:
        """Return the `limit` best general intents, best first; () when nothing in the text is known.

        `entities` are those found in `text`: a stage fitted with a `find` reads the text without their values; an
        encoder reads it as it is, as it does for the FAQ stage.
        """
        return self.hear(text, limit, entities=entities).ranking

    def hear(self, text: str, limit: int | None = 5, *, entities: Sequence[Entity] = ()) -> Heard:
        """Return what `rank` returns, and how near the text is to the background.

        A text of no word, whose signs tell of no intent, is the wish to hear the last reply again where it asks ("??"),
        else small talk ("...", "❤️").
        """
        features = self.classifier.features
        read = features.read(masked(text, entities) if self._masks_entities else text)
        vector = features.vector(read, text)
        and_background = None if limit is None else limit + 1
        ranked = self.classifier.ranked(read, vector, and_background)
        ranking = tuple([guess for guess in ranked if guess.intent != _BACKGROUND][:limit])
        unsure = not ranking or ranking[0].confidence < GENERAL_THRESHOLD
        if unsure and text.strip() and not _SAYS_A_WORD.search(text):
            ranking = (Guess("repeat" if _ASKS.search(text) else "small_talk", 1.0),)
        words = length(self._asked.considered(text))
        return Heard(ranking, self._background.nearness(vector) if self._background else 0.0, words)


def fit_general(
    examples: Sequence[tuple[str, str]],
    negatives: Sequence[str],
    *,
    find: Callable[[str], Sequence[Entity]] | None = None,
    language: str = "en",
    encoder: str | None = None,
    seed: int = 0,
) -> TextClassifier:
    """Return the classifier of (text, intent) examples and of negatives, texts that no general intent fits.

    With `find` (the entities of a text) "a nurse job in Berlin" is learnt as "a <profession> job in <city>". `encoder`
    is as in `Recipe.general`. Raises DataError as `fit` does, and EmbeddingError.
    """
    texts = said = [text for text, _ in examples] + list(negatives)
    categories = [intent for _, intent in examples] + [_BACKGROUND] * len(negatives)
    if find is not None:
        texts = [masked(text, find(text)) for text in texts]
    recipe = replace(Recipe.general(language, encoder), masks_entities=find is not None)
    return fit(texts, categories, recipe, seed=seed, said=said)


def masked(text: str, entities: Sequence[Entity]) -> str:
    """Return `text` with the name of each entity in the place of its value; `entities` from left to right.

    >>> masked("nurse in Bonn", [Entity("city", "Bonn", "Bonn", 9, 13)])
    'nurse in entity_city'
    """
    parts, end = [], 0
    for entity in entities:
        parts += [text[end : entity.start], "entity_", entity.name]
        end = entity.end
    return "".join([*parts, text[end:]])
