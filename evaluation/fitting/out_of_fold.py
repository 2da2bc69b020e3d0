"""What a model that has not seen an example thinks of it, for every example."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from evaluation.classifier import Progress
from nlu.arrays import Floats
from nlu.classifier.features import FeatureIndex
from nlu.classifier.logistic import softmax
from nlu.classifier.text_classifier import TextClassifier, fit_rows
from nlu.recipe import Recipe
from nlu.words.normalise import normalise

Ids = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class OutOfFold:
    """Probabilities by models that were taught without the example they judge.

    `shares` is float32 of shape (examples, len(categories)), each row adding up to 1; `labels[i]` in
    [0, len(categories)) is the given category of example i.
    """

    categories: tuple[str, ...]
    labels: Ids
    shares: Floats


def out_of_fold(
    texts: Sequence[str],
    categories: Sequence[str],
    recipe: Recipe,
    *,
    folds: int = 5,
    seed: int = 0,
    progress: Progress | None = None,
) -> OutOfFold:
    """Judge every example by a model fitted on the other folds, each category being dealt out over all of them.

    Where an example goes follows from a hash of seed and normalised text, so equal sentences judge each other and the
    order of the data does not matter. `folds` is 2 or more. Raises DataError as `fit` does.
    """
    report = progress or (lambda done, total: None)
    report(0, folds)
    names, labels = np.unique(np.array(categories, dtype=object), return_inverse=True)
    dealt = _dealt(texts, labels, folds, seed)
    index = FeatureIndex.of(texts, recipe)
    shares = np.zeros((len(texts), len(names)), np.float32)
    with threadpool_limits(1):  # the number of threads changes the last digits of matrix products
        for fold in range(folds):
            test = np.flatnonzero(dealt == fold)
            model = fit_rows(index, texts, np.flatnonzero(dealt != fold), categories, seed=seed)
            shares[np.ix_(test, np.searchsorted(names, np.array(model.categories, dtype=object)))] = _judge(
                model, index, test
            )
            report(fold + 1, folds)
    return OutOfFold(tuple(names.tolist()), labels.astype(np.intp), shares)


def _dealt(texts: Sequence[str], labels: Ids, folds: int, seed: int) -> Ids:
    """Return the fold of each example; a category goes on where the one before it ended, so that folds are as large."""
    hashes = [blake2b(f"{seed}\0{normalise(text)}".encode("utf-8", "surrogatepass")).digest() for text in texts]
    order = sorted(range(len(texts)), key=lambda row: (labels[row], hashes[row], texts[row]))
    dealt = np.empty(len(texts), np.intp)
    dealt[order] = np.arange(len(texts)) % folds
    return dealt


def _judge(model: TextClassifier, index: FeatureIndex, rows: Ids) -> Floats:
    positions = rows.tolist()
    sparse, dense = model.features.vectors(
        [index.texts[row] for row in positions], index.dense_of(positions, model.features)
    )
    logits = model.weights.product(sparse) + model.intercept
    return softmax(logits if dense is None else logits + dense @ model.weights.dense)
