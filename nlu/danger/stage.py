"""Tells from a message whether somebody is in danger."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nlu.classifier.text_classifier import TextClassifier
from nlu.danger.phrases import DangerPhrases, line_of
from nlu.danger.sentences import Passage, near_signs, parted
from nlu.danger.signs import Signs
from nlu.danger.spelling import spelt
from nlu.understanding import Level

DANGER: Final = "danger"
SAFE: Final = "safe"
_OF_ONE_TURN: Final = 64
"""Sentences that are kept as they were judged: a message is read by itself, with what was said before, and in parts."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The confidences in [0, 1] from which a passage is worth a question (`unsure`) or means danger (`danger`)."""

    unsure: float
    danger: float

    def level(self, confidence: float) -> Level:
        """Return the level of a passage that means danger with this confidence."""
        if confidence >= self.danger:
            return Level.DANGER
        return Level.UNSURE if confidence >= self.unsure else Level.NONE


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a message says of danger: its level, and the confidence of the passage that says it most clearly."""

    level: Level
    confidence: float
    passage: str


NOTHING: Final = Judgement(Level.NONE, 0.0, "")


class DangerStage:
    """Judges every passage of a message that holds a sign of danger by itself; immutable, so threads may share one.

    With `whole`, which gives the classifier anew, its examples are not held: only explaining needs them. What plainly
    says danger in languages that are not spoken, by the phrases `not_spoken`, is asked about; nothing is learnt of it.
    """

    def __init__(
        self,
        signs: Signs,
        classifier: TextClassifier,
        bounds: Bounds,
        language: str,
        *,
        whole: Callable[[], TextClassifier | None] | None = None,
        not_spoken: Iterable[str] = (),
    ) -> None:
        self.classifier = classifier if whole is None else classifier.without_examples()
        self._whole = whole
        self._signs, self._bounds, self._language = signs, bounds, language
        self._not_spoken = DangerPhrases(not_spoken, language)
        self._of_sentence = lru_cache(_OF_ONE_TURN)(self._judge_sentence)

    def explaining(self) -> TextClassifier:
        """Return the classifier with its examples; without them where they are no longer there."""
        return (self._whole and self._whole()) or self.classifier

    def compile(self) -> None:
        """Compile its patterns, so that no message waits for them."""
        self._signs.compile()
        self._not_spoken.compile()

    def judge(self, text: str) -> Judgement:
        """Return how likely it is that somebody is in danger; never raises, whatever the text holds."""
        judged = (self._of_sentence(sentence, asks) for sentence, asks in parted(text))
        confidence, passage = max(judged, default=(0.0, ""))
        return Judgement(self._bounds.level(confidence), confidence, passage) if passage else NOTHING

    def _judge_sentence(self, sentence: str, asks: bool) -> tuple[float, str]:
        """The confidence of the passage of a sentence that says it most clearly, and what is read of it."""
        found = near_signs(sentence, self._signs, self._language, asks=asks)
        told = max(map(self._judge_passage, found), default=(0.0, ""))
        if told[0] < self._bounds.unsure and self._not_spoken.stand_in(line_of(spelt(sentence, self._language))):
            return self._bounds.unsure, sentence
        return told

    def _judge_passage(self, passage: Passage) -> tuple[float, str]:
        """What plainly says danger is asked about at least, whatever the classifier has learnt."""
        read = passage.read
        ranking = self.classifier.rank(read, None)
        learnt = next((guess.confidence for guess in ranking if guess.intent == DANGER), 0.0)
        return (max(learnt, self._bounds.unsure) if passage.is_plain else learnt), read
