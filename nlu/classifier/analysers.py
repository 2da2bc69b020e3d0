"""What cuts a considered text into the n-grams that classifiers count: those of words, and those of characters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Protocol

import numpy as np

from nlu.classifier.counting import Counts, count, count_of_words
from nlu.classifier.vocabulary import Keys, Places, Vocabulary, keys_of
from nlu.recipe import TFIDF, Recipe
from nlu.words.concepts import Concepts
from nlu.words.negation import Negation, negation
from nlu.words.ngrams import Range, char_ngrams, of_word, word_ngrams
from nlu.words.thesaurus import thesaurus

CONCEPT_MARK = "\u00a7"
"""What the name of a concept begins with among the word n-grams, none of which can hold it."""

_OF_ONE_TURN = 64  # texts
_REMEMBERED = 4096  # words, some 300 bytes each

Cut = Callable[[str], list[str]]
Finder = Callable[[str], Places]


class Analyser(Protocol):
    """Cuts texts into n-grams of one kind; it never changes, so threads may share one."""

    def __call__(self, text: str) -> list[str]:
        """Return the n-grams of a considered text, as often as they stand in it."""

    def count(self, texts: Sequence[str]) -> Counts:
        """Return the n-grams of many considered texts, and how often each stands in which."""

    def finder(self, ids: Vocabulary) -> Finder:
        """Return what gives the ids of those n-grams of a text that are known, in the same order."""


@dataclass(frozen=True, slots=True)
class WordAnalyser:
    """Cuts word n-grams and what counts beside them, part by part; a message is cut once in a turn for all models."""

    parts: tuple[Cut, ...]

    def __call__(self, text: str) -> list[str]:
        """Return the n-grams of one part after the other."""
        return [gram for part in self.parts for gram in part(text)]

    def count(self, texts: Sequence[str]) -> Counts:
        """Return what is counted of all parts."""
        return count(map(self, texts))

    def finder(self, ids: Vocabulary) -> Finder:
        """Return what looks up the keys of all parts."""
        keys = [_cut_once(part) for part in self.parts]
        return lambda text: ids.numbers_by(np.concatenate([of_part(text) for of_part in keys]))


@dataclass(frozen=True, slots=True)
class CharacterAnalyser:
    """Cuts character n-grams of these sizes; as none reaches beyond a word, the ids of the last words are kept."""

    sizes: Range

    def __call__(self, text: str) -> list[str]:
        """Return the n-grams of one word after the other."""
        return char_ngrams(text, self.sizes)

    def count(self, texts: Sequence[str]) -> Counts:
        """Return what is counted in the words of the texts, which are fewer than they are long."""
        return count_of_words(texts, partial(of_word, sizes=self.sizes))

    def finder(self, ids: Vocabulary) -> Finder:
        """Return what looks up each word."""
        of_word_before = lru_cache(_REMEMBERED)(partial(_of_word, ids, self.sizes))
        return lambda text: np.frombuffer(b"".join(map(of_word_before, text.split())), np.int32)


def analysers(recipe: Recipe) -> tuple[Analyser, ...]:
    """Return what cuts a considered text into the n-grams of each block; () for a recipe without TF-IDF.

    Beside word n-grams stand concepts and what is denied, where the recipe wants them.
    """
    if TFIDF not in recipe.features:
        return ()
    parts = [_part(word_ngrams, sizes=recipe.word_ngrams)]
    if recipe.concepts:
        parts.append(_part(_concepts, thesaurus=thesaurus(recipe.concepts)))
    if recipe.negation:
        parts.append(_part(_denied, negation=negation(recipe.negation), sizes=recipe.word_ngrams))
    return WordAnalyser(tuple(parts)), CharacterAnalyser(recipe.char_ngrams)


@cache
def _part(cut: Callable[..., list[str]], **how: Any) -> Cut:
    """One for all recipes that cut the same in the same way."""
    return partial(cut, **how)


@cache
def _cut_once(part: Cut) -> Callable[[str], Keys]:
    """What gives the keys of the n-grams of a text, which is kept for a turn."""
    return lru_cache(_OF_ONE_TURN)(lambda text: keys_of(part(text)))


def _of_word(ids: Vocabulary, sizes: Range, word: str) -> bytes:
    """Kept as bare numbers, which take a quarter of a tuple's memory and are put together at once."""
    return ids.numbers_of(of_word(word, sizes)).tobytes()


def _concepts(text: str, thesaurus: Concepts) -> list[str]:
    return [CONCEPT_MARK + name for name in thesaurus.found_in(text)]


def _denied(text: str, negation: Negation, sizes: Range) -> list[str]:
    return negation.ngrams(text, sizes)
