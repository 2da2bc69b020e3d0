"""What a message does at a point of a dialogue, in words that stand in no list: puts off, sends, says how often.

"My husband has to look this over first" breaks an application off, "Friday is enough" asks for one mail a week.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal, get_args

from nlu.classifier.in_any_words import NOTHING, InAnyWords
from nlu.classifier.text_classifier import TextClassifier

HowOften = Literal["at_once", "daily", "weekly"]
NoAlert = Literal["no_alert"]
AboutAlert = Literal["alert_often", "alert_free", "alert_ends", "alert_seen"]
InApplication = Literal[
    "give_up",
    "no_address",
    "no_phone",
    "no_file",
    "send",
    "why",
    "is_kept",
    "left",
    "wrong_name",
    "wrong_address",
    "add_words",
    "one_back",
    "another",
]
AfterSending = Literal["arrived", "take_back", "correct"]
InHandOver = Literal["no_mail", "how_long", "never_mind", "adds"]
InSearch = Literal["none_fits", "to_list", "apply", "open", "alike", "keep", "fits", "more", "over", "by_mail"]
OfAList = Literal["how_many", "best", "newest", "place_open", "hours_open", "trade_open", "pay_open"]
AfterAnswer = Literal["more_of_it", "not_meant", "plainer", "says_who"]
AboutSafety = Literal["safe", "unsafe"]
Reaction = Literal["noted"]
Step = (
    HowOften
    | NoAlert
    | AboutAlert
    | InApplication
    | AfterSending
    | InHandOver
    | InSearch
    | OfAList
    | AfterAnswer
    | AboutSafety
    | Reaction
)
OF_A_FORM: Final[frozenset[Step]] = frozenset({"no_phone", "is_kept", "left", "wrong_address", "add_words", "another"})
"""What is said of the form that is being filled in, not of what it asks for."""
HOW_OFTEN: Final[tuple[HowOften, ...]] = get_args(HowOften)
NO_ALERT: Final[tuple[Step, ...]] = ("no_alert", "give_up", "never_mind")
"""What calls an alert off that is being made: what gives anything up does, too."""
ABOUT_ALERT: Final[tuple[AboutAlert, ...]] = get_args(AboutAlert)
"""What is asked of an alert: how often it comes, what it costs, how it ends, who sees the address."""
AFTER_SENDING: Final[tuple[AfterSending, ...]] = get_args(AfterSending)
OF_A_LIST: Final[tuple[OfAList, ...]] = get_args(OfAList)
ABOUT_SAFETY: Final[tuple[AboutSafety, ...]] = get_args(AboutSafety)
STEPS: Final[tuple[Step, ...]] = tuple(
    step
    for steps in (
        HowOften,
        NoAlert,
        AboutAlert,
        InApplication,
        AfterSending,
        InHandOver,
        InSearch,
        OfAList,
        AfterAnswer,
        AboutSafety,
        Reaction,
    )
    for step in get_args(steps)
)
_FROM: Final[Mapping[Step, float]] = {
    "give_up": 0.4,
    "at_once": 0.1,
    "daily": 0.1,
    "weekly": 0.1,
    "no_alert": 0.3,
    "alert_often": 0.3,
    "alert_free": 0.3,
    "alert_ends": 0.3,
    "alert_seen": 0.3,
    "no_file": 0.1,
    "send": 0.5,
    "why": 0.05,
    "wrong_name": 0.1,
    "no_mail": 0.15,
    "how_long": 0.2,
    "none_fits": 0.15,
    "to_list": 0.1,
    "one_back": 0.1,
    "another": 0.15,
    "never_mind": 0.15,
    "adds": 0.2,
    "apply": 0.15,
    "open": 0.15,
    "by_mail": 0.2,
    "plainer": 0.2,
    "alike": 0.1,
    "keep": 0.1,
    "more": 0.1,
    "over": 0.15,
    "more_of_it": 0.3,
    "not_meant": 0.2,
    "no_address": 0.08,
    "arrived": 0.1,
    "take_back": 0.15,
    "correct": 0.1,
    "fits": 0.05,
    "how_many": 0.2,
    "best": 0.3,
    "newest": 0.1,
    "left": 0.1,
    "is_kept": 0.15,
    "no_phone": 0.1,
    "wrong_address": 0.3,
    "add_words": 0.1,
    "place_open": 0.15,
    "hours_open": 0.15,
    "trade_open": 0.15,
    "pay_open": 0.5,
    "says_who": 0.3,
    "safe": 0.8,
    "unsafe": 0.3,
    "noted": 0.3,
}
"""From which probability on a message is taken for a step (chosen in docs/steps.md)."""
_FROM_A_QUESTION: Final[Mapping[Step, float]] = {
    "apply": 0.4,
    "never_mind": 0.4,
    "more_of_it": 0.5,
    "not_meant": 0.5,
    "plainer": 0.4,
    "give_up": 0.6,
    "over": 0.4,
    "says_who": 0.4,
}
"""The same where the message is put as a question."""


class SaidSteps:
    """Hears such steps in one language; it never changes, so threads may share one."""

    def __init__(self, classifier: TextClassifier) -> None:
        self._said = InAnyWords(classifier)

    def hear(self, text: str, among: Collection[Step], *, asks: bool = False) -> Step | None:
        """Return which of these steps a text likely takes, None where none is likely.

        It takes one of these or says nothing of that: what it might be elsewhere counts for none of them. Of several it
        is the one that is most times as likely as it has to be: what is dear to get wrong yields to what is not. What
        `asks` has to be surer, for it may ask anything.
        """
        times = [(share / self._least(step, asks=asks), step) for step, share in self.shares(text, among)]
        most, step = max(times, default=(0.0, None))
        return step if most >= 1 else None

    @staticmethod
    def _least(step: Step, *, asks: bool) -> float:
        return max(_FROM[step], _FROM_A_QUESTION.get(step, 0.0)) if asks else _FROM[step]

    def shares(self, text: str, among: Collection[Step]) -> list[tuple[Step, float]]:
        """Return how probable each of these steps is, in [0, 1], where a text takes one of them or none."""
        likely = [(step, self._said.share(text, step)) for step in STEPS if step in among]
        total = sum(share for _, share in likely) + self._said.share(text, NOTHING)
        return [(step, share / total) for step, share in likely] if total else []
