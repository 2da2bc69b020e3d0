"""The parts that a category falls into: k-means over the FAQ stage's own features, with what tells them apart."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from nlu.classifier.tfidf import NgramIndex
from nlu.recipe import Recipe
from nlu.words.normalise import normalise
from training.low_priority import one_thread
from training.topics.naming import HeldNames, proposed_name, telling

MOST: Final = 2000
"""Questions that are looked at, the newest."""
FEWEST: Final = 6
_PARTS: Final = 5
_SAMPLED: Final = 500
_TOLD: Final = 6


@dataclass(frozen=True, slots=True)
class QuestionCluster:
    """Questions of a category (number and words) that are alike, a name for them, and what tells them apart."""

    name: str
    questions: tuple[tuple[int, str], ...]
    telling: tuple[str, ...]


def parts(
    questions: Sequence[tuple[int, str]], language: str, taken: Collection[str] = (), seed: int = 0
) -> list[QuestionCluster]:
    """Return two to five parts of a category's questions, the largest first; none of fewer than `FEWEST` questions.

    How many there are is what sets them apart best (silhouette; Rousseeuw 1987). Names `taken` are not proposed.
    """
    questions = questions[:MOST]
    if len(questions) < FEWEST:
        return []
    labels = _labels([text for _, text in questions], language, seed)
    if len(set(labels.tolist())) < 2:
        return []
    every, found = HeldNames.of(_texts(questions), language), list[QuestionCluster]()
    for label in sorted(set(labels.tolist()), key=lambda each: -int((labels == each).sum())):
        inside = tuple(one for one, own in zip(questions, labels.tolist(), strict=True) if own == label)
        texts = _texts(inside)
        others = every.without(texts)
        name = proposed_name(texts, others, [*taken, *(part.name for part in found)])
        found.append(QuestionCluster(name, inside, tuple(telling(texts, others, _TOLD))))
    return found


def _texts(questions: Any) -> list[str]:
    return [text for _, text in questions]


def _labels(texts: Sequence[str], language: str, seed: int) -> npt.NDArray[np.intp]:
    from sklearn.cluster import KMeans
    from sklearn.metrics import silhouette_score

    different = len(set(map(normalise, texts)))
    with one_thread():
        _, matrix = NgramIndex.of(texts, Recipe.faq(language)).fit(np.arange(len(texts)))
        best: tuple[float, npt.NDArray[np.intp]] = (-2.0, np.zeros(len(texts), np.intp))
        for k in range(2, min(_PARTS, len(texts) // 3, different) + 1):
            labels = KMeans(k, n_init=3, random_state=seed).fit_predict(matrix)
            if len(set(labels.tolist())) > 1:
                sample = min(_SAMPLED, len(texts) - 1)
                score = silhouette_score(matrix, labels, metric="cosine", sample_size=sample, random_state=seed)
                best = max(best, (float(score), labels), key=lambda each: each[0])
    return best[1]
