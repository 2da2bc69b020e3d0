"""Signs of danger: what must stand in a sentence before anybody thinks of danger at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nlu.danger.phrases import DangerPhrases, line_of, words_of
from nlu.danger.spelling import spelt
from nlu.words.typos import Typos

ENGLISH: Final = "en"
IDIOM: Final = "idiom"
BESIDE: Final = frozenset({"fraud"})
"""Concepts that are no signs of danger: read beside one, they tell what it is about."""
_SPEAKS_FOR_ITSELF: Final = frozenset({"suicide", "self_harm", "violence"})
"""Concepts beside which nothing else is told: who is beaten is in danger, whatever contract was forged."""
_WHOLE: Final = "<"
_NO_WORD: Final = "-"
_SHORTEST: Final = 6
_SHORTEST_CHANGED: Final = 8  # a letter changed in a shorter word makes another word: klappt, kloppt
_STEM: Final = 5
_REMEMBERED: Final = 4096  # words


@dataclass(frozen=True, slots=True)
class SignLists:
    """The phrases of a language by concept ("suicide"), and idioms that only sound like danger ("dying to meet").

    A sign within an idiom is none. Words of an idiom that begins with `<` belong to no sign that begins before it or
    goes on behind it either: "my boss beats me to it" is no "my boss beats".
    """

    concepts: Mapping[str, tuple[str, ...]]
    idioms: tuple[str, ...] = ()


class Signs:
    """Finds signs of danger in the words of a sentence, with slips in long words.

    `elsewhere` are the English lists for another language: of their phrases those of two and more words count too,
    for "die" alone is no English word there. `ordinary` words are never taken for misspelt ones.

    >>> signs = Signs(SignLists({"suicide": ("end* my life", "suicide")}, ("suicide prevention",)), "en")
    >>> signs.found(spelt("thoughts of sucide", "en")), signs.found(spelt("I work in suicide prevention", "en"))
    ([(2, 3)], [])
    """

    def __init__(
        self, lists: SignLists, language: str, *, elsewhere: SignLists | None = None, ordinary: Iterable[str] = ()
    ) -> None:
        foreign = elsewhere.concepts if elsewhere is not None else {}
        by_concept = {
            concept: (*phrases, *(each for each in foreign.get(concept, ()) if " " in each))
            for concept, phrases in lists.concepts.items()
        }
        signs = {concept: phrases for concept, phrases in by_concept.items() if concept not in BESIDE}
        every = [phrase for phrases in signs.values() for phrase in phrases]
        self._any = DangerPhrases(every, language)
        self._idioms = DangerPhrases((each.removeprefix(_WHOLE).strip() for each in lists.idioms), language)
        self._whole = DangerPhrases((each[1:].strip() for each in lists.idioms if each.startswith(_WHOLE)), language)
        self._concepts = {
            f"{concept}{number}": DangerPhrases([phrase], language)
            for concept, phrases in by_concept.items()
            for number, phrase in enumerate(phrases)
        }
        self._begins = _beginnings(by_concept, language)
        self._typos, self._known, self._stems = _typos(every, language, ordinary)
        self._spelt = lru_cache(_REMEMBERED)(self._look_up)
        self._begun_by = lru_cache(_REMEMBERED)(self._look_up_beginning)

    def compile(self) -> None:
        """Compile what every sentence with a sign is searched by, so that none waits for it."""
        self._any.compile()
        self._idioms.compile()
        self._whole.compile()

    def found(self, words: list[str]) -> list[tuple[int, int]]:
        """Return where signs stand, as (first word, word after the last); none that is part of an idiom."""
        corrected = self.corrected(words)
        if not any(map(self._begun_by, corrected)):
            return []
        spans = self._any.found(self._without_idioms(words, corrected))
        if not spans:
            return []
        idioms = self._idioms.found(words)
        return [(a, b) for a, b in spans if not any(first <= a and b <= end for first, end in idioms)]

    def concepts(self, words: list[str]) -> list[str]:
        """Return what signs in these words speak of: concept and number of each phrase ("suicide3"), "idiom"."""
        corrected = self.corrected(words)
        line = line_of(self._without_idioms(words, corrected))
        likely = sorted(set[str]().union(*map(self._begun_by, corrected)))
        named = [name for name in likely if self._concepts[name].stand_in(line)]
        if any(map(_speaks_for_itself, named)):
            named = [name for name in named if concept_of(name) not in BESIDE]
        return [*named, IDIOM] if self._idioms.stand_in(line_of(words)) else named

    def read(self, words: list[str]) -> list[str]:
        """Return the words without those that belong to no sign: of idioms that begin with `<`."""
        return [word for word in self._without_idioms(words, words) if word != _NO_WORD]

    def corrected(self, words: list[str]) -> list[str]:
        """Return the words with those one slip away from a word of the lists in its spelling."""
        return [word if len(word) < _SHORTEST else self._spelt(word) for word in words]

    def _without_idioms(self, words: list[str], corrected: list[str]) -> list[str]:
        """The corrected words without those of whole idioms."""
        spans = self._whole.found(words)
        taken = {place for first, end in spans for place in range(first, end)}
        return [_NO_WORD if place in taken else word for place, word in enumerate(corrected)] if taken else corrected

    def _look_up_beginning(self, word: str) -> tuple[str, ...]:
        """Return the names of the phrases that a word, or its beginning, may be the first of."""
        starts = (word[:length] for length in range(1, len(word) + 1))
        return tuple(name for start in starts for name in self._begins.get(start, ()))

    def _look_up(self, word: str) -> str:
        return word if self._is_known(word) else self._typos.correct(word) or word

    def _is_known(self, word: str) -> bool:
        return word in self._known or word.startswith(self._stems)


def concept_of(name: str) -> str:
    """Return the concept of a phrase by its name.

    >>> concept_of("self_harm12")
    'self_harm'
    """
    return name.rstrip("0123456789")


def _speaks_for_itself(name: str) -> bool:
    return concept_of(name) in _SPEAKS_FOR_ITSELF


def _beginnings(by_concept: Mapping[str, Sequence[str]], language: str) -> dict[str, list[str]]:
    """The names of the phrases that a word, or its beginning, may be the first of."""
    found: dict[str, list[str]] = {}
    for concept, phrases in by_concept.items():
        for number, phrase in enumerate(phrases):
            for word in phrase.split()[0].split("|"):
                found.setdefault(spelt(word.removesuffix("*"), language)[0], []).append(f"{concept}{number}")
    return found


def _typos(phrases: list[str], language: str, ordinary: Iterable[str]) -> tuple[Typos, frozenset[str], tuple[str, ...]]:
    """What corrects slips in the words of the phrases, and what is none: their words, ordinary ones, their stems."""
    listed = set(words_of(phrases, language))
    whole = {word for word, is_stem in listed if not is_stem}
    stems = tuple(word for word, is_stem in listed if is_stem and len(word) >= _STEM)
    spelt_ordinary = {part for word in ordinary for part in spelt(word, language)}
    forms = {word for word in spelt_ordinary if word.startswith(stems)}
    sought = {word for word in (*whole, *stems, *forms) if len(word) >= _SHORTEST}
    return (
        Typos(sought, shortest=_SHORTEST, shortest_changed=_SHORTEST_CHANGED),
        frozenset(whole | spelt_ordinary),
        stems,
    )
