"""How far raters agree beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence


def krippendorff_alpha(units: Iterable[Sequence[Hashable]]) -> float | None:
    """Return Krippendorff's alpha for nominal values; each unit holds the values its raters gave, in any order.

    1 is perfect agreement, 0 what chance would give, below 0 systematic disagreement. Not everybody has to rate every
    unit; units with one value say nothing about agreement and are left out. None when no unit has two values, or when
    all values are the same (then agreement cannot be told from chance). Krippendorff, Computing Krippendorff's
    Alpha-Reliability (2011), section C.

    >>> krippendorff_alpha([("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", "no")])
    0.5333333333333333
    """
    paired = [Counter(values) for values in units if len(values) >= 2]
    totals: Counter[Hashable] = Counter()
    for counts in paired:
        totals.update(counts)
    n = totals.total()
    expected = n * n - sum(count * count for count in totals.values())
    if expected == 0:
        return None
    observed = sum(_disagreement(counts) for counts in paired)
    return 1 - (n - 1) * observed / expected


def _disagreement(counts: Counter[Hashable]) -> float:
    """Return the number of ordered pairs of unlike values in a unit, for each of its raters' other raters."""
    m = counts.total()
    return (m * m - sum(count * count for count in counts.values())) / (m - 1)
