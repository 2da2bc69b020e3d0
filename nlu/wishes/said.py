"""What a message wants of a job in words that stand in no list: hours, home, any job, any place, no nights; learnt.

"My mother must not be left alone after dark" asks for few hours, "nothing keeps me here" for any place. Lists of
phrases know neither.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from nlu.ads.working_times import WORKING_TIMES, WorkingTime
from nlu.classifier.in_any_words import NOTHING, InAnyWords
from nlu.classifier.text_classifier import TextClassifier

WISHES: Final = (
    "part_time",
    "full_time",
    "remote",
    "onsite",
    "anything",
    "anywhere",
    "permanent",
    "temporary",
    "no_night_work",
    "no_weekend_work",
    "no_shift_work",
)
_LIKELY: Final = 0.35
_SURE: Final = 0.75
"""From which probability on a message says a wish, and surely does (chosen in docs/job-search.md)."""
_SURELY_NOTHING: Final = 0.9
_LIKELY_NOTHING: Final = 0.6
"""From which probability on it surely or likely wants none of them, whatever phrases stand in it."""


@dataclass(frozen=True, slots=True)
class SaidWish:
    """What a message wants by all of its words, one of WISHES, and whether that is sure."""

    wish: str
    is_sure: bool

    @property
    def rules_out(self) -> WorkingTime | None:
        """The working time that is not wanted, if it is that."""
        return next((time for time in WORKING_TIMES if self.wish == f"no_{time}"), None)


class SaidWishes:
    """Hears such wishes in one language; it never changes, so threads may share one."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._said = InAnyWords(classifier)

    def hear(self, text: str) -> SaidWish | None:
        """Return what a text without names of trades and places wants, if it likely wants anything."""
        likeliest, share = self._said.likeliest(text, WISHES)
        return SaidWish(likeliest, is_sure=share >= _SURE) if share >= _LIKELY else None

    def wants_nothing(self, text: str, *, surely: bool = True) -> bool:
        """Tell whether a text surely, or likely, wants none of this: "I mended nets on the side for years" does."""
        return self._said.share(text, NOTHING) >= (_SURELY_NOTHING if surely else _LIKELY_NOTHING)
