"""How often what is cut out of each of many texts stands in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from nlu.arrays import Sparse

Counts = tuple[tuple[str, ...], Sparse]
"""What was found, sorted, and how often it stands in each text: CSR of float32, columns in the same order."""


def count(cut: Iterable[Sequence[str]]) -> Counts:
    """Count what the texts were cut into."""
    from scipy import sparse  # 25 MB, which a server that learns and explains nothing does without

    ids: defaultdict[str, int] = defaultdict()
    ids.default_factory = ids.__len__  # the next number, for a piece that has none
    columns: list[int] = []
    ends = [0]
    for pieces in cut:
        columns += map(ids.__getitem__, pieces)
        ends.append(len(columns))
    order = sorted(ids)
    place = np.empty(len(ids), dtype=np.int32)
    place[[ids[piece] for piece in order]] = np.arange(len(ids), dtype=np.int32)
    found = place[np.array(columns, dtype=np.intp)]
    counts = sparse.csr_matrix((np.ones(len(found), np.float32), found, ends), shape=(len(ends) - 1, len(ids)))
    counts.sum_duplicates()
    return tuple(order), counts


def count_of_words(texts: Iterable[str], of_word: Callable[[str], Sequence[str]]) -> Counts:
    """Count what every word of the texts is cut into: each word is cut once, however often it is written."""
    words, written = count(text.split() for text in texts)
    pieces, held = count(map(of_word, words))
    counts = written @ held
    counts.sort_indices()
    return pieces, counts
