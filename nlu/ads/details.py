"""Details of a job: what a question asks for and what a sentence of an advertisement tells, learnt of both.

"How long am I shown the ropes?" and "Drei Wochen begleitet Sie eine Kollegin" share no word; both are about training.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, Protocol

from nlu.classifier.in_any_words import InAnyWords
from nlu.classifier.text_classifier import TextClassifier

DETAILS: Final = (
    "training",
    "days",
    "times",
    "hours",
    "languages",
    "background",
    "licence",
    "equipment",
    "team",
    "travel",
    "methods",
    "term",
    "begin",
    "remote",
    "on_call",
    "extras",
    "learning",
    "body",
    "customers",
    "size",
)
SURELY: Final = 0.5
"""From which probability on a question surely asks for a detail."""
_HARDLY: Final = 0.02
_TOLD: Final = 1024
"""Sentences of advertisements whose details are kept: the same are read again and again."""
Shares = Mapping[str, float]
"""How probable each detail is, in [0, 1]."""


class HearsDetails(Protocol):
    """Hears in one language which details a question asks for, and which a sentence of an advertisement tells."""

    def asked(self, text: str) -> Shares:
        """Return how probable it is that a question asks for each detail."""
        ...

    def told(self, sentence: str) -> Shares:
        """Return how probable it is that a sentence tells each detail."""
        ...


Details = Callable[[str], HearsDetails | None]
"""What hears details in a language, None where nothing does."""


class AdDetails:
    """Hears such details in one language; it never changes, so threads may share one."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._said = InAnyWords(classifier)
        self.told = lru_cache(_TOLD)(self.asked)

    def asked(self, text: str) -> Shares:
        """Return how probable it is that a question asks for each detail, without those that are hardly probable."""
        shares = self._said.shares(text)
        return {detail: share for detail in DETAILS if (share := shares.get(detail, 0.0)) >= _HARDLY}


def none_heard(language: str) -> HearsDetails | None:
    """Hear nothing."""
    return None


def agreement(asked: Shares, told: Shares) -> float:
    """Return how probable it is that a sentence tells the detail that a question asks for, in [0, 1].

    >>> agreement({"days": 0.5, "times": 0.25}, {"days": 0.5, "times": 1.0}), agreement({"days": 0.9}, {})
    (0.5, 0.0)
    """
    return sum((share * told.get(detail, 0.0) for detail, share in asked.items()), 0.0)


def surely_asked(asked: Shares) -> str | None:
    """Return the detail that a question surely asks for, None where there is none.

    >>> surely_asked({"days": 0.7, "times": 0.2}), surely_asked({"days": 0.4}), surely_asked({})
    ('days', None, None)
    """
    detail = max(asked, key=lambda each: asked[each], default=None)
    return detail if detail is not None and asked[detail] >= SURELY else None
