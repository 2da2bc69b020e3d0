"""Words as typed brought to the words that names of professions are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from nlu.entities.inflection import uninflected
from nlu.entities.profession_words import OTHER_WORDS, never_corrected
from nlu.words.compounds import main_word, untranscribed, without_work
from nlu.words.typos import Typos

_REMEMBERED = 8192  # words


class ProfessionSpelling:
    """The words of all `names` known in a language, and which a word stands for; misspelt are the `own` ones only."""

    def __init__(self, names: Iterable[str], own: Iterable[str], language: str) -> None:
        self._language = language
        self._never_corrected = never_corrected(language)
        self._other_words = OTHER_WORDS.get(language, ())
        names = list(names)
        self._single = frozenset(name for name in names if " " not in name)
        self._vocabulary = frozenset(word for name in names for word in name.split())
        self._typos = Typos({word for name in own for word in name.split()})
        self._look_up = lru_cache(_REMEMBERED)(self._meant)

    def known(self, folded: str, plain: str) -> str:
        """Return the known word for one with the folded form `folded` and the uninflected `plain`, or `plain`.

        In German also a word typed without umlauts, and the profession in a compound; then a word one slip away.
        """
        return plain if plain in self._vocabulary else self._look_up(folded, plain)

    def _meant(self, folded: str, plain: str) -> str:
        if self._language == "de":
            found = next((name for name in self._german(folded) if name in self._single), None)
            if found:
                return found
        return self._corrected(folded, plain) or plain

    def holds_work(self, folded: str) -> bool:
        """Whether a word names work itself: `pflegejobs`."""
        return self._language == "de" and bool(without_work(folded))

    def _corrected(self, folded: str, plain: str) -> str | None:
        if folded in self._never_corrected or plain in self._never_corrected:
            return None
        meant = self._typos.correct(plain)
        other = meant and any(plain.endswith(typed) and meant.endswith(known) for typed, known in self._other_words)
        return None if other else meant

    def _german(self, folded: str) -> Iterator[str]:
        plain = untranscribed(folded)
        yield self._plain(plain)
        for part in without_work(plain):
            yield self._plain(part)
        head = main_word(self._plain(plain), self._single)
        if head:
            yield head

    def _plain(self, word: str) -> str:
        return uninflected(word, self._language)
