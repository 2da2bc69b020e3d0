"""Which examples ask one question in nearly the same words: copies that would answer each other across a fold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np
import numpy.typing as npt

from evaluation.splits.edit_distance import within_edits
from nlu.arrays import Sparse
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.courtesies import courtesies
from nlu.words.normalise import considered
from nlu.words.script import HAN, IS_HAN

SAME_WORDS: Final = 0.75
"""The Jaccard likeness from which a text that has all words of another is its near-copy: one word more beside three."""
OTHER_WORDS: Final = 0.8
"""The likeness above which two texts are near-copies though each has a word of its own: "by train" is not "by car"."""
LETTERS_PER_EDIT: Final = 12
"""One edit is small in so many letters, two in twice as many; more than two never are."""

_WORD: Final = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+")
_NO_DIGITS: Final = re.compile(r"\D+")
_MOST_EDITS: Final = 2
_GRAM: Final = 3
_ROWS: Final = 2000
_ROUNDING: Final = 1e-9

Ids = npt.NDArray[np.intp]


def near_copies(texts: Sequence[str]) -> list[int]:
    """Return the number of each text's group: texts of one group are near-copies, directly or by way of others.

    Two texts are near-copies when they are equal once normalised, folded and rid of courtesies and punctuation; when
    their sets of words (Chinese: of pairs of characters) have a Jaccard likeness of `SAME_WORDS`, above `OTHER_WORDS`
    where neither holds the other; or when at most one edit in `LETTERS_PER_EDIT` letters, two in all, leads from one to
    the other (not for Chinese, where one character is a word). Two that hold different numbers are two questions.

    Groups are numbered as they come. The search takes one pass of prefix-filtered joins (Chaudhuri, Ganti and Kaushik
    2006), not one over all pairs.

    >>> near_copies(["Where do I apply?", "where do i apply please", "Were do I apply", "what is the pay"])
    [0, 0, 0, 1]
    """
    return list(_groups(tuple(texts)))


@lru_cache(maxsize=1)
def _groups(texts: tuple[str, ...]) -> tuple[int, ...]:
    """Remembered: a retrain asks about the same texts for its folds and for the gate."""
    # A quarter of a second, and 18 MB, which a server that measures nothing does without.
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    runs = [_runs(text) for text in texts]
    written = ["".join(found) for found in runs]
    places = {key: i for i, key in reversed(list(enumerate(written))) if key}
    firsts = sorted({*places.values(), *(i for i, key in enumerate(written) if not key)})
    alike = chain(_same_words([_words(runs[i]) for i in firsts]), _few_edits([written[i] for i in firsts]))
    digits = [_NO_DIGITS.sub("", text) for text in written]
    pairs = [(a, b) for a, b in ((firsts[a], firsts[b]) for a, b in alike) if not _differ(digits[a], digits[b])]
    pairs += [(i, places[key]) for i, key in enumerate(written) if key]
    ends = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    graph = coo_matrix((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(len(texts), len(texts)))
    numbers: dict[int, int] = {}
    labels = connected_components(graph, directed=False)[1].tolist()
    return tuple(numbers.setdefault(label, len(numbers)) for label in labels)


def _runs(text: str) -> list[str]:
    """Return the words of a text, runs of Chinese as one, without courtesies around it: they ask for nothing."""
    written = considered(text)
    start, end = courtesies(*sorted(KNOWN_LANGUAGES)).asked(written, 1)
    return _WORD.findall(written[start:end])


def _words(runs: Sequence[str]) -> tuple[str, ...]:
    """Return the different words of a text, Chinese in pairs of characters."""
    found: dict[str, None] = {}
    for run in runs:
        if len(run) > 1 and IS_HAN.match(run):
            found.update(dict.fromkeys(run[i : i + 2] for i in range(len(run) - 1)))
        else:
            found[run] = None
    return tuple(found)


def _same_words(words: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """Two sets with that likeness share a word among the rarest of each: all but what they must have in common."""
    prefixes = [len(own) - int(np.ceil(SAME_WORDS * len(own))) + 1 if own else 0 for own in words]
    sizes = np.array([len(own) for own in words])
    for rows, columns, common in _sharing(words, prefixes):
        either = sizes[rows] + sizes[columns] - common
        within = common == np.minimum(sizes[rows], sizes[columns])
        alike = np.where(within, common >= SAME_WORDS * either - _ROUNDING, common > OTHER_WORDS * either + _ROUNDING)
        yield from zip(rows[alike].tolist(), columns[alike].tolist(), strict=True)


def _few_edits(written: Sequence[str]) -> Iterator[tuple[int, int]]:
    """One edit changes three trigrams at most: texts that few edits part share a trigram among the rarest of each."""
    edits = [_edits(text) for text in written]
    grams = [_grams(text) if most else () for text, most in zip(written, edits, strict=True)]
    prefixes = [min(len(own), _GRAM * most + 1) if most else 0 for own, most in zip(grams, edits, strict=True)]
    sizes = np.array([len(own) for own in grams])
    most = np.array(edits)
    for rows, columns, common in _sharing(grams, prefixes):
        allowed = np.minimum(most[rows], most[columns])
        likely = common >= np.maximum(sizes[rows], sizes[columns]) - _GRAM * allowed
        for a, b, few in zip(rows[likely].tolist(), columns[likely].tolist(), allowed[likely].tolist(), strict=True):
            if within_edits(written[a], written[b], few):
                yield a, b


def _edits(text: str) -> int:
    return 0 if IS_HAN.search(text) else min(_MOST_EDITS, len(text) // LETTERS_PER_EDIT)


def _grams(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text[i : i + _GRAM] for i in range(len(text) - _GRAM + 1)))


def _differ(one: str, other: str) -> bool:
    return bool(one and other and one != other)


def _sharing(sets: Sequence[Sequence[str]], prefixes: Sequence[int]) -> Iterator[tuple[Ids, Ids, Ids]]:
    """Yield rows, later rows and how much they have in common, of the sets that share one of their rarest elements."""
    from scipy import sparse

    whole = _matrix(sets)
    if not whole.nnz:
        return
    rarest = _prefixes(whole, prefixes)
    transposed = rarest.T.tocsr()
    for start in range(0, whole.shape[0], _ROWS):
        found = sparse.triu(rarest[start : start + _ROWS] @ transposed, k=start + 1).tocoo()
        rows, columns = found.row + start, found.col
        common = np.asarray(whole[rows].multiply(whole[columns]).sum(axis=1)).ravel()
        yield rows.astype(np.intp), columns.astype(np.intp), common.astype(np.intp)


def _matrix(sets: Sequence[Sequence[str]]) -> Sparse:
    """Return a row for each set; columns are numbered from the rarest element to the commonest."""
    from scipy import sparse

    often = Counter(element for own in sets for element in own)
    ranked = {element: rank for rank, (element, _) in enumerate(reversed(often.most_common()))}
    columns = [rank for own in sets for rank in sorted(ranked[element] for element in own)]
    ends = np.cumsum([0, *map(len, sets)])
    return sparse.csr_matrix((np.ones(len(columns), np.int32), columns, ends), shape=(len(sets), max(1, len(ranked))))


def _prefixes(whole: Sparse, lengths: Sequence[int]) -> Sparse:
    """Return the first elements of each row, which are its rarest."""
    from scipy import sparse

    place = np.arange(whole.nnz) - np.repeat(whole.indptr[:-1], np.diff(whole.indptr))
    kept = place < np.repeat(np.asarray(lengths), np.diff(whole.indptr))
    ends = np.concatenate([[0], np.cumsum(kept)])[whole.indptr]
    return sparse.csr_matrix((whole.data[kept], whole.indices[kept], ends), shape=whole.shape)
