"""Does a category hold two topics? Its examples parted into the two groups they fall into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from sklearn.cluster import KMeans
from sklearn.feature_extraction.text import TfidfVectorizer

from evaluation.advice.shared_words import tokens

SMALLEST_GROUP: Final = 5
"""Smaller groups could not be taught as a topic of their own."""


def two_groups(texts: Sequence[str], seed: int = 0) -> tuple[list[int], list[int]] | None:
    """Return the positions of the two groups, the larger first; None where one would be smaller than SMALLEST_GROUP.

    k-means on TF-IDF of words, whose rows have length one (Dhillon and Modha 2001).
    """
    different = {frozenset(tokens(text)) for text in texts}
    if len(texts) < 2 * SMALLEST_GROUP or len(different) < 2:
        return None
    vectors = TfidfVectorizer(analyzer=tokens, sublinear_tf=True).fit_transform(texts)
    labels = KMeans(2, n_init=10, random_state=seed).fit_predict(vectors)
    groups = sorted((np.flatnonzero(labels == label).tolist() for label in (0, 1)), key=len, reverse=True)
    return (groups[0], groups[1]) if len(groups[1]) >= SMALLEST_GROUP else None
