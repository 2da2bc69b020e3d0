"""Learning how much a company's guesses are worth from examples that were held back from training."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats
from nlu.classifier.calibration import EVIDENCE, SPREAD, TYPICAL, Calibration, Evidence, starting_point
from nlu.classifier.features import Vector
from nlu.classifier.text_classifier import TextClassifier
from nlu.recipe import Recipe

Flags = npt.NDArray[np.bool_]

STRENGTH: Final = 100.0
"""How firmly a calibration is held to its starting point, counted in questions (see docs/confidence.md)."""

_RISING: Final = frozenset({"log_odds", "char_nearness", "dense_nearness", "coverage"})
_FALLING: Final = frozenset({"relative_size"})
_BOUNDS: Final = tuple(
    (0.0 if name in _RISING else None, 0.0 if name in _FALLING else None) for name in (*EVIDENCE, "intercept")
)


@dataclass(frozen=True, slots=True)
class HeldBack:
    """Examples that a classifier did not learn: what it guessed on them, and what it guesses without their category.

    `texts` are as the classifier read them. `evidence` and `untaught` have the shape (examples, len(EVIDENCE)): the
    evidence for the best guess, and that for the best guess among the other categories, as if nobody had taught this
    one; the latter is wrong by its nature. `right` tells whether the best guess is the example's category, `telling`
    which rows tell anything: not those that were learnt word for word, of which nothing is known or whose category was
    not learnt at all (zero in `untaught`).
    """

    recipe: Recipe
    texts: tuple[str, ...]
    evidence: Evidence
    right: Flags
    untaught: Evidence
    telling: Flags

    def where(self, chosen: Flags) -> HeldBack:
        """Return the chosen rows."""
        texts = tuple(compress(self.texts, chosen.tolist()))
        rows = (self.evidence[chosen], self.right[chosen], self.untaught[chosen], self.telling[chosen])
        return HeldBack(self.recipe, texts, *rows)

    @classmethod
    def joined(cls, parts: Sequence[HeldBack]) -> HeldBack:
        """Return what the telling rows of all parts (one at least) tell, each text once; the parts share a recipe."""
        parts = [part.where(part.telling) for part in parts]
        texts = tuple(chain.from_iterable(part.texts for part in parts))
        columns = zip(*((part.evidence, part.right, part.untaught, part.telling) for part in parts), strict=True)
        seen = cls(parts[0].recipe, texts, *(np.concatenate(column) for column in columns))
        first = np.zeros(len(texts), bool)
        first[list({text: row for row, text in reversed(tuple(enumerate(texts)))}.values())] = True
        return seen.where(first)


def held_back(
    classifier: TextClassifier,
    texts: Sequence[str],
    categories: Sequence[str],
    judged: tuple[Floats, Sequence[Vector]] | None = None,
) -> HeldBack:
    """Return what the classifier makes of texts and their categories.

    `judged` is what its `logits` said, where that is known already; `texts` are then as it reads them.
    """
    read = list(texts) if judged else [classifier.features.read(text) for text in texts]
    place = {name: column for column, name in enumerate(classifier.categories)}
    evidence, untaught = np.zeros((len(read), len(EVIDENCE))), np.zeros((len(read), len(EVIDENCE)))
    right, telling = np.zeros(len(read), bool), np.zeros(len(read), bool)
    logits, vectors = judged or classifier.logits(read, classifier.features.dense(texts))
    for row, (text, category) in enumerate(zip(read, categories, strict=True)):
        evidence[row] = classifier.evidence(logits[row], vectors[row])
        own = place.get(category)
        right[row] = int(logits[row].argmax()) == own
        telling[row] = own is not None and text not in classifier.exact and not vectors[row].is_empty
        if telling[row]:
            others = logits[row].copy()
            others[own] = -np.inf
            untaught[row] = classifier.evidence(others, vectors[row])
    return HeldBack(classifier.recipe, tuple(read), evidence, right, untaught, telling)


def calibrate(seen: HeldBack) -> Calibration:
    """Return the calibration of highest posterior probability given what was seen; its starting point without any.

    Logistic regression with a Gaussian prior around the starting point. The guesses without the right category weigh as
    much as makes them the recipe's `negative_prior` of all. More evidence never makes a guess less sure, and a larger
    category never surer.
    """
    prior, seen = seen.recipe.negative_prior, seen.where(seen.telling)
    start, n = starting_point(prior, seen.recipe.embedding), len(seen.right)
    if not n:
        return start
    shown = (np.concatenate([seen.evidence, seen.untaught]) - TYPICAL) / SPREAD
    scaled = np.column_stack([shown, np.ones(2 * n)])
    right = np.concatenate([seen.right, np.zeros(n)])
    weights = np.repeat([1 - prior, prior], n)
    centre = np.array([*start.coefficients, start.intercept])

    def loss(point: Evidence) -> tuple[float, Evidence]:
        scores, away = scaled @ point, point - centre
        misfit = weights @ (np.logaddexp(0, scores) - right * scores)
        slopes = weights * (1 / (1 + np.exp(-scores)) - right)
        return float(misfit + STRENGTH / 2 * away @ away), scaled.T @ slopes + STRENGTH * away

    from scipy.optimize import minimize  # half a second to import, which a server that learns nothing does not have

    found = minimize(loss, centre, jac=True, method="L-BFGS-B", bounds=_BOUNDS).x.tolist()
    return Calibration(tuple(found[:-1]), found[-1])
