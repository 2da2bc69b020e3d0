"""What a message does while something is asked for, in words that stand in no list: breaks off, says how often.

"My husband has to look this over first" breaks an application off, "Friday is enough" asks for one mail a week.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

from nlu.in_any_words import InAnyWords
from nlu.text_classifier import TextClassifier

GIVE_UP: Final = "give_up"
HowOften = Literal["at_once", "daily", "weekly"]
HOW_OFTEN: Final[tuple[HowOften, ...]] = get_args(HowOften)
STEPS: Final = (GIVE_UP, *HOW_OFTEN)
_GIVES_UP: Final = 0.3
_SAYS_HOW_OFTEN: Final = 0.1
"""From which probability on a message is taken for that (chosen in docs/applying.md)."""


class SaidSteps:
    """Hears such steps in one language; it never changes, so threads may share one."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._said = InAnyWords(classifier)

    def gives_up(self, text: str) -> bool:
        """Tell whether a text likely breaks off what it is asked for, or puts it off."""
        return self._said.share(text, GIVE_UP) >= _GIVES_UP

    def how_often(self, text: str) -> HowOften | None:
        """Return how often a text likely says, None where none is likely."""
        often, share = self._said.likeliest(text, HOW_OFTEN)
        return often if share >= _SAYS_HOW_OFTEN else None
