"""Naive Bayes over what texts hold: a small classifier that is learnt by counting, in milliseconds, where it is needed.

Bernoulli naive Bayes (Manning, Raghavan and Schütze, Introduction to Information Retrieval, 2008, 13.3), of which only
what a text holds is counted. Features that overlap, as n-grams do, say the same thing several times over: what they
say together is divided by the root of their number, which keeps probabilities from running to 0 and 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats
from nlu.classifier.vocabulary import Lines, Vocabulary
from nlu.errors import DataError

_SMOOTHING = 0.1


class NaiveBayes:
    """How probable each of `classes` is for what a text holds; it never changes, so threads may share one.

    `table` is float32 of shape (len(features), len(classes)), `prior` of shape (len(classes),), both in nats.

    >>> taught = [({"pay", "month"}, "salary"), ({"wage"}, "salary"), ({"where", "town"}, "place")]
    >>> model = fit_naive_bayes(taught)
    >>> {name: round(share, 2) for name, share in model.probabilities({"pay", "unheard"}).items()}
    {'place': 0.08, 'salary': 0.92}
    """

    def __init__(self, classes: tuple[str, ...], features: Vocabulary, table: Floats, prior: Floats) -> None:
        self.classes = classes
        self._features, self._table, self._prior = features, table, prior

    def probabilities(self, held: Collection[str]) -> dict[str, float]:
        """Return the probability of each class; that of its share of the examples where nothing held is known."""
        rows = self._features.numbers_of(list(held))
        scores = self._prior
        if len(rows):
            scores = scores + self._table[rows].sum(axis=0) / np.sqrt(np.float32(len(rows)))
        powers = np.exp(scores - scores.max())
        return dict(zip(self.classes, (powers / powers.sum()).tolist(), strict=True))


def fit_naive_bayes(examples: Iterable[tuple[Collection[str], str]]) -> NaiveBayes:
    """Return what is learnt of (features held, class) examples; raises DataError without two classes."""
    counts: dict[str, Counter[str]] = {}
    sizes = Counter[str]()
    for held, name in examples:
        counts.setdefault(name, Counter()).update(set(held))
        sizes[name] += 1
    classes = tuple(sorted(counts))
    if len(classes) < 2:
        raise DataError("telling classes apart needs examples of at least two")
    features = sorted({feature for counted in counts.values() for feature in counted})
    seen = _table([counts[name] for name in classes], features)
    of_class = np.array([sizes[name] for name in classes], dtype=np.float64)
    share = (seen + _SMOOTHING) / (of_class + 2 * _SMOOTHING)
    spread = len(classes) * _SMOOTHING
    everywhere = (seen.sum(axis=1, keepdims=True) + spread) / (of_class.sum() + 2 * spread)
    prior = np.log(of_class / of_class.sum())
    vocabulary = Vocabulary(Lines.of(features))
    return NaiveBayes(classes, vocabulary, np.log(share / everywhere).astype(np.float32), prior.astype(np.float32))


def _table(counts: Sequence[Counter[str]], features: Sequence[str]) -> npt.NDArray[np.float64]:
    """How often each feature was counted, a column for each of the counts."""
    place = {feature: row for row, feature in enumerate(features)}
    table = np.zeros((len(features), len(counts)))
    for column, counted in enumerate(counts):
        rows = np.fromiter(map(place.__getitem__, counted), np.intp, len(counted))
        table[rows, column] = np.fromiter(counted.values(), np.float64, len(counted))
    return table
