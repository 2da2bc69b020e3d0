"""The interval of a share that was counted on few cases, or in several retries."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import Final

from evaluation.measures.intervals import Interval, interval
from evaluation.measures.outcomes import Case

Z_95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution: so many standard errors does a 95 % interval reach to each side."""


def wilson(successes: float, cases: float, z: float = Z_95) -> Interval:
    """Return the share with its score interval (Wilson 1927), which stays within [0, 1] and is honest for few cases.

    Both counts may be fractions: what cases that are not independent are worth. `z` is how many standard errors it
    reaches to each side; the default gives the 95 % interval. All is None without
    cases.

    >>> [round(end, 3) for end in (wilson(8, 10).low, wilson(8, 10).high)]
    [0.49, 0.943]
    >>> wilson(10, 10).high, wilson(0, 10).low
    (1.0, 0.0)
    """
    if cases == 0:
        return Interval(None, None, None)
    share, z2 = successes / cases, z * z
    centre = (share + z2 / (2 * cases)) / (1 + z2 / cases)
    reach = z * sqrt(share * (1 - share) / cases + z2 / (4 * cases * cases)) / (1 + z2 / cases)
    return Interval(share, max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach)))


def over_retries(shares: Sequence[float | None], cases: Iterable[Case], *, overlap: float) -> Interval:
    """Return the 95 % interval of the mean of shares over retries whose cases these are, as `interval` does.

    Where the retries tell none, being one or all the same, it is Wilson's of the different questions among the cases:
    a bot that answered none of six questions wrongly is not known never to do so.
    """
    found = interval(shares, overlap=overlap)
    if found.mean is None or found.low is not None:
        return found
    questions = len({case.question for case in cases})
    return wilson(found.mean * questions, questions)
