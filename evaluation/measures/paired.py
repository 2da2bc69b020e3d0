"""Whether one classifier is better than another on the same questions, or whether the questions just fell that way."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import asdict, dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from evaluation.errors import EvaluationError

FEWEST_DIFFERING: Final = 6
"""Five questions that all speak for the same side would do so by chance in 2 / 2**5 = 6 % of the comparisons."""

_CHUNK: Final = 100


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Mean of a - b with the ends of its interval (of 95 % unless asked otherwise), all in the units of the scores.

    It is `beyond_noise` when 0 lies outside the interval and at least FEWEST_DIFFERING clusters tell the two apart.
    """

    mean: float
    low: float
    high: float
    beyond_noise: bool

    def to_dict(self) -> dict[str, object]:
        """Return {mean, low, high, beyond_noise}."""
        return asdict(self)


def paired_difference(
    a: Sequence[float],
    b: Sequence[float],
    *,
    seed: int = 0,
    resamples: int = 2000,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    weights: Sequence[float] | None = None,
) -> PairedDifference:
    """Compare the scores of two classifiers on the same cases, `a[i]` and `b[i]` being right or wrong on case i.

    The interval is that of the percentile bootstrap over pairs (Efron and Tibshirani 1993, section 13.3; Koehn 2004).
    `level`, in (0, 1), is how sure it is. Cases of one cluster are drawn together: cases of the same question over
    retries are not independent, so give the question of each case as its cluster; without clusters every case is its
    own. `weights` say what each case counts, 1 without. The order of cases does not matter.
    Raises EvaluationError when there are no cases, the lengths differ or a score is not a number.

    >>> paired_difference([True] * 40, [True] * 30 + [False] * 10).beyond_noise
    True
    >>> paired_difference([True, False] * 20, [False, True] * 20).beyond_noise
    False
    """
    lengths = {len(given) for given in (a, b, clusters, weights) if given is not None}
    if lengths == {0} or len(lengths) > 1 or resamples < 1:
        raise EvaluationError("A comparison needs the same cases, at least one, on both sides, and resamples above 0.")
    gains = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    if not np.isfinite(gains).all():
        raise EvaluationError("A comparison needs scores that are numbers.")
    sums, sizes = _by_cluster(gains, np.ones(len(gains)) if weights is None else np.asarray(weights, float), clusters)
    low, high = np.quantile(_resampled_means(sums, sizes, seed, resamples), ((1 - level) / 2, (1 + level) / 2)).tolist()
    apart = int(np.count_nonzero(sums)) >= FEWEST_DIFFERING and not low <= 0 <= high
    return PairedDifference(float(sums.sum() / sizes.sum()), low, high, apart)


Floats = npt.NDArray[np.float64]


def _by_cluster(gains: Floats, weights: Floats, clusters: Sequence[Hashable] | None) -> tuple[Floats, Floats]:
    """Return the weighted sum of the gains and the weight of each cluster."""
    if clusters is None:
        return gains * weights, weights
    numbers: dict[Hashable, int] = {}
    of_case = [numbers.setdefault(cluster, len(numbers)) for cluster in clusters]
    sums, sizes = np.zeros(len(numbers)), np.zeros(len(numbers))
    np.add.at(sums, of_case, gains * weights)
    np.add.at(sizes, of_case, weights)
    return sums, sizes


def _resampled_means(sums: Floats, sizes: Floats, seed: int, resamples: int) -> Floats:
    """Clusters that are alike are drawn together: how often each kind comes is multinomial."""
    kinds, often = np.unique(np.column_stack([sums, sizes]), axis=0, return_counts=True)
    rng = np.random.default_rng(seed)
    means = []
    for start in range(0, resamples, _CHUNK):
        drawn = rng.multinomial(len(sums), often / len(sums), size=min(_CHUNK, resamples - start))
        totals = drawn @ kinds
        means.append(totals[:, 0] / totals[:, 1])
    return np.concatenate(means)
