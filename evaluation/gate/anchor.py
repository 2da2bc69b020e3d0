"""Which earlier version a candidate is compared with beside the live one, so that many small falls are seen as one."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.gate.cases import KeptCases
from evaluation.gate.comparison import FEWEST_SHARED
from evaluation.splits.settings import PLAIN


def best_of(kept: Sequence[KeptCases]) -> int | None:
    """Return the place of the version that answered best, the oldest of several; None without any.

    All are judged on the questions that the oldest (the first) was tested with, by its labels: data that came later
    makes no version better or worse. One that shares too few of them is left out.
    """
    if not kept:
        return None
    shares = [_right(kept[0], one) for one in kept]
    return max(range(len(kept)), key=lambda i: (shares[i], -i))


def _right(oldest: KeptCases, other: KeptCases) -> float:
    expected, answered = oldest.settings.get(PLAIN, {}), other.settings.get(PLAIN, {})
    shared = [(one.gold, answered[asked].answer) for asked, one in expected.items() if asked in answered]
    if len(shared) < max(1, FEWEST_SHARED * len(expected)):
        return -1.0
    return sum(gold == answer for gold, answer in shared) / len(shared)
