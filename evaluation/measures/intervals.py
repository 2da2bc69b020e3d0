"""Mean and 95 % interval of a figure, and that of its mean over retries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Final

_ROUNDING: Final = 1e-12
"""Values that differ by less are the same."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the ends of its 95 % interval; all None without values, the ends None where the values tell none."""

    mean: float | None
    low: float | None
    high: float | None

    def to_dict(self) -> dict[str, float | None]:
        """Return {mean, low, high}."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


def interval(values: Sequence[float | None], *, overlap: float, shared: float = 0.0) -> Interval:
    """Return the 95 % interval of the mean of shares in [0, 1] over retries; None values are left out.

    Student's t with the variance of Nadeau and Bengio (2003, section 3), (1 / retries + `overlap`) times that of the
    retries, `overlap` being the number of test examples for each training example of a retry: retries share examples,
    so they differ by less than evaluations of other data would. At 0 it is the interval of independent values.
    `shared` is a variance of the mean that all retries have in common, which their differences do not show. Cut off at
    0 and 1. One value tells no interval, and neither do values that are all the same.

    >>> found = interval([0.6, 0.62, 0.64, None], overlap=0.25)
    >>> round(found.low, 3), round(found.high, 3)
    (0.554, 0.686)
    """
    known = [value for value in values if value is not None]
    if len(known) < 2 or (not shared and max(known) - min(known) < _ROUNDING):
        return Interval(fmean(known) if known else None, None, None)
    from scipy.special import stdtrit  # some 20 MB, which a server that measures nothing does without

    mean = fmean(known)
    variance = stdev(known) ** 2 * (1 / len(known) + overlap) + shared
    reach = float(stdtrit(len(known) - 1, 0.975)) * variance**0.5
    return Interval(mean, max(0.0, mean - reach), min(1.0, mean + reach))
