"""What each word says of the language it is in: naive Bayes over words and the character n-grams of a word.

A word that several languages use ("in", "job", "Berlin") says how often each uses it, which is little. Any other word,
known or misspelt, says what its n-grams say: multinomial naive Bayes (Dunning, Statistical Identification of Language,
1994; Lui and Baldwin, langid.py, 2012). Learning is counting, so the same examples give the same figures everywhere.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from nlu.classifier.vocabulary import Lines, Vocabulary
from nlu.errors import DataError

_SIZES = range(1, 6)
_NGRAM_SMOOTHING = 0.05
_WORD_SMOOTHING = 0.5
_OVERLAP = len(_SIZES)  # a character stands in n-grams of five sizes, which naive Bayes takes for independent
_REMEMBERED = 8192  # words
_MOST = 6.0  # nats by which one word, the name of an office say, may speak against a language at most

Scores = tuple[float, ...]


class WordLikelihoods:
    """Log-likelihoods of words in each of `languages`, in nats; it never changes, so threads may share one."""

    def __init__(
        self,
        languages: tuple[str, ...],
        shared: tuple[Vocabulary, npt.NDArray[np.float64]],
        ngrams: Vocabulary,
        table: npt.NDArray[np.float32],
    ) -> None:
        self.languages = languages
        self._shared, self._ngrams, self._table = shared, ngrams, table
        self._of_word = lru_cache(_REMEMBERED)(self._read)

    def of(self, words: Iterable[str]) -> dict[str, float]:
        """Return the log-likelihood of casefolded words in each language, up to a constant; all 0 without words."""
        nothing = (0.0,) * len(self.languages)
        scores = map(sum, zip(nothing, *map(self._of_word, words), strict=True))
        return dict(zip(self.languages, scores, strict=True))

    def _read(self, word: str) -> Scores:
        words, scores = self._shared
        if (place := words.number(word)) is not None:
            return _bounded(scores[place].tolist())
        rows = self._ngrams.numbers_of(_ngrams(word))
        return _bounded((self._table[rows].sum(axis=0, dtype=np.float64) / _OVERLAP).tolist())


def _bounded(scores: list[float]) -> Scores:
    most = max(scores)
    return tuple(max(score - most, -_MOST) for score in scores)


def fit_evidence(examples: Iterable[tuple[Iterable[str], str]]) -> WordLikelihoods:
    """Return the evidence of (casefolded words, language) examples; raises DataError without two languages."""
    words: dict[str, Counter[str]] = {}
    for text, language in examples:
        words.setdefault(language, Counter()).update(text)
    languages = tuple(sorted(language for language, counted in words.items() if counted))
    if len(languages) < 2:
        raise DataError("telling languages apart needs examples of at least two")
    counts = [words[language] for language in languages]
    return WordLikelihoods(languages, _shared(counts), *_ngram_table(counts))


def _shared(counts: list[Counter[str]]) -> tuple[Vocabulary, npt.NDArray[np.float64]]:
    """The words that several languages use, and rows of what they say.

    Smoothing in proportion to its words keeps a small language small.
    """
    totals = [counted.total() for counted in counts]
    added = [_WORD_SMOOTHING * total / max(totals) for total in totals]
    in_languages = Counter(word for counted in counts for word in counted)
    words = [word for word, number in in_languages.items() if number > 1]
    scores = [
        [math.log((c[word] + a) / total) for c, a, total in zip(counts, added, totals, strict=True)] for word in words
    ]
    return Vocabulary(Lines.of(words)), np.array(scores, np.float64).reshape(len(words), len(counts))


def _ngram_table(counts: list[Counter[str]]) -> tuple[Vocabulary, npt.NDArray[np.float32]]:
    """The row of each n-gram, and rows of log-likelihoods with a column for each language."""
    rows: dict[str, int] = {}
    found = []
    for counted in counts:
        ids, sizes = array("i"), []
        for word in counted:
            grams = _ngrams(word)
            ids.extend([rows.setdefault(gram, len(rows)) for gram in grams])
            sizes.append(len(grams))
        found.append((ids, np.repeat(list(counted.values()), sizes)))
    table = np.stack([np.bincount(ids, times, minlength=len(rows)) for ids, times in found], axis=1) + _NGRAM_SMOOTHING
    return Vocabulary(Lines.of(rows)), np.log(table / table.sum(axis=0)).astype(np.float32)


def _ngrams(word: str) -> list[str]:
    """Unlike those of `nlu.words.ngrams` not remembered: most of the words that are learnt are never asked for."""
    padded = f" {word} "
    return [padded[i : i + size] for size in _SIZES for i in range(len(padded) - size + 1)]
