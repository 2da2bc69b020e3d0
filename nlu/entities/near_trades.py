"""A trade that no list knows by its name: the one whose names are most alike. Pure.

"Lock fitter's mate" and "poseur de bardeaux" stand in no list, but beside names of one trade they have most in common.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np

from nlu.classifier.vocabulary import Lines, Vocabulary
from nlu.entities.professions import Profession
from nlu.words.ngrams import of_word
from nlu.words.text_words import key

_SIZES: Final = {"zh": (1, 3)}
_OTHER_SIZES: Final = (3, 5)
"""Characters of the n-grams that names have in common."""
_NAMES: Final = 3
"""So many names of a trade speak for it, the likest ones."""
_LIKE: Final = {"zh": 1.2}
_OTHERS_LIKE: Final = 1.5
_AHEAD: Final = 0.2
"""What the likeness to these names comes to at least, of 3, and by how much it is before the next trade's.

Of names left out of the lists (a tenth) .58, .60, .67 and .43 are told (en, de, fr, zh), of which .84, .90, .90 and .89
rightly.
"""


class NearTrades:
    """Tells trades of one language by names that are like theirs; the names are read with the first one."""

    def __init__(self, professions: Sequence[Profession], language: str) -> None:
        self._professions, self._language = professions, language

    def guess(self, said: str) -> str | None:
        """Return the id of the trade that a name must mean; None where none is likely, or two are."""
        likely = sorted(self._likeness(said).items(), key=lambda each: -each[1])[:2]
        if not likely:
            return None
        (trade, most), next_most = likely[0], likely[1][1] if len(likely) > 1 else 0.0
        return trade if most >= _LIKE.get(self._language, _OTHERS_LIKE) and most - next_most >= _AHEAD else None

    def _likeness(self, said: str) -> dict[str, float]:
        """How much a name is like the names of each trade that shares anything with it."""
        index, grams = self._index, self._grams(said)
        weights = {gram: index.rarity(gram) for gram in grams}
        shared: dict[int, float] = defaultdict(float)
        for gram, weight in weights.items():
            for name in index.holding(gram):
                shared[name] += weight * weight
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        likeness: dict[str, list[float]] = defaultdict(list)
        for name, common in shared.items():
            likeness[index.trades[name]].append(common / (length * index.lengths[name]))
        return {trade: sum(sorted(all_of_it)[-_NAMES:]) for trade, all_of_it in likeness.items()}

    @cached_property
    def _index(self) -> _Index:
        names: dict[str, str] = {}
        for profession in self._professions:
            for form in profession.forms.get(self._language, ()):
                names.setdefault(key(form), profession.id)
        return _Index([self._grams(name) for name in names], list(names.values()))

    def _grams(self, name: str) -> frozenset[str]:
        """Chinese names are one word."""
        sizes = _SIZES.get(self._language, _OTHER_SIZES)
        spoken = key(name)
        words = [spoken.replace(" ", "")] if self._language == "zh" else spoken.split()
        return frozenset(gram for word in words for gram in of_word(word, sizes))


class _Index:
    """The n-grams of names, with the numbers of the names that hold them, and the trade that each name belongs to."""

    def __init__(self, grams: Sequence[frozenset[str]], trades: Sequence[str]) -> None:
        self.trades = trades
        rows: dict[str, int] = {}
        held = np.array([rows.setdefault(gram, len(rows)) for its in grams for gram in its], np.int32)
        name_of = np.repeat(np.arange(len(grams), dtype=np.int32), [len(its) for its in grams])
        self._grams = Vocabulary(Lines.of(rows))
        self._names = name_of[np.argsort(held, kind="stable")]
        holders = np.bincount(held, minlength=len(rows))
        self._ends = np.cumsum(holders, dtype=np.int32)
        squares = np.log((1 + len(trades)) / (1 + holders)) + 1.0
        self.lengths = np.sqrt(np.bincount(name_of, squares[held] ** 2, minlength=len(grams)))

    def holding(self, gram: str) -> list[int]:
        """Return the numbers of the names that hold an n-gram."""
        row = self._grams.number(gram)
        if row is None:
            return []
        names: list[int] = self._names[self._ends[row - 1] if row else 0 : self._ends[row]].tolist()
        return names

    def rarity(self, gram: str) -> float:
        """The fewer names hold an n-gram, the more it says."""
        return 1.0 + math.log((1 + len(self.trades)) / (1 + len(self.holding(gram))))
