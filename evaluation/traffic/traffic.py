"""Whether what is asked differs from what is taught: a classifier two-sample test.

A classifier learns on one half to tell the two samples apart and is tried on the other (Lopez-Paz and Oquab 2017,
Revisiting Classifier Two-Sample Tests, arXiv 1610.06545). It is preferred to a kernel distance (MMD) because its area
under the curve reads without a scale of its own and is the same for 60 questions as for 1,000. Where a company's
visitors ask of some categories more than of others the area is above .5 for good: the curve over the weeks is to be
read, rather than one week's distance from .5.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.words.ngrams import char_ngrams, word_ngrams
from nlu.words.normalise import considered

FEWEST: Final = 40
"""So many different questions each sample must have."""

MOST_ASKED: Final = 1000
MOST_TAUGHT: Final = 2000
"""Larger samples are drawn from at random, so that the time is bounded."""

_Z = 1.96


@dataclass(frozen=True, slots=True)
class Drift:
    """How well asked and taught questions are told apart: `auc` in [0, 1], .5 not at all; 95 % from `low` to `high`."""

    auc: float
    low: float
    high: float


def distance(asked: Sequence[str], taught: Sequence[str], seed: int = 0) -> Drift | None:
    """Return how far apart two samples of questions are; None when one has fewer than `FEWEST` different ones.

    Each half is tried by what was learnt of the other; equal questions stand in the same half. The interval is DeLong's
    (1988), of the mean of the two halves.
    """
    rng = random.Random(seed)  # noqa: S311
    ours, theirs = _sample(asked, MOST_ASKED, rng), _sample(taught, MOST_TAUGHT, rng)
    if min(len(ours), len(theirs)) < FEWEST:
        return None
    texts = [*ours, *theirs]
    is_asked = np.arange(len(texts)) < len(ours)
    half = np.array([blake2b(f"{seed} {text}".encode()).digest()[0] % 2 == 1 for text in texts])
    tried = [_tried(texts, is_asked, learns) for learns in (half, ~half)]
    auc = sum(area for area, _ in tried) / 2
    reach = _Z * sqrt(sum(variance for _, variance in tried)) / 2
    return Drift(auc, max(0.0, auc - reach), min(1.0, auc + reach))


def area_under(asked: npt.NDArray[np.float64], taught: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return the chance that an asked question scores above a taught one, ties as a half, and DeLong's variance of it.

    >>> area_under(np.array([3.0, 2.0]), np.array([1.0, 2.0]))[0]
    0.875
    """
    from scipy.stats import rankdata  # some 20 MB, which a server that measures nothing does without

    together = rankdata(np.concatenate([asked, taught]))
    n, m = len(asked), len(taught)
    of_asked = (together[:n] - rankdata(asked)) / m
    of_taught = 1 - (together[n:] - rankdata(taught)) / n
    return float(of_asked.mean()), float(of_asked.var(ddof=1) / n + of_taught.var(ddof=1) / m)


def _sample(texts: Sequence[str], most: int, rng: random.Random) -> list[str]:
    different = sorted({considered(text) for text in texts} - {""})
    return rng.sample(different, most) if len(different) > most else different


def _tried(texts: Sequence[str], is_asked: npt.NDArray[np.bool_], learns: npt.NDArray[np.bool_]) -> tuple[float, float]:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression

    features = TfidfVectorizer(analyzer=_ngrams, sublinear_tf=True)
    known = features.fit_transform([text for text, own in zip(texts, learns, strict=True) if own])
    model = LogisticRegression(class_weight="balanced", solver="liblinear", random_state=0).fit(known, is_asked[learns])
    scores = model.decision_function(
        features.transform([text for text, own in zip(texts, learns, strict=True) if not own])
    )
    truth = is_asked[~learns]
    return area_under(scores[truth], scores[~truth])


def _ngrams(text: str) -> list[str]:
    return [*word_ngrams(text, (1, 2)), *char_ngrams(text, (3, 4))]
