"""Which of several readings of a message is meant: a conditional logistic regression over named evidence. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from bot.dialogue.readings import Evidence, Reading

_SURE: Final = 0.999


@dataclass(frozen=True, slots=True)
class Arbiter:
    """Weighs readings: `weights` by kind and name of evidence; what has no weight counts nothing.

    >>> arbiter = Arbiter({("search", "names_a_place"): 2.0, ("itself", "asks"): 1.0})
    >>> message = {"names_a_place": 1.0, "asks": 1.0}
    >>> [round(share, 2) for share in arbiter.probabilities([Reading("search", message), Reading("itself", message)])]
    [0.73, 0.27]
    """

    weights: Mapping[tuple[str, str], float] = field(default_factory=dict)
    _of_kind: dict[str, dict[str, float]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        of_kind: dict[str, dict[str, float]] = {}
        for (kind, name), weight in self.weights.items():
            of_kind.setdefault(kind, {})[name] = weight
        object.__setattr__(self, "_of_kind", of_kind)

    def probabilities(self, readings: Sequence[Reading]) -> list[float]:
        """Return how probable each reading is, in [0, 1]; they sum to 1."""
        return _shares([self._score(reading) for reading in readings])

    def choose(self, readings: Sequence[Reading]) -> int:
        """Return the place of the most probable reading, the last of equal ones."""
        return self.weigh(readings)[0]

    def weigh(self, readings: Sequence[Reading], seen: Evidence = MappingProxyType({})) -> tuple[int, float]:
        """Return the place of the most probable reading, the last of equal ones, and how probable it is.

        What is `seen` counts for each of them, where it has no evidence of its own of that name.
        """
        held = {name: value for name, value in seen.items() if value}  # most is not there, and adds nothing
        scores = [self._score(reading, held) for reading in readings]
        place = max(range(len(scores)), key=lambda place: (scores[place], place))
        return place, _shares(scores)[place]

    def _score(self, reading: Reading, seen: Evidence = MappingProxyType({})) -> float:
        weights = self._of_kind.get(reading.kind, {})
        evidence = {**seen, **reading.evidence} if reading.evidence else seen
        return sum([weights[name] * value for name, value in evidence.items() if name in weights])


def _shares(scores: Sequence[float]) -> list[float]:
    best = max(scores)
    powers = [math.exp(score - best) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def log_odds(confidence: float) -> float:
    """Return the log odds of a confidence in [0, 1], no more than those of .999.

    >>> log_odds(0.5), round(log_odds(1.0), 1)
    (0.0, 6.9)
    """
    kept = min(max(confidence, 1 - _SURE), _SURE)
    return math.log(kept / (1 - kept))
