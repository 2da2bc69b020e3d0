"""Which sentences of a data set are nearly the same though they stand in different categories?"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats, Sparse
from nlu.classifier.tfidf import NgramIndex
from nlu.recipe import Recipe
from nlu.words.normalise import normalise

Ids = npt.NDArray[np.intp]

NEARLY_SAME: Final = 0.75
"""The cosine from which two questions are taken for nearly the same.

Looked at on the demo company's four languages and on BANKING77's training file: above it, pairs differ by one word that
may or may not matter ("has my top up / top-up gone through"); below, most differ in what they ask.
"""

_ROWS = 1000
_LETTERS = re.compile(r"[\W_]+")


class NearPair(NamedTuple):
    """Two sentences by their positions, `first` before `second`, and their cosine in [0, 1]."""

    first: int
    second: int
    cosine: float


def near_pairs(
    texts: Sequence[str], categories: Sequence[str], recipe: Recipe, *, at_least: float = NEARLY_SAME
) -> list[NearPair]:
    """Return the pairs of different sentences in different categories that are nearly the same, nearest first.

    The cosine is the mean of those of the recipe's TF-IDF blocks; sentences that differ in spaces, punctuation and
    accents only have 1. Sentences that are the same when normalised are not among them. `at_least` is above 0.5.

    >>> near_pairs(["Is there a canteen?", "is there  à can-teen", "pay"], ["food", "breaks", "pay"], Recipe.faq())
    [NearPair(first=0, second=1, cosine=1.0)]
    """
    recipe = recipe.changed({"concepts": ""})  # sentences of one meaning are not nearly the same sentence
    normalised = [normalise(text) for text in texts]
    rows = _without_repeats(list(zip(normalised, categories, strict=True)))
    labels = np.unique([categories[row] for row in rows], return_inverse=True)[1]
    found = dict.fromkeys(_same_letters([normalised[row] for row in rows]), 1.0)
    for a, b, cosine in _cosines([texts[row] for row in rows], labels, recipe, at_least):
        found.setdefault((a, b), cosine)
    pairs = [NearPair(rows[a], rows[b], cosine) for (a, b), cosine in found.items() if labels[a] != labels[b]]
    different = [pair for pair in pairs if normalised[pair.first] != normalised[pair.second]]
    return sorted(different, key=lambda pair: (-pair.cosine, pair.first, pair.second))


def _without_repeats(sentences: Sequence[tuple[str, str]]) -> list[int]:
    """Return where each sentence stands first: a file of one sentence ten thousand times has no million pairs."""
    first: dict[tuple[str, str], int] = {}
    for row, sentence in enumerate(sentences):
        first.setdefault(sentence, row)
    return list(first.values())


def _same_letters(normalised: Sequence[str]) -> list[tuple[int, int]]:
    written: dict[str, list[int]] = defaultdict(list)
    for position, text in enumerate(normalised):
        written[_letters(text)].append(position)
    written.pop("", None)
    return [(a, b) for group in written.values() for i, a in enumerate(group) for b in group[i + 1 :]]


def _letters(text: str) -> str:
    if not text.isascii():
        text = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _LETTERS.sub("", text)


def _cosines(texts: Sequence[str], labels: Ids, recipe: Recipe, at_least: float) -> list[tuple[int, int, float]]:
    """Return the pairs of different labels at or above a mean cosine.

    A mean of n cosines is that high only if each of them is at least 1 - n (1 - mean): the sparsest block, the words,
    finds the few candidates and the others are computed for those alone.
    """
    blocks = _blocks(texts, recipe)
    if not blocks or not texts:
        return []
    first, second, cosines = _products(blocks[0], labels, 1 - len(blocks) * (1 - at_least))
    for block in blocks[1:]:
        cosines = cosines + np.asarray(block[first].multiply(block[second]).sum(axis=1)).ravel()
    cosines = np.minimum(cosines / len(blocks), 1)
    kept = cosines >= at_least
    return list(zip(first[kept].tolist(), second[kept].tolist(), cosines[kept].tolist(), strict=True))


def _blocks(texts: Sequence[str], recipe: Recipe) -> list[Sparse]:
    tfidf, matrix = NgramIndex.of(texts, recipe).fit(np.arange(len(texts)))
    return [matrix[:, block.start : block.start + len(block.ids)] for block in tfidf.blocks]


def _products(block: Sparse, labels: Ids, at_least: float) -> tuple[Ids, Ids, Floats]:
    """Return rows, later rows and products of the pairs of different labels at or above `at_least` (above 0)."""
    from scipy import sparse

    transposed = block.T.tocsr()
    parts = []
    for start in range(0, block.shape[0], _ROWS):
        products = sparse.coo_matrix(block[start : start + _ROWS] @ transposed)
        rows, columns = products.row + start, products.col
        kept = (products.data >= at_least) & (columns > rows) & (labels[rows] != labels[columns])
        parts.append((rows[kept], columns[kept], products.data[kept]))
    first, second, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    return first.astype(np.intp), second.astype(np.intp), values
