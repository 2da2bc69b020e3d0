"""Confident learning: which examples are probably in the wrong category?

Northcutt, Jiang & Chuang (2021), "Confident Learning: Estimating Uncertainty in Dataset Labels", section 3. Written out
here because it is thirty lines: cleanlab finds the same (docs/measuring.md) and would bring pandas along.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evaluation.fitting.out_of_fold import OutOfFold

Counts = npt.NDArray[np.float64]
Ids = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class LabelError:
    """Example `row` looks like `suggested`; `own` and `other` in [0, 1] are the probabilities of the two categories."""

    row: int
    suggested: str
    own: float
    other: float


def label_errors(judged: OutOfFold, *, min_examples: int = 1) -> list[LabelError]:
    """Return the examples that both ways of pruning hold for wrong, the least likely under its own category first.

    Pruned are, of each category, as many as the calibrated confident joint says, the least likely first (prune by
    class), and, for each pair of categories, as many as it says, those whose margin speaks most for the other (prune by
    noise rate). Ranked by self-confidence: on 3 % flipped labels of the demo company it puts more flipped ones in front
    than the normalised margin does. Categories of fewer than `min_examples` are not judged.
    """
    if not len(judged.labels):
        return []
    shares, labels = judged.shares.astype(float), judged.labels
    own = shares[np.arange(len(labels)), labels]
    joint = confident_joint(judged)
    wrong = _by_class(joint, own, labels) & _by_noise_rate(joint, shares, labels)
    wrong &= shares.argmax(axis=1) != labels
    wrong &= np.bincount(labels)[labels] >= min_examples
    rows = np.flatnonzero(wrong)
    return [
        LabelError(row, judged.categories[shares[row].argmax()], float(own[row]), float(shares[row].max()))
        for row in rows[np.argsort(own[rows], kind="stable")].tolist()
    ]


def confident_joint(judged: OutOfFold) -> Counts:
    """Return how many examples given category i (rows) are thought to be of category j, each row adding up to i's size.

    An example counts for the likeliest category among those whose probability reaches the mean that the category's own
    examples give it (equations 1 and 2), calibrated to the sizes of the categories (equation 3, times n).
    """
    shares, labels, size = judged.shares.astype(float), judged.labels, len(judged.categories)
    sizes = np.bincount(labels, minlength=size)
    own = shares[np.arange(len(labels)), labels]
    thresholds = np.bincount(labels, own, minlength=size) / np.maximum(sizes, 1)
    # A category that no model ever recognised has no threshold to reach.
    confident = np.where((shares >= thresholds) & (thresholds > 0), shares, 0.0)
    counted = np.flatnonzero(confident.any(axis=1))
    joint = np.zeros((size, size))
    np.add.at(joint, (labels[counted], confident[counted].argmax(axis=1)), 1)
    totals = joint.sum(axis=1, keepdims=True)
    calibrated: Counts = joint * sizes[:, np.newaxis] / np.where(totals > 0, totals, 1)
    return calibrated


def _by_class(joint: Counts, own: Counts, labels: Ids) -> npt.NDArray[np.bool_]:
    chosen = np.zeros(len(labels), np.bool_)
    for category, wrong in enumerate((joint.sum(axis=1) - joint.diagonal()).round().astype(int).tolist()):
        rows = np.flatnonzero(labels == category)
        chosen[rows[np.argsort(own[rows], kind="stable")[:wrong]]] = True
    return chosen


def _by_noise_rate(joint: Counts, shares: Counts, labels: Ids) -> npt.NDArray[np.bool_]:
    chosen = np.zeros(len(labels), np.bool_)
    for given, true in zip(*np.nonzero(joint.round()), strict=True):
        if given != true:
            rows = np.flatnonzero(labels == given)
            margins = shares[rows, given] - shares[rows, true]
            chosen[rows[np.argsort(margins, kind="stable")[: round(joint[given, true])]]] = True
    return chosen
