"""The weights of the arbiter, learnt from choices between readings of which some were right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from bot.dialogue.readings import Reading

Weights = Mapping[tuple[str, str], float]


@dataclass(frozen=True, slots=True)
class Choice:
    """The readings of one message, and which of them were right."""

    dialogue: str
    language: str
    readings: tuple[Reading, ...]
    right: tuple[bool, ...]
    weight: float = 1.0

    @property
    def teaches(self) -> bool:
        """Whether it matters which reading is taken, and one of them is right."""
        return any(self.right) and not all(self.right)


@dataclass(frozen=True, slots=True)
class Prior:
    """The weights that learning begins at and is penalised for leaving.

    It keeps all but `only`: those of readings ("ask"), or of one evidence for a reading ("ask:told").
    """

    around: Weights
    penalty: float
    only: frozenset[str] | None = None

    def may_move(self, kind: str, evidence: str) -> bool:
        """Tell whether the weight of an evidence for a kind of reading may change."""
        return self.only is None or not self.only.isdisjoint((kind, f"{kind}:{evidence}"))


def learn(choices: Sequence[Choice], prior: Prior) -> dict[tuple[str, str], float]:
    """Return the weights with which right readings are most probable, less half the penalty on how far they moved.

    That is the sum of the squares of the differences to those of the prior.
    """
    taught = [each for each in choices if each.teaches]
    seen_of = {(reading.kind, name) for each in taught for reading in each.readings for name in reading.evidence}
    names = sorted(seen_of | set(prior.around))
    begin = np.array([prior.around.get(name, 0.0) for name in names])
    moves = np.array([prior.may_move(*name) for name in names])
    seen, begins = _table(taught, names), np.cumsum([0, *(len(each.readings) for each in taught[:-1])])
    right, weight = np.concatenate([each.right for each in taught]), np.array([each.weight for each in taught])
    of = np.repeat(np.arange(len(taught)), [len(each.readings) for each in taught])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = seen @ weights
        powers = np.exp(scores - np.maximum.reduceat(scores, begins)[of])
        shares = powers / np.add.reduceat(powers, begins)[of]
        kept = np.add.reduceat(np.where(right, shares, 0.0), begins)
        moved = weights - begin
        total = prior.penalty * float(moved @ moved) / 2 - float(weight @ np.log(kept))
        slope = prior.penalty * moved + seen.T @ (weight[of] * (shares - np.where(right, shares / kept[of], 0.0)))
        return total, np.where(moves, slope, 0.0)

    found = minimize(loss, begin, jac=True, method="L-BFGS-B")
    return dict(zip(names, map(float, found.x), strict=True))


def _table(taught: Sequence[Choice], names: Sequence[tuple[str, str]]) -> csr_matrix:
    """A row for each reading, a column for each weight."""
    place = {name: number for number, name in enumerate(names)}
    values, columns, ends = list[float](), list[int](), [0]
    for reading in (reading for each in taught for reading in each.readings):
        columns += [place[reading.kind, name] for name in reading.evidence]
        values += reading.evidence.values()
        ends.append(len(columns))
    return csr_matrix((values, columns, ends), shape=(len(ends) - 1, len(names)))
