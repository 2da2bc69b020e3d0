"""From what speaks for a guess to the probability that it is right.

A softmax is sure of itself far from everything it was taught, and it cannot know what it was never taught. So the
confidence of a guess is a logistic regression over the evidence for it (Platt 1999, on more than one score): how sure
the classifier is, how near the text is to what the guessed category was taught, and how readily that category is
guessed at all. docs/confidence.md says how the evidence was chosen and what it is worth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.recipe import ENCODER, TYPICAL_PRIOR

Evidence = npt.NDArray[np.float64]

EVIDENCE: Final = ("log_odds", "char_nearness", "dense_nearness", "coverage", "length", "relative_size")
"""What speaks for a guess, in the order of the columns of an `Evidence`.

log_odds is the natural logarithm of the guessed category's probability over that of all others (at most that of
1 / SMALLEST_ODDS); a nearness is the largest cosine with one of its examples, over the character n-grams and over the
embedding (0 where the features have none); coverage is the share of the text's known words, by their squared TF-IDF,
that its examples hold too; length is the natural logarithm of one more than the number of known n-grams; relative_size
is the natural logarithm of its number of examples over the mean of all categories: large categories attract what fits
nowhere.
"""

_CHARACTERS: Final = EVIDENCE.index("char_nearness")
_COVERAGE: Final = EVIDENCE.index("coverage")
_YOUNGER: Final = ("coverage", "length")

SMALLEST_ODDS: Final = 1e-3

TYPICAL: Final = np.array([0.9, 0.45, 0.0, 0.65, 4.4, 0.2])
SPREAD: Final = np.array([2.5, 0.2, 0.2, 0.25, 0.6, 0.7])
"""Location and scale of the evidence over the data sets of docs/confidence.md: coefficients are in these units."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """Coefficients, parallel to EVIDENCE and in units of SPREAD, and the intercept at TYPICAL evidence."""

    coefficients: tuple[float, ...]
    intercept: float

    def confidence(self, evidence: Evidence) -> Evidence:
        """Return the probability, in (0, 1), that each guess is right: `evidence` (..., len(EVIDENCE)) -> (...).

        >>> certain, doubtful = [6, 0.9, 0, 1, 4, 0], [-5, 0.2, 0, 0, 4, 0]
        >>> [round(c, 1) for c in starting_point().confidence(np.array([certain, doubtful])).tolist()]
        [1.0, 0.0]
        """
        scores = (evidence - TYPICAL) / SPREAD @ np.array(self.coefficients) + self.intercept
        confidences: Evidence = 1 / (1 + np.exp(-scores))
        return confidences

    def to_dict(self) -> dict[str, float]:
        """Return name -> coefficient and the intercept, as JSON values."""
        return {**dict(zip(EVIDENCE, self.coefficients, strict=True)), "intercept": self.intercept}

    @classmethod
    def from_dict(cls, values: Mapping[str, float]) -> Calibration:
        """Return what `to_dict` wrote; raises KeyError for a missing and ValueError for an impossible coefficient.

        What a calibration of an earlier version did not look at yet does not count in it.
        """
        known = dict.fromkeys(_YOUNGER, 0.0) | dict(values)
        read = [float(known[name]) for name in (*EVIDENCE, "intercept")]
        if not all(map(math.isfinite, read)):
            raise ValueError("its calibration is not finite")
        return cls(tuple(read[:-1]), read[-1])


_EXPECTED_COUNTS: Final = 200
_PER_LOG_ODDS: Final = 0.62  # how the intercept moves with the prior's

_LEARNT: Final[Mapping[str | None, Calibration]] = {
    None: Calibration((1.87, 0.15, 0.0, 0.3, 0.15, -0.2), 0.21),
    ENCODER: Calibration((2.01, 0.0, 0.62, 0.0, 0.0, -0.13), -1.35),
}


def likeness_in(evidence: Evidence) -> float:
    """Return how like the examples of its category a text is, in [0, 1]: the mean of character nearness and coverage.

    >>> likeness_in(np.array([2.0, 0.5, 0.0, 0.75, 4.0, 0.0]))
    0.625
    """
    return float(evidence[_CHARACTERS] + evidence[_COVERAGE]) / 2


def estimated_prior(expected: float, unanswerable: int, reviewed: int) -> float:
    """Return the share of questions that fit no category, given how many of those reviewed did not.

    `expected` counts as much as 200 reviewed questions; the result is a multiple of .05 from .05 to .6, so that it does
    not change with every review.

    >>> estimated_prior(0.25, 0, 0), estimated_prior(0.25, 120, 200), estimated_prior(0.25, 0, 10_000)
    (0.25, 0.4, 0.05)
    """
    share = (expected * _EXPECTED_COUNTS + unanswerable) / (_EXPECTED_COUNTS + reviewed)
    return min(0.6, max(0.05, round(20 * share) / 20))


def starting_point(prior: float = TYPICAL_PRIOR, embedding: str | None = None) -> Calibration:
    """Return the calibration of a company that has shown nothing yet, learnt over many data sets.

    `prior`, in (0, 1), is the expected share of questions that fit no category: the more, the less sure is any guess.
    """
    learnt = _LEARNT.get(embedding, _LEARNT[None])
    change = math.log(prior / (1 - prior)) - math.log(TYPICAL_PRIOR / (1 - TYPICAL_PRIOR))
    return Calibration(learnt.coefficients, learnt.intercept - _PER_LOG_ODDS * change)
