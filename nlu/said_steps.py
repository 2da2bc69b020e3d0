"""What a message does at a point of a dialogue, in words that stand in no list: puts off, sends, says how often.

"My husband has to look this over first" breaks an application off, "Friday is enough" asks for one mail a week.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, get_args

from nlu.in_any_words import InAnyWords
from nlu.text_classifier import TextClassifier

HowOften = Literal["at_once", "daily", "weekly"]
InApplication = Literal["give_up", "no_file", "send", "why", "wrong_name"]
InHandOver = Literal["no_mail", "how_long"]
InSearch = Literal["none_fits", "to_list"]
Step = HowOften | InApplication | InHandOver | InSearch
HOW_OFTEN: Final[tuple[HowOften, ...]] = get_args(HowOften)
STEPS: Final[tuple[Step, ...]] = (*HOW_OFTEN, *get_args(InApplication), *get_args(InHandOver), *get_args(InSearch))
_FROM: Final[Mapping[Step, float]] = {
    "give_up": 0.3,
    "at_once": 0.1,
    "daily": 0.1,
    "weekly": 0.1,
    "no_file": 0.05,
    "send": 0.5,
    "why": 0.05,
    "wrong_name": 0.05,
    "no_mail": 0.05,
    "how_long": 0.15,
    "none_fits": 0.1,
    "to_list": 0.05,
}
"""From which probability on a message is taken for a step (chosen in docs/applying.md)."""


class SaidSteps:
    """Hears such steps in one language; it never changes, so threads may share one."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._said = InAnyWords(classifier)

    def hear(self, text: str, among: Collection[Step]) -> Step | None:
        """Return which of these steps a text likely takes, the likeliest of several, None where none is likely."""
        likely = [(self._said.share(text, step), step) for step in STEPS if step in among]
        found = max(((share, step) for share, step in likely if share >= _FROM[step]), default=None)
        return found[1] if found else None
