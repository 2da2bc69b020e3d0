"""Mean and 95 % interval of a figure over retries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from scipy.special import stdtrit


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the ends of its 95 % interval; all None without values, the ends None with one value only."""

    mean: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """Return {mean, low, high}."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def interval(values: Sequence[float | None]) -> Interval:
    """Return Student's t-interval of the mean of shares in [0, 1], cut off at 0 and 1; None values are left out.

    It tells how far the figure moves with the choice of test questions. Retries share examples, so it says less about
    questions that nobody has asked yet.

    >>> interval([0.5, 0.7, None])
    Interval(mean=0.6, low=0.0, high=1.0)
    """
    known = [value for value in values if value is not None]
    if len(known) < 2:
        mean = known[0] if known else None
        return Interval(mean, None, None)
    mean = fmean(known)
    reach = float(stdtrit(len(known) - 1, 0.975)) * stdev(known) / len(known) ** 0.5
    return Interval(mean, max(0.0, mean - reach), min(1.0, mean + reach))
