"""Fitting the strong detector on the distributions that annotators gave.

Half of its word have extremely randomised trees (Geurts, Ernst and Wehenkel 2006), half stochastic gradient boosting
(Friedman 2002). This module alone needs scikit-learn; a fitted detector judges with numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from sklearn.ensemble import ExtraTreesRegressor, GradientBoostingRegressor

from nlu.arrays import Floats
from nlu.breakdown.dialogue import LABELS, Distribution, Utterance
from nlu.breakdown.evidence import fit_evidence
from nlu.breakdown.forest import Forest
from nlu.breakdown.strong import OUTPUTS, StrongDetector
from nlu.embeddings import Embedding
from nlu.errors import DataError

Ratings: TypeAlias = Sequence[Distribution | None]
"""One for each turn of a dialogue: the shares of its annotators, None where the turn is not judged."""

_RANDOM: Final = {"n_estimators": 150, "min_samples_leaf": 4, "max_features": 0.4}
_BOOSTED: Final = {
    "n_estimators": 200,
    "learning_rate": 0.05,
    "max_depth": 5,
    "min_samples_leaf": 10,
    "max_features": 0.15,
    "subsample": 0.6,
}


def fit(
    dialogues: Sequence[Sequence[Utterance]],
    ratings: Sequence[Ratings],
    *,
    encoder: Embedding | None = None,
    threshold: float = 0.0,
    seed: int = 0,
) -> StrongDetector:
    """Return the detector learnt from rated dialogues; the same input and seed give the same detector.

    `encoder` adds sentence vectors to what the detector looks at. The label to be given is the annotators' most
    frequent one where its share is at least `threshold`, else NB. Raises DataError when the ratings do not fit the
    dialogues, a user's turn is rated, or there are too few to learn from.
    """
    contexts, shares = _rated(dialogues, ratings)
    if not shares:
        raise DataError("no turn is rated: rate some turns of the system first.")
    evidence = fit_evidence(dialogues, encoder, seed)
    rows, gold = evidence.rows(contexts), np.array(shares)
    usual = np.eye(len(LABELS))[np.where(gold.max(axis=1) >= threshold, gold.argmax(axis=1), 0)]
    return StrongDetector(evidence, _random(rows, np.hstack([gold, usual]), seed), _boosted(rows, gold, seed))


def _rated(
    dialogues: Sequence[Sequence[Utterance]], ratings: Sequence[Ratings]
) -> tuple[list[Sequence[Utterance]], list[tuple[float, float, float]]]:
    """Return the rated utterances, each the last of its context, and their shares."""
    contexts, shares = [], []
    if len(dialogues) != len(ratings):
        raise DataError(f"{len(dialogues)} dialogues and {len(ratings)} ratings: there must be one for each.")
    for number, (dialogue, of_dialogue) in enumerate(zip(dialogues, ratings, strict=True)):
        if len(dialogue) != len(of_dialogue):
            raise DataError(f"dialogue {number} has {len(dialogue)} turns and {len(of_dialogue)} ratings.")
        for place, rating in enumerate(of_dialogue):
            if rating is None:
                continue
            if not dialogue[place].by_system:
                raise DataError(f"dialogue {number}, turn {place} is the user's: only system turns are rated.")
            contexts.append(dialogue[: place + 1])
            shares.append(rating.shares())
    return contexts, shares


def _random(rows: Floats, outputs: npt.NDArray[np.float64], seed: int) -> Forest:
    """Return a forest that gives half of every output."""
    fitted = ExtraTreesRegressor(random_state=seed, **_RANDOM).fit(rows, outputs)
    trees = [one.tree_ for one in fitted.estimators_]
    return flat(trees, [tree.value[:, :, 0] / (2 * len(trees)) for tree in trees])


def _boosted(rows: Floats, shares: npt.NDArray[np.float64], seed: int) -> Forest:
    """Return a forest that gives half of every share and nothing else, one third of the trees for each."""
    trees, values = [], []
    for place, usual in enumerate(shares.mean(axis=0)):
        machine = GradientBoostingRegressor(random_state=seed, init="zero", **_BOOSTED)
        of_label = [one.tree_ for (one,) in machine.fit(rows, shares[:, place] - usual).estimators_]
        only = np.eye(OUTPUTS)[place] / 2
        trees += of_label
        values += [
            np.outer(tree.value.ravel() * machine.learning_rate + usual / len(of_label), only) for tree in of_label
        ]
    return flat(trees, values)


def flat(trees: Sequence[Any], values: Sequence[npt.NDArray[np.float64]]) -> Forest:
    """Return scikit-learn's trees as one forest, with the values (nodes, outputs) that each tree's nodes shall have.

    scikit-learn numbers nodes depth first, so a node's first child follows it.
    """
    roots = np.cumsum([0, *(tree.node_count for tree in trees[:-1])])
    leaf = np.concatenate([tree.children_left < 0 for tree in trees])
    other = np.concatenate([tree.children_right + root for tree, root in zip(trees, roots, strict=True)])
    exact = np.concatenate([tree.threshold for tree in trees])
    threshold = exact.astype(np.float32)
    threshold = np.where(threshold > exact, np.nextafter(threshold, np.float32(-np.inf)), threshold)
    return Forest(
        roots.astype(np.int32),
        np.where(leaf, 0, np.concatenate([tree.feature for tree in trees])).astype(np.int16),
        np.where(leaf, np.float32(-np.inf), threshold),
        np.where(leaf, np.arange(len(leaf)), other).astype(np.int32),
        np.concatenate(values).astype(np.float16),
        max(int(tree.max_depth) for tree in trees),
    )
