"""TF-IDF over word and character n-grams: one block each, sublinear term frequency, every block of length one.

The numbers equal those of scikit-learn's `FeatureUnion` of two `TfidfVectorizer` with the same settings (a test holds
them equal); one text costs a look-up of its n-grams instead of a pass through scikit-learn's transformers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nlu.arrays import Floats, Sparse
from nlu.classifier.analysers import Analyser, Finder, analysers
from nlu.classifier.vocabulary import Lines, Vocabulary
from nlu.recipe import Recipe
from nlu.words.everyday_words import everyday_words
from nlu.words.normalise import considered
from nlu.words.spelling import Spelling

Columns = npt.NDArray[np.intp]

_NO_COLUMNS: Columns = np.empty(0, dtype=np.intp)
_NO_VALUES: Floats = np.empty(0, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class NgramBlock:
    """The n-grams of one kind that a model knows: `ids` gives the place of each in `idf`, and after column `start`.

    `found_in` gives the ids of those that stand in a considered text, as often as they do.
    """

    analyse: Analyser
    ids: Vocabulary
    start: int
    idf: Floats
    found_in: Finder

    def vector(self, text: str) -> tuple[Columns, Floats]:
        """Return the columns, ascending, and values of a considered text, of Euclidean length one (or empty)."""
        found = np.sort(self.found_in(text))
        if not len(found):
            return _NO_COLUMNS, _NO_VALUES
        is_bound = np.ones(len(found) + 1, np.bool_)
        np.not_equal(found[1:], found[:-1], out=is_bound[1:-1])
        bounds = is_bound.nonzero()[0]
        columns = found.take(bounds[:-1]).astype(np.intp)
        values = self.idf.take(columns)
        if len(columns) < len(found):
            values *= 1 + np.log((bounds[1:] - bounds[:-1]).astype(np.float32))
        values /= math.sqrt(values @ values)
        columns += self.start
        return columns, values


@dataclass(frozen=True, slots=True)
class Tfidf:
    """From a text to its TF-IDF vector over `size` columns: the word block, then the character block (or no block).

    With a `spelling` misspelt words count as the words that it reads in them.
    """

    blocks: tuple[NgramBlock, ...]
    spelling: Spelling | None = None

    @property
    def size(self) -> int:
        """Number of columns."""
        return sum(len(block.ids) for block in self.blocks)

    def vector(self, text: str) -> tuple[Columns, Floats]:
        """Return the columns (ascending, unique) and values of a considered text; empty when nothing in it is known."""
        if not self.blocks:
            return _NO_COLUMNS, _NO_VALUES
        if self.spelling is not None:
            text = self.spelling.read(text)
        parts = [block.vector(text) for block in self.blocks]
        return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])

    def matrix(self, texts: Sequence[str]) -> Sparse:
        """Return the vectors of many considered texts as CSR of shape (len(texts), size), float32."""
        from scipy import sparse  # 25 MB, which a server that learns and explains nothing does without

        vectors = [self.vector(text) for text in texts]
        ends = np.cumsum([0, *(len(columns) for columns, _ in vectors)])
        columns = np.concatenate([_NO_COLUMNS, *(v[0] for v in vectors)])
        values = np.concatenate([_NO_VALUES, *(v[1] for v in vectors)])
        return sparse.csr_matrix((values, columns.astype(np.int32), ends), shape=(len(texts), self.size))


def make_tfidf(recipe: Recipe, ngrams: Sequence[Sequence[str]], idf: Sequence[Floats]) -> Tfidf:
    """Return the TF-IDF of a recipe whose blocks know these n-grams with these weights."""
    start, blocks = 0, list[NgramBlock]()
    for analyse, grams, weights in zip(analysers(recipe), ngrams, idf, strict=True):
        ids = Vocabulary(grams if isinstance(grams, Lines) else Lines.of(grams))
        blocks.append(NgramBlock(analyse, ids, start, weights, analyse.finder(ids)))
        start += len(grams)
    return Tfidf(tuple(blocks), _spelling(recipe, blocks))


def _spelling(recipe: Recipe, blocks: Sequence[NgramBlock]) -> Spelling | None:
    """What reads misspelt words, where the model knows every word that it was taught."""
    knows_words = bool(blocks) and recipe.word_ngrams[0] == 1 and (recipe.keeps_words or recipe.min_examples == 1)
    if not recipe.spelling or not knows_words:
        return None
    return Spelling(blocks[0].ids, blocks[0].idf, recipe.spelling, everyday_words(recipe.spelling))


@dataclass(frozen=True, slots=True)
class NgramIndex:
    """The n-gram counts of a data set, cut once: TF-IDF of any part of its rows equals that fitted on that part."""

    recipe: Recipe
    ngrams: tuple[tuple[str, ...], ...]
    counts: tuple[Sparse, ...]

    @classmethod
    def of(cls, texts: Sequence[str], recipe: Recipe) -> NgramIndex:
        """Cut and count every text."""
        texts = [considered(text) for text in texts]
        counted = [analyse.count(texts) for analyse in analysers(recipe)]
        return cls(recipe, tuple(grams for grams, _ in counted), tuple(counts for _, counts in counted))

    def fit(self, rows: npt.NDArray[np.intp]) -> tuple[Tfidf, Sparse]:
        """Return the TF-IDF learnt from these rows alone and their matrix (CSR, float32, in the order of `rows`)."""
        from scipy import sparse

        least = self.recipe.min_examples
        of_a_word = 1 if self.recipe.keeps_words else least
        blocks = zip(self.ngrams, self.counts, (of_a_word, least), strict=False)  # () without TF-IDF
        fitted = [self._fit_block(grams, counts[rows], single) for grams, counts, single in blocks]
        tfidf = make_tfidf(self.recipe, [grams for grams, _, _ in fitted], [idf for _, idf, _ in fitted])
        if not fitted:
            return tfidf, sparse.csr_matrix((len(rows), 0), dtype=np.float32)
        return tfidf, sparse.hstack([matrix for _, _, matrix in fitted], format="csr")

    def _fit_block(self, grams: Sequence[str], counts: Sparse, single: int) -> tuple[list[str], Floats, Sparse]:
        """A block of n-grams; one without a blank counts where it stands in as many examples as `single` says."""
        in_examples = np.bincount(counts.indices, minlength=len(grams))
        least = [self.recipe.min_examples if " " in gram else single for gram in grams]
        kept = np.flatnonzero(in_examples >= least)
        idf = (np.log((1 + counts.shape[0]) / (1 + in_examples[kept])) + 1).astype(np.float32)
        matrix = counts[:, kept]
        matrix.data = (1 + np.log(matrix.data)) * idf[matrix.indices]
        lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
        matrix.data /= np.repeat(lengths, np.diff(matrix.indptr))
        return [grams[column] for column in kept.tolist()], idf, matrix
