"""What the NLU says about one message: the values every other room speaks of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

PRESSED: Final = "button"
"""Stands for the version of the models where a button said what was meant."""


class Level(StrEnum):
    """What a message says of danger: `UNSURE` is worth a gentle question, `DANGER` the helpline at once."""

    NONE = "none"
    UNSURE = "unsure"
    DANGER = "danger"


class Stage(StrEnum):
    """Which classifier the best guess comes from."""

    GENERAL = "general"
    FAQ = "faq"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Guess:
    """One category (or general intent) with its confidence in [0, 1].

    `likeness`, in [0, 1], is how like the examples of the category a text is; None where that is not known.
    """

    intent: str
    confidence: float
    likeness: float | None = field(default=None, repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Entity:
    """A value found in a message: `text == message[start:end]`, `value` its normalised form."""

    name: str
    value: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Understanding:
    """What one message means as far as the models can tell.

    `intent` is the best guess of `stage`, or None when there is none (stage NONE); `ranking` holds the guesses behind
    it, best first, and is kept whatever was decided. Whether the guess is sure enough is the policy's business.
    `danger` is whether somebody may be in danger; at `Level.DANGER` the intent is `crisis`.
    """

    text: str
    language: str
    stage: Stage
    intent: str | None
    confidence: float
    ranking: tuple[Guess, ...]
    entities: tuple[Entity, ...]
    model_version: str
    danger: Level = Level.NONE

    def says(self, *intents: str, least: float = 0.0) -> bool:
        """Tell whether the general stage heard one of these intents, with at least that confidence.

        >>> seen = Understanding("stop", "en", Stage.GENERAL, "stop", 0.5, (), (), "v1")
        >>> seen.says("stop", "start_over"), seen.says("stop", least=0.9), seen.says("help")
        (True, False, False)
        """
        return self.stage is Stage.GENERAL and self.intent in intents and self.confidence >= least

    def confidence_in(self, intent: str | None) -> float:
        """Return the confidence that the message means this intent or category; 0 where it is none of the guesses.

        >>> seen = Understanding("pay?", "en", Stage.FAQ, "salary", 0.7, (Guess("salary", 0.7),), (), "v1")
        >>> seen.confidence_in("salary"), seen.confidence_in("pets")
        (0.7, 0.0)
        """
        return next((guess.confidence for guess in self.ranking if guess.intent == intent), 0.0)

    def entity(self, name: str) -> str | None:
        """Return the first value of that entity, or None."""
        return next((e.value for e in self.entities if e.name == name), None)
