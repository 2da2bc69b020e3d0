"""Two classifiers to measure others against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer

from evaluation.classifier import NO_ANSWER, Prediction
from nlu.understanding import Guess
from nlu.words.normalise import normalise


class MostFrequent:
    """Answers the largest category to everything, with its share of the examples as confidence."""

    def __init__(self, seed: int = 0) -> None:
        self._guess: Prediction = NO_ANSWER

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Count the categories; of equally large ones the first by name is taken."""
        name, size = min(Counter(categories).items(), key=lambda item: (-item[1], item[0]))
        self._guess = Guess(name, size / len(categories))

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the same guess for every text."""
        return [self._guess] * len(texts)


class NearestNeighbour:
    """Answers the category of the most similar example: cosine of TF-IDF word counts, which is also the confidence."""

    def __init__(self, seed: int = 0) -> None:
        self._vectoriser = TfidfVectorizer(analyzer=_words)
        self._categories: list[str] = []

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Keep the examples."""
        self._examples = self._vectoriser.fit_transform(texts)
        self._categories = list(categories)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the category of each text's nearest example, NO_ANSWER where they share no word."""
        if not texts:
            return []
        similar = (self._vectoriser.transform(texts) @ self._examples.T).tocsr()
        return [self._nearest(similar[i].toarray().ravel()) for i in range(len(texts))]

    def _nearest(self, similarities: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Prediction:
        best = int(similarities.argmax())
        if similarities[best] <= 0:
            return NO_ANSWER
        return Guess(self._categories[best], min(1.0, float(similarities[best])))


def _words(text: str) -> list[str]:
    return normalise(text).split()
