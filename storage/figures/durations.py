"""Durations counted in classes, which add up over days, and the quantiles of what was counted. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

SHORTEST: Final = 60.0
"""Seconds: what is shorter is in class 0."""
STEP: Final = 1.1
"""Each class ends at so many times the end of the one before: a quantile is right to within 5 percent."""
LAST: Final = 140
"""The class of all that is longer than about 400 days."""


def class_of(seconds: float) -> int:
    """Return the class of a duration.

    >>> [class_of(seconds) for seconds in (0, 59, 60, 65, 66.5, 3600, 1e12)]
    [0, 0, 1, 1, 2, 43, 140]
    """
    if seconds < SHORTEST:
        return 0
    return min(int(math.log(seconds / SHORTEST) / math.log(STEP)) + 1, LAST)


def middle_of(number: int) -> float:
    """Return the duration in seconds that stands for a class: its geometric middle, or half of the shortest.

    >>> middle_of(0), round(middle_of(class_of(3600)) / 3600, 2)
    (30.0, 0.96)
    """
    return SHORTEST / 2 if number == 0 else SHORTEST * STEP ** (number - 0.5)


def quantile(counts: Mapping[int, int], share: float) -> float | None:
    """Return the seconds that `share` of the durations, counted by class, do not exceed; None without any.

    It is the smallest class up to which at least that share was counted.

    >>> counts = {class_of(minutes * 60): 1 for minutes in (1, 10, 100)}
    >>> [round(quantile(counts, share) / 60) for share in (0.3, 0.5, 0.9)], quantile({}, 0.5)
    ([1, 10, 102], None)
    """
    whole = sum(counts.values())
    reached = 0
    for number, n in sorted(counts.items()):
        reached += n
        if reached >= share * whole and n:
            return middle_of(number)
    return None
