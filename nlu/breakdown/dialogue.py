"""Dialogues as a breakdown detector sees them, and the distribution that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Label(StrEnum):
    """How easily the user can go on after a system utterance (Higashinaka et al., LREC 2016, section 2)."""

    NB = "NB"
    PB = "PB"
    B = "B"


LABELS = (Label.NB, Label.PB, Label.B)
"""The order of every distribution, and of ties."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """The shares of annotators, or a detector's probabilities, in [0, 1]; they sum to one."""

    nb: float
    pb: float
    b: float

    def shares(self) -> tuple[float, float, float]:
        """Return the three in the order of `LABELS`."""
        return self.nb, self.pb, self.b


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn of a dialogue."""

    text: str
    by_system: bool


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a detector says of one system utterance."""

    label: Label
    distribution: Distribution
