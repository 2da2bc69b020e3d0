"""A text classifier that answers straight from its arrays: n-gram look-up, row gather, softmax."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats
from nlu.classifier.calibration import SMALLEST_ODDS, Calibration, Evidence, likeness_in, starting_point
from nlu.classifier.examples import Examples
from nlu.classifier.features import FeatureIndex, Features, Vector, Vectors
from nlu.classifier.logistic import Softmax, Start, fit_softmax, softmax
from nlu.classifier.vocabulary import KnownStrings, Lines, Vocabulary
from nlu.classifier.warm_start import WarmStart
from nlu.classifier.weights import Weights
from nlu.errors import DataError
from nlu.recipe import Recipe
from nlu.understanding import Guess
from nlu.words.normalise import CONSIDERED_CHARACTERS

_BATCH = 1000
BELOW_CERTAIN = float(np.nextafter(np.float32(1), np.float32(0)))
"""The largest confidence of a guess: only an example word for word has confidence 1."""


@dataclass(frozen=True, slots=True)
class TextClassifier:
    """Ranks categories for a text; immutable, so threads may share one.

    `weights` has the shape (features.size, len(categories)), `intercept`, float32, (len(categories),); `exact` has
    for the training examples, as `features.read` gives them, the place of their category. `calibration` makes the
    confidence of the best guess; None takes the probabilities as they come.
    """

    recipe: Recipe
    seed: int
    categories: tuple[str, ...]
    features: Features
    weights: Weights
    intercept: Floats
    examples: Examples
    exact: KnownStrings
    calibration: Calibration | None = None

    @property
    def size_bytes(self) -> int:
        """Bytes of the arrays, which are nearly all of a classifier's memory."""
        idf = sum(block.idf.nbytes for block in self.features.tfidf.blocks)
        return self.weights.nbytes + self.intercept.nbytes + idf + self.examples.nbytes

    def without_examples(self) -> TextClassifier:
        """Return one that ranks alike, knows no nearest example and cannot be saved; not where they calibrate it."""
        if self.calibration is not None:
            raise ValueError("the confidences of a calibrated classifier hang on its examples")
        return replace(self, examples=self.examples.none(), exact=self.exact.unlisted())

    def is_example(self, text: str) -> bool:
        """Tell whether the text, as it is read, is a training example of one category."""
        return self.features.read(text) in self.exact

    def rank(self, text: str, limit: int | None = 5, *, said: str | None = None) -> tuple[Guess, ...]:
        """Return the `limit` best categories (None: all), best first; () when nothing in the text is known.

        A training example, compared as it is read, has its category first with confidence 1. An embedding
        reads what was `said` where the text is not that (None: it is).
        """
        said, text = said or text, self.features.read(text)
        return self.ranked(text, self.features.vector(text, said), limit)

    def ranked(self, text: str, vector: Vector, limit: int | None = 5) -> tuple[Guess, ...]:
        """Return what `rank` returns for a text as `features.read` gives it, whose vector is known already."""
        exact = self.exact.number(text)
        if exact is None and vector.is_empty:
            return ()
        logits = vector.values @ self.weights.take(vector.columns) + self.intercept
        if vector.dense is not None:
            logits += vector.dense @ self.weights.dense
        return self._judged(logits, vector, exact, limit)

    def rank_batch(
        self, texts: Sequence[str], limit: int | None = 5, *, dense: Floats | None = None
    ) -> list[tuple[Guess, ...]]:
        """Return what `rank` returns for each text, faster for many; `dense` where their embedding is known already."""
        rankings: list[tuple[Guess, ...]] = []
        for start in range(0, len(texts), _BATCH):
            said = texts[start : start + _BATCH]
            part = [self.features.read(text) for text in said]
            known = self.features.dense(said) if dense is None else dense[start : start + _BATCH]
            logits, vectors = self.logits(part, known)
            rankings += self.rankings(part, logits, vectors, limit)
        return rankings

    def rankings(
        self,
        texts: Sequence[str],
        logits: Floats,
        vectors: Sequence[Vector],
        limit: int | None = 5,
        evidence: Evidence | None = None,
    ) -> list[tuple[Guess, ...]]:
        """Return what `rank` returns for texts as `features.read` gives them, whose `logits` are known already.

        So may `evidence` be, a row for each.
        """
        rankings: list[tuple[Guess, ...]] = []
        for place, (text, row, vector) in enumerate(zip(texts, logits, vectors, strict=True)):
            exact = self.exact.number(text)
            if exact is None and vector.is_empty:
                rankings.append(())
                continue
            rankings.append(self._judged(row, vector, exact, limit, None if evidence is None else evidence[place]))
        return rankings

    def logits(self, texts: Sequence[str], dense: Floats | None) -> tuple[Floats, list[Vector]]:
        """Return the logits of texts as `features.read` gives them, and the texts' vectors.

        The logits have the shape (len(texts), len(categories)); `dense` is what `features.dense` makes of the texts as
        they were said.
        """
        known = self.features.vectors(texts, dense)
        logits: Floats = self.weights.product(known.sparse) + self.intercept
        if known.dense is not None:
            logits += known.dense @ self.weights.dense
        return logits, [known.row(place) for place in range(len(texts))]

    def evidence(self, logits: Floats, vector: Vector) -> list[float]:
        """Return the evidence for the category of the largest of these logits, in the order of EVIDENCE."""
        best = int(logits.argmax())
        powers = np.exp(logits - logits[best])
        others = max(float(powers.sum()) - 1, SMALLEST_ODDS)
        tfidf = self.features.tfidf
        words = len(tfidf.blocks[0].ids) if tfidf.blocks else 0
        nearness = self.examples.nearness(best, vector, tfidf.size, words)
        coverage, length = self.examples.coverage(best, vector, words), math.log1p(len(vector.columns))
        return [-math.log(others), *nearness, coverage, length, math.log(self.examples.relative_size(best))]

    def nearest(self, text: str, limit: int = 5, *, said: str | None = None) -> tuple[tuple[str, str, float], ...]:
        """Return example, category and cosine of the `limit` examples nearest to the text, nearest first.

        The cosine, in [-1, 1], is the mean of the blocks'; () when nothing in the text is known, and for a model of a
        file of format 1, which kept no texts. `said` is as in `rank`.
        """
        vector = self.features.vector(self.features.read(text), said or text)
        if vector.is_empty:
            return ()
        found = self.examples.nearest(vector, self.features.tfidf.size, limit)
        return tuple((example, self.categories[place], cosine) for example, place, cosine in found)

    def _judged(
        self, logits: Floats, vector: Vector, exact: int | None, limit: int | None, evidence: Evidence | None = None
    ) -> tuple[Guess, ...]:
        """The guesses with the calibrated confidence of the best one, of which the others keep their share."""
        shares = softmax(logits / np.float32(self.recipe.temperature))
        if self.calibration is None:
            return self._ranking(shares, None, exact, limit)
        known = np.array(self.evidence(logits, vector)) if evidence is None else evidence
        sure = self.calibration.confidence(known)
        return self._ranking(shares * np.float32(sure / shares.max()), likeness_in(known), exact, limit)

    def _ranking(
        self, confidences: Floats, likeness: float | None, exact: int | None, limit: int | None
    ) -> tuple[Guess, ...]:
        """The best guess is that of which the likeness is known."""
        order = (-confidences).argsort(kind="stable")[:limit]
        certainty = np.minimum(confidences[order], np.float32(BELOW_CERTAIN)).tolist()
        guesses = tuple(
            Guess(self.categories[i], c, None if place else likeness)
            for place, (i, c) in enumerate(zip(order.tolist(), certainty, strict=True))
        )
        if exact is None:
            return guesses
        name = self.categories[exact]
        return (Guess(name, 1.0), *(guess for guess in guesses if guess.intent != name))[:limit]


def fit(
    texts: Sequence[str],
    categories: Sequence[str],
    recipe: Recipe,
    *,
    seed: int = 0,
    said: Sequence[str] | None = None,
) -> TextClassifier:
    """Return a classifier learnt from parallel lists of texts and their categories.

    An embedding reads what was `said`, a third parallel list, where the texts are not that (None: they are).
    Raises DataError when the lists differ in length, fewer than two categories are named or no text has a word in it.
    """
    return fit_rows(FeatureIndex.of(texts, recipe, said), texts, np.arange(len(texts)), categories, seed=seed)


def fit_from(
    texts: Sequence[str], categories: Sequence[str], recipe: Recipe, *, seed: int = 0, begin: WarmStart | None = None
) -> tuple[TextClassifier, WarmStart]:
    """Return what `fit` does, and where the fit ended, at which one of nearly the same texts may `begin`.

    Begun elsewhere it ends elsewhere, as near to the minimum as the recipe's tolerance wants it.
    """
    index = FeatureIndex.of(texts, recipe)
    learnt, fitted = _learn(index, texts, np.arange(len(texts)), categories, seed, begin)
    return learnt, WarmStart.of(index.texts, learnt.categories, fitted)


def fit_rows(
    index: FeatureIndex, texts: Sequence[str], rows: npt.NDArray[np.intp], categories: Sequence[str], *, seed: int = 0
) -> TextClassifier:
    """Return the classifier that `fit` would learn from `rows` of the indexed texts; `categories` of all the texts."""
    return _learn(index, texts, rows, categories, seed)[0]


def _learn(
    index: FeatureIndex,
    texts: Sequence[str],
    rows: npt.NDArray[np.intp],
    categories: Sequence[str],
    seed: int,
    begin: WarmStart | None = None,
) -> tuple[TextClassifier, Softmax]:
    if len(texts) != len(categories):
        raise DataError(f"{len(texts)} texts but {len(categories)} categories: give one category for each text")
    names, labels = np.unique(np.array([categories[row] for row in rows], dtype=object), return_inverse=True)
    if len(names) < 2:
        raise DataError("training needs examples of at least two categories")
    features, vectors = index.fit(rows)
    if not vectors.sparse.nnz and (vectors.dense is None or not vectors.dense.any()):
        raise DataError("training needs examples with words in them")
    taught = [texts[row] for row in rows]
    recipe, read = index.recipe, [index.texts[row] for row in rows]
    start = begin.at(read, names.tolist()) if begin else None
    fitted = _fit_weights(features, vectors, labels, len(names), recipe, start)
    sizes = np.log(np.bincount(labels, minlength=len(names)))
    correction = recipe.size_correction * (sizes - sizes.mean())
    classifier = TextClassifier(
        recipe,
        seed,
        tuple(names.tolist()),
        features,
        Weights.of(fitted.weights, features.tfidf.size),
        fitted.intercept - correction.astype(np.float32),
        Examples.of(vectors, [_shown(text) for text in taught], labels, len(names), features.n_blocks),
        _exact(read, labels.tolist()),
        starting_point(recipe.negative_prior, recipe.embedding) if recipe.calibrated else None,
    )
    return classifier, fitted


def _fit_weights(
    features: Features,
    vectors: Vectors,
    labels: npt.NDArray[np.intp],
    n_labels: int,
    recipe: Recipe,
    begin: Start | None,
) -> Softmax:
    """Fit with each block as long as the recipe says; the weights returned are for blocks of length one."""
    sparse, dense = vectors
    longer = np.float32(recipe.dense_weight)
    lengths = _block_lengths(features, recipe.char_weight)
    fitted = fit_softmax(
        sparse.multiply(lengths).tocsr(),
        labels,
        n_labels,
        c=recipe.regularisation,
        tolerance=recipe.tolerance,
        max_iterations=recipe.max_iterations,
        dense=None if dense is None else dense * longer,
        begin=begin,
    )
    fitted.weights[: len(lengths)] *= lengths[:, np.newaxis]
    fitted.weights[len(lengths) :] *= longer
    return fitted


def _block_lengths(features: Features, char_weight: float) -> Floats:
    lengths = np.ones(features.tfidf.size, np.float32)
    for block in features.tfidf.blocks[1:]:
        lengths[block.start :] = char_weight
    return lengths


def _shown(text: str) -> str:
    """An example as it is shown to people: on one line, no longer than what was read of it."""
    return " ".join(text[:CONSIDERED_CHARACTERS].split())


def _exact(texts: Sequence[str], labels: Sequence[int]) -> Vocabulary:
    """The examples that name one category; one that stands in two is left to the model."""
    found: dict[str, int] = {}
    unclear: set[str] = set()
    for text, label in zip(texts, labels, strict=True):
        if found.setdefault(text, label) != label:
            unclear.add(text)
    clear = {text: label for text, label in found.items() if text and text not in unclear}
    return Vocabulary(Lines.of(clear), np.array(list(clear.values()), dtype=np.int32))
