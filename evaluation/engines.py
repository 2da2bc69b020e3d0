"""The classifiers that an evaluation can be asked for by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evaluation.baselines import MostFrequent, NearestNeighbour
from evaluation.candor_engine import CandorClassifier
from evaluation.classifier import ClassifierFactory
from evaluation.errors import EvaluationError

ENGINES: Final[Mapping[str, ClassifierFactory]] = {
    "candor": CandorClassifier,
    "most-frequent": MostFrequent,
    "nearest-neighbour": NearestNeighbour,
}
"""Name -> factory; each takes the seed. `candor` is the FAQ stage as it is served."""


def engine(name: str) -> ClassifierFactory:
    """Return the engine of that name; raises EvaluationError that names the known ones."""
    if name not in ENGINES:
        raise EvaluationError(f"There is no engine {name!r}; choose one of: {', '.join(ENGINES)}.")
    return ENGINES[name]
