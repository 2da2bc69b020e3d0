"""Whether a canary holds its own beside the live version, judged by what recruiters confirm."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final, Literal, Protocol

from evaluation.measures.share_interval import Z_95, wilson

Decision = Literal["promote", "end"]

_EARLY_Z: Final = 3.0
"""Reviews come one by one and each is looked at: until there are enough, only a difference of three standard errors
ends a trial (the rule of Haybittle 1971 and Peto 1976), so that looking often hardly adds to the false endings."""


class TrialCounts(Protocol):
    """What one version was asked within a trial."""

    @property
    def questions(self) -> int:
        """How many questions it was asked."""

    @property
    def answered(self) -> int:
        """How many of its questions it answered itself."""

    @property
    def reviewed(self) -> int:
        """How many of its questions recruiters confirmed or corrected."""

    @property
    def confirmed(self) -> int:
        """How many of the reviewed ones they confirmed."""


@dataclass(frozen=True, slots=True)
class SharesBeside:
    """The canary's and the live version's share of something, in [0, 1], and the 95 % interval of the difference.

    The difference is the canary's share less the live one's. None stands for what nothing was counted of.
    """

    canary: float | None
    live: float | None
    low: float | None
    high: float | None


def confirmed(canary: TrialCounts, live: TrialCounts) -> SharesBeside:
    """Compare the shares that recruiters confirmed of the questions they reviewed."""
    return beside(canary.confirmed, canary.reviewed, live.confirmed, live.reviewed)


def automation(canary: TrialCounts, live: TrialCounts) -> SharesBeside:
    """Compare the shares of questions that were answered."""
    return beside(canary.answered, canary.questions, live.answered, live.questions)


def beside(mine: int, of_mine: int, theirs: int, of_theirs: int, z: float = Z_95) -> SharesBeside:
    """Return two shares and the score interval of their difference (Newcombe 1998, method 10).

    >>> [round(end, 3) for end in (beside(56, 70, 48, 80).low, beside(56, 70, 48, 80).high)]
    [0.052, 0.334]
    """
    a, b = wilson(mine, of_mine, z), wilson(theirs, of_theirs, z)
    if a.mean is None or a.low is None or a.high is None or b.mean is None or b.low is None or b.high is None:
        return SharesBeside(a.mean, b.mean, None, None)
    difference = a.mean - b.mean
    low = difference - sqrt((a.mean - a.low) ** 2 + (b.high - b.mean) ** 2)
    high = difference + sqrt((a.high - a.mean) ** 2 + (b.mean - b.low) ** 2)
    return SharesBeside(a.mean, b.mean, low, high)


def decide(canary: TrialCounts, live: TrialCounts, *, tolerance: float, enough: int) -> Decision | None:
    """Return "end" when the canary is clearly worse, "promote" when it may take over, None to go on.

    It may take over once recruiters have reviewed `enough` questions of each and it is not worse by more than
    `tolerance`.
    """
    is_enough = min(canary.reviewed, live.reviewed) >= enough
    z = Z_95 if is_enough else _EARLY_Z
    seen = beside(canary.confirmed, canary.reviewed, live.confirmed, live.reviewed, z)
    if seen.canary is None or seen.live is None or seen.high is None:
        return None
    if seen.high < 0:
        return "end"
    return "promote" if is_enough and seen.canary - seen.live >= -tolerance else None
