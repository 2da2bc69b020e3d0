"""A promise one can sign: "at most so many of the answers are wrong, with 95 % confidence", proved on a random sample.

Of a random sample of answers that people have judged, the bound on the share wrong is exact (Clopper and Pearson 1934).
Which threshold keeps the promise is found by testing thresholds in an order that was fixed before anybody judged, from
the strictest down, until one is not proved ("fixed sequence testing", Angelopoulos et al. 2021, Learn then Test,
arXiv 2110.01052). So the chance to name any threshold that breaks the promise is 5 % at most, however many are tested.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from evaluation.errors import EvaluationError
from evaluation.thresholds.threshold import THRESHOLDS

CONFIDENCE: Final = 0.95
LEAST_SHARE: Final = 0.001
MOST_SHARE: Final = 0.5
_SLIPS_ALLOWED: Final = 1
"""So many wrong answers the strictest threshold must survive: else the first slip would end every search."""


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One answer of the sample: the confidence it was given with, and whether it was wrong."""

    confidence: float
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class ThresholdTest:
    """How the answers of a sample that reach a threshold were judged; `bound` is the most that may be wrong, in [0, 1].

    `keeps` is None when the threshold is not judged, because a stricter one was not proved.
    """

    threshold: float
    answers: int
    wrong: int
    bound: float
    keeps: bool | None


@dataclass(frozen=True, slots=True)
class PromiseResult:
    """What a judged sample proves about the promise that at most `share` of the answers are wrong.

    `threshold` is the lowest one that is proved to keep it, None when none is; `tests` begin with the strictest.
    """

    share: float
    threshold: float | None
    tests: tuple[ThresholdTest, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return asdict(self) | {"tests": [asdict(test) for test in self.tests]}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> PromiseResult:
        """Return what `to_dict` wrote."""
        return cls(**values | {"tests": tuple(ThresholdTest(**test) for test in values["tests"])})


def wrong_at_most(wrong: int, answers: int) -> float:
    """Return the share that is wrong at most, with 95 % confidence, when `wrong` of `answers` drawn at random are.

    The exact upper bound (Clopper and Pearson 1934); 1.0 without answers.

    >>> round(wrong_at_most(0, 59), 4), round(wrong_at_most(2, 124), 4), wrong_at_most(0, 0)
    (0.0495, 0.0499, 1.0)
    """
    from scipy.special import betaincinv  # some 20 MB, which a server that nobody asks for a bound does without

    return 1.0 if wrong >= answers else float(betaincinv(wrong + 1, answers - wrong, CONFIDENCE))


def is_proved(share: float, wrong: int, answers: int) -> bool:
    """Tell whether the sample proves that at most `share` are wrong: `wrong_at_most` is no larger.

    >>> is_proved(0.05, 0, 59), is_proved(0.05, 0, 58), is_proved(0.05, 1, 59)
    (True, False, False)
    """
    from scipy.special import bdtr

    return answers > 0 and bool(bdtr(wrong, answers, share) <= 1 - CONFIDENCE)


def answers_needed(share: float, wrong: int = 0) -> int:
    """Return how many answers prove the share when `wrong` of them are wrong; raises EvaluationError.

    >>> answers_needed(0.05), answers_needed(0.05, wrong=2), answers_needed(0.01)
    (59, 124, 299)
    """
    check_share(share)
    enough = wrong + 1
    while not is_proved(share, wrong, enough):
        enough *= 2
    return bisect_left(range(enough), True, lo=wrong + 1, key=lambda answers: is_proved(share, wrong, answers))


def thresholds_to_test(confidences: Iterable[float], size: int, share: float, lowest: float) -> tuple[float, ...]:
    """Return the thresholds that a sample of `size` of these answers is to test, the strictest first.

    They are `lowest`, the threshold in use, and all hundredths above it at which the sample will hold about as many
    answers as prove the share with one wrong among them. Fixed before anybody judges, or the test is not valid.

    >>> thresholds_to_test([0.5, 0.6, 0.7, 0.8], 124, 0.05, lowest=0.59)
    (0.6, 0.59)
    >>> thresholds_to_test([0.5, 0.6, 0.7, 0.8], 59, 0.05, lowest=0.5)
    (0.5,)
    """
    known = sorted(confidences)
    enough = answers_needed(share, _SLIPS_ALLOWED)

    def expected(threshold: float) -> float:
        return size * (len(known) - bisect_left(known, threshold)) / len(known)

    stricter = [each for each in THRESHOLDS if each > lowest and known and expected(each) >= enough]
    return *reversed(stricter), lowest


def judge_promise(share: float, thresholds: Sequence[float], sample: Sequence[JudgedAnswer]) -> PromiseResult:
    """Test the thresholds in their order and stop at the first that is not proved; raises EvaluationError.

    >>> judge_promise(0.05, (0.8, 0.5), [JudgedAnswer(0.9, False)] * 60 + [JudgedAnswer(0.6, True)]).threshold
    0.8
    """
    check_share(share)
    tests: list[ThresholdTest] = []
    goes_on = True
    for threshold in thresholds:
        reached = [answer.is_wrong for answer in sample if answer.confidence >= threshold]
        wrong, answers = sum(reached), len(reached)
        keeps = is_proved(share, wrong, answers) if goes_on else None
        goes_on = keeps is True
        tests.append(ThresholdTest(threshold, answers, wrong, wrong_at_most(wrong, answers), keeps))
    proved = [test.threshold for test in tests if test.keeps]
    return PromiseResult(share, min(proved, default=None), tuple(tests))


def check_share(share: float) -> None:
    """Raise EvaluationError unless a promise can be made of this share."""
    if not LEAST_SHARE <= share <= MOST_SHARE:
        raise EvaluationError(
            f"A promise is about {LEAST_SHARE:.1%} to {MOST_SHARE:.0%} of the answers, not {share:.4g}: choose a share "
            f"in [{LEAST_SHARE:g}, {MOST_SHARE:g}]."
        )
