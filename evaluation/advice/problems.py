"""Which two or three topics are the biggest problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

from evaluation.classifier import Label, NoAnswer
from evaluation.outcomes import Case
from evaluation.pairs import ConfusedPair, worst_pairs

_Z = 1.96


def biggest_problems(cases: Sequence[Case], limit: int = 3) -> list[ConfusedPair]:
    """Return the pairs of categories whose questions are guessed as each other's, the worst first.

    Guesses count whether they were sure enough to be given or not: two topics that are one make a classifier unsure,
    and confusion among answers alone would never show them. Ranked by the lower end of the 95 % interval of the
    confusion (Wilson 1927), so that one mistake in ten questions does not stand before twelve in sixty.
    """
    counts: Counter[tuple[Label, Label]] = Counter((case.gold, guess_of(case)) for case in cases)
    sizes = Counter(case.gold for case in cases)
    pairs = worst_pairs(counts, limit=len(counts))
    return sorted(pairs, key=lambda pair: -_at_least(pair, sizes[pair.a] + sizes[pair.b]))[:limit]


def guess_of(case: Case) -> Label:
    """Return the guessed category, sure enough or not; NO_ANSWER where there was no guess."""
    return case.prediction if isinstance(case.prediction, NoAnswer) else case.prediction.intent


def _at_least(pair: ConfusedPair, questions: int) -> float:
    share, z2 = pair.confusion, _Z**2
    spread = _Z * sqrt(share * (1 - share) / questions + z2 / (4 * questions**2))
    return (share + z2 / (2 * questions) - spread) / (1 + z2 / questions)
