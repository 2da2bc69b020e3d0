"""Softmax regression with an L2 penalty, solved in the space of the examples.

The minimum of sum(log-loss) + |W|^2 / 2C has W = X' A (representer theorem), so L-BFGS (Nocedal & Wright, Numerical
Optimization 2006, section 7.2) runs on A (examples x categories) instead of W (n-grams x categories): the same steps, a
history several times smaller, and a line search that needs no pass over the data. The intercept, on which every example
pulls, is measured in a unit of its own: else its curvature, hundreds of times that of any other direction, sets the
steps of all. benchmarks/fit.py measures it against the solvers of scikit-learn.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats, Sparse

Ids = npt.NDArray[np.intp]

_THREADS = 2
_COMMON = 128
"""Of so many n-grams, the commonest, the products are dense: few of their entries are zero."""
_BLOCK = 64
"""Columns of a product that are worked on together: what comes between its two halves stays in the cache."""
_HISTORY = 5
_INTERCEPT_PULL = 200.0
"""Of how many examples the intercept has the curvature: with 100 to 400 fits of all sizes need fewest steps."""
_LINE_STEPS = 12
_SLOPE_LEFT = 0.5


@dataclass(frozen=True, slots=True)
class Softmax:
    """A fitted softmax regression: logits = X @ weights + intercept, reached after so many iterations.

    `coefficients` (examples x labels) are what the weights are made of: weights = X' @ coefficients.
    """

    weights: Floats
    intercept: Floats
    iterations: int
    coefficients: Floats


class Start(NamedTuple):
    """Where a fit begins: the coefficients of its examples and the intercept, as another one ended with them."""

    coefficients: Floats
    intercept: Floats


def softmax(logits: Floats) -> Floats:
    """Return probabilities over the last axis."""
    powers: Floats = np.exp(logits - np.maximum.reduce(logits, axis=-1, keepdims=True))
    powers /= np.add.reduce(powers, axis=-1, keepdims=True)
    return powers


def fit_softmax(
    matrix: Sparse,
    labels: Ids,
    n_labels: int,
    *,
    c: float,
    tolerance: float,
    max_iterations: int,
    dense: Floats | None = None,
    begin: Start | None = None,
) -> Softmax:
    """Fit on `matrix` (examples x n-grams, CSR float32) and labels in [0, n_labels).

    `dense` (examples x dimensions, float32) holds more columns, whose weights come after those of the n-grams. Stops
    when the gradient's length has fallen to `tolerance` times that of zero weights, or after `max_iterations`. It
    begins with zero weights, or at `begin` where that is nearer.
    """
    order = np.argsort(labels, kind="stable")  # examples of a category share n-grams: what one needs, the next has too
    matrix, dense = matrix[order], None if dense is None else dense[order]
    with ThreadPoolExecutor(_THREADS) as threads:
        problem = _Problem(_Gram.of(matrix, dense, threads), labels[order], c)
        start = None if begin is None else problem.at(Start(begin.coefficients[order], begin.intercept))
        point, iterations = _minimise(problem, n_labels, tolerance, max_iterations, start)
    weights = matrix.T @ point.coefficients
    if dense is not None:
        weights = np.vstack([weights, dense.T @ point.coefficients])
    coefficients = np.empty_like(point.coefficients)
    coefficients[order] = point.coefficients
    return Softmax(weights, point.intercept, iterations, coefficients)


class _Vector:
    """A point, gradient or direction: coefficients of the examples, an intercept, and the logits the two give.

    All of it is linear, so any combination of vectors knows its logits without a pass over the data. The intercept is
    measured in units of the square root of `unit`: where a gradient has the slope b, its logits change by `unit` b.
    """

    def __init__(self, tables: Floats, rows: Floats, unit: float) -> None:
        self._tables, self._rows, self._unit = tables, rows, unit  # (coefficients, logits), (intercept, their sums)
        self.coefficients, self.logits, self.intercept = tables[0], tables[1], rows[0]

    @classmethod
    def of(cls, coefficients: Floats, intercept: Floats, logits: Floats, unit: float) -> _Vector:
        return cls(np.stack([coefficients, logits]), np.stack([intercept, coefficients.sum(axis=0)]), unit)

    def times(self, factor: float) -> _Vector:
        return _Vector(self._tables * np.float32(factor), self._rows * np.float32(factor), self._unit)

    def minus(self, other: _Vector) -> _Vector:
        return _Vector(self._tables - other._tables, self._rows - other._rows, self._unit)

    def add(self, factor: float, other: _Vector) -> None:
        from scipy.linalg.blas import saxpy  # 10 MB, which a server that learns nothing does without

        saxpy(other._tables.ravel(), self._tables.ravel(), a=factor)
        self._rows += np.float32(factor) * other._rows

    def dot_weights(self, other: _Vector) -> float:
        """Inner product of the weights that the two stand for."""
        return float(np.vdot(self.coefficients, other.logits)) - float(self._rows[1] @ other.intercept)

    def dot(self, other: _Vector) -> float:
        """Inner product of the weights and intercepts that the two stand for."""
        return self.dot_weights(other) + float(self.intercept @ other.intercept) / self._unit

    def squared_slope(self) -> float:
        """The squared length of a gradient by the weights and the intercept, in units of one."""
        return self.dot_weights(self) + float(self.intercept @ self.intercept) / self._unit**2


@dataclass(frozen=True, slots=True)
class _Gram:
    """X X', kept as its factors: the commonest columns of X in `common`, the others in `rare`.

    Columns with a single entry add to the diagonal alone, which is `lone` of shape (examples, 1).
    """

    lone: Floats
    rare: Sparse
    rare_transposed: Sparse
    common: Floats
    threads: Executor

    @classmethod
    def of(cls, matrix: Sparse, dense: Floats | None, threads: Executor) -> _Gram:
        entries = np.bincount(matrix.indices, minlength=matrix.shape[1])
        columns = np.argsort(-entries, kind="stable")
        common, rest = matrix[:, columns[:_COMMON]].toarray(), np.sort(columns[_COMMON:])
        rare, alone = matrix[:, rest[entries[rest] > 1]], matrix[:, rest[entries[rest] == 1]]
        lone = np.asarray(alone.multiply(alone).sum(axis=1), dtype=np.float32).reshape(-1, 1)
        return cls(lone, rare, rare.T.tocsr(), common if dense is None else np.hstack([common, dense]), threads)

    def times(self, coefficients: Floats) -> Floats:
        """X X' @ coefficients; the columns are shared out, for SciPy's products release the interpreter's lock."""

        def part(columns: Floats) -> Floats:
            columns = np.ascontiguousarray(columns)
            product: Floats = self.rare @ (self.rare_transposed @ columns)
            product += self.common @ (self.common.T @ columns)
            return product

        parts = max(_THREADS, -(-coefficients.shape[1] // _BLOCK))
        products = self.threads.map(part, np.array_split(coefficients, parts, axis=1))
        return np.hstack(list(products)) + self.lone * coefficients


@dataclass(frozen=True, slots=True)
class _Problem:
    gram: _Gram
    labels: Ids
    c: float

    @property
    def unit(self) -> float:
        """What makes the curvature of the intercept that of `_INTERCEPT_PULL` examples where there are more."""
        return min(1.0, _INTERCEPT_PULL / len(self.labels))

    def start(self, n_labels: int) -> _Vector:
        """The point where all weights are zero."""
        shape = len(self.labels), n_labels
        return _Vector(np.zeros((2, *shape), np.float32), np.zeros((2, n_labels), np.float32), self.unit)

    def at(self, start: Start) -> _Vector:
        """The point of these coefficients and this intercept."""
        logits = self.gram.times(start.coefficients) + start.intercept
        return _Vector.of(start.coefficients, start.intercept, logits, self.unit)

    def slopes(self, logits: Floats) -> Floats:
        """The derivative of the log-loss by the logits: probabilities minus what is true."""
        slopes = softmax(logits)
        slopes[np.arange(len(slopes)), self.labels] -= 1
        return slopes

    def gradient(self, point: _Vector, slopes: Floats) -> _Vector:
        coefficients = slopes + point.coefficients / np.float32(self.c)
        intercept = slopes.sum(axis=0) * np.float32(self.unit)
        return _Vector.of(coefficients, intercept, self.gram.times(coefficients) + intercept, self.unit)


_Pair = tuple[_Vector, _Vector, float]  # a step, how the gradient changed over it, their inner product


def _minimise(
    problem: _Problem, n_labels: int, tolerance: float, max_iterations: int, start: _Vector | None = None
) -> tuple[_Vector, int]:
    point = problem.start(n_labels)
    gradient = problem.gradient(point, problem.slopes(point.logits))
    first = gradient.squared_slope()
    if start is not None:
        there = problem.gradient(start, problem.slopes(start.logits))
        if there.squared_slope() < first:
            point, gradient = start, there
    history: list[_Pair] = []
    for iteration in range(max_iterations):
        if gradient.squared_slope() <= tolerance**2 * first:
            return point, iteration
        direction = _direction(gradient, history)
        length, slopes = _search(problem, point, direction, gradient.dot(direction))
        step = direction.times(length)
        point.add(1.0, step)
        turned = problem.gradient(point, slopes)
        change = turned.minus(gradient)
        gradient = turned
        if (curvature := step.dot(change)) <= 0:
            return point, iteration  # nothing left to gain in single precision
        history = [*history[1 - _HISTORY :], (step, change, curvature)]
    return point, max_iterations


def _direction(gradient: _Vector, history: Sequence[_Pair]) -> _Vector:
    """The two-loop recursion; without a history, the gradient turned round and of length one."""
    if not history:
        return gradient.times(-1 / gradient.dot(gradient) ** 0.5)
    direction = gradient.times(-1)
    factors = []
    for step, change, curvature in reversed(history):
        factors.append(step.dot(direction) / curvature)
        direction.add(-factors[-1], change)
    _, change, curvature = history[-1]
    direction = direction.times(curvature / change.dot(change))
    for (step, change, curvature), factor in zip(history, reversed(factors), strict=True):
        direction.add(factor - change.dot(direction) / curvature, step)
    return direction


def _search(problem: _Problem, point: _Vector, direction: _Vector, slope: float) -> tuple[float, Floats]:
    """Step along a convex curve until its slope is half of `slope` or less; return length and slopes."""
    linear, square = point.dot_weights(direction) / problem.c, direction.dot_weights(direction) / problem.c
    low, high, length = 0.0, np.inf, 1.0
    for _ in range(_LINE_STEPS):
        slopes = problem.slopes(point.logits + np.float32(length) * direction.logits)
        here = float(np.vdot(slopes, direction.logits)) + linear + length * square
        if abs(here) <= _SLOPE_LEFT * abs(slope):
            break
        low, high = (low, length) if here > 0 else (length, high)
        length = length * 4 if high == np.inf else (low + high) / 2
    return length, slopes
