"""What words mean: a thesaurus of work and hiring, whose concepts are the same in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nlu.errors import DataError
from nlu.words.ngrams import words_in
from nlu.words.normalise import considered
from nlu.words.script import IS_HAN, SPOKEN_SCRIPTS, WORD, script_of

_STAR: Final = "*"
_SHORTEST_INSIDE: Final = 4
_REMEMBERED: Final = 8192  # words
_OF_ONE_TURN: Final = 64
"""Texts whose concepts are kept: several classifiers read the same message."""

_Begun = tuple[tuple[str, ...], tuple[tuple[tuple[str, ...], str], ...]]
_END: Final[_Begun] = ((), ())
"""What stands after the last word, with which no phrase goes on."""


@dataclass(frozen=True, slots=True)
class Concept:
    """One meaning: the forms of each language that name it, and the wider concept that it is a kind of ("": none).

    A form is a word or a phrase; `word*` stands for any ending, `*word*` for any word that holds it.
    """

    name: str
    broader: str
    forms: Mapping[str, tuple[str, ...]]


class Concepts:
    """Finds the concepts of one language in a considered text; it never changes, so threads may share one.

    >>> leave = Concept("leave", "", {"en": ("holiday*", "days off"), "zh": ("年假",)})
    >>> days = Concepts([leave, Concept("unpaid_leave", "leave", {"en": ("unpaid leave",)})], "en")
    >>> days.found_in("how many holidays or days off"), days.found_in("is unpaid leave possible")
    (['leave', 'leave'], ['unpaid_leave', 'leave'])
    """

    def __init__(self, concepts: Iterable[Concept], language: str) -> None:
        table = {concept.name: concept for concept in concepts}
        self._meanings = {name: tuple(_with_broader(name, table)) for name in table}
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._han: dict[str, str] = {}
        patterns: set[str] = set()
        for concept in table.values():
            for form in concept.forms.get(language, ()):
                read = read_form(form)
                if IS_HAN.search(read):
                    self._han[read] = concept.name
                else:
                    phrase = tuple(read.split())
                    patterns.update(phrase)
                    self._phrases.setdefault(phrase[0], []).append((phrase, concept.name))
        self._longest = _longest_by_first(self._han)
        self._patterns = _Patterns(patterns)
        self._found_in = lru_cache(_OF_ONE_TURN)(self._look_up)
        self._begun_by = lru_cache(_REMEMBERED)(self._look_up_word)

    def found_in(self, text: str) -> list[str]:
        """Return the concepts that a considered text names, each with all that are broader, as often as it does."""
        return list(self._found_in(text))

    def named_in(self, text: str) -> frozenset[str]:
        """Return the concepts that a considered text names, without what is broader."""
        return frozenset((*(name for name, _, _ in self._han_in(text)), *self._named(text)))

    def _named(self, text: str) -> Iterator[str]:
        return (name for name, _, _ in self._phrases_in(words_in(text)))

    def _look_up(self, text: str) -> tuple[str, ...]:
        han = [name for name, _, _ in self._han_in(text)]
        named = [*han, *self._named(text)]
        return tuple(name for each in named for name in self._meanings[each])

    def places_in(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield each concept of `found_in`, and the place in the text of the form that names it."""
        places = [word.span() for word in WORD.finditer(text)]
        phrases = ((name, places[first][0], places[last][1]) for name, first, last in self._phrases_in(words_in(text)))
        for named, start, end in (*self._han_in(text), *phrases):
            yield from ((name, start, end) for name in self._meanings[named])

    def _phrases_in(self, words: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """Yield the phrases that stand in the words, each with its first and its last word."""
        known = [*map(self._begun_by, words), _END]
        for first, (_, phrases) in enumerate(known):
            for more, name in phrases:
                if more:  # most are single words, and most others have another second word
                    if more[0] not in known[first + 1][0]:
                        continue
                    if len(more) > 1 and not all(map(_is_in, more, known[first + 1 : first + 1 + len(more)])):
                        continue
                yield name, first, first + len(more)

    def _look_up_word(self, word: str) -> _Begun:
        """Return the patterns that a word answers to, and the phrases that begin with one, each without it."""
        patterns = self._patterns.of(word)
        begun = (each for pattern in patterns for each in self._phrases.get(pattern, ()))
        return patterns, tuple((phrase[1:], name) for phrase, name in begun)

    def _han_in(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield the forms that stand in the text, the longest at each place and none within another."""
        if not self._han or text.isascii():
            return
        place = 0
        while place < len(text):
            longest = self._longest.get(text[place], 0)
            sizes = range(min(longest, len(text) - place), 0, -1)
            size = next((size for size in sizes if text[place : place + size] in self._han), 0)
            if size:
                yield self._han[text[place : place + size]], place, place + size
            place += size or 1


class _Patterns:
    """The single words of all forms, and which of them a word of a text answers to."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._all = frozenset(patterns)
        self._has_inner = any(pattern.startswith(_STAR) for pattern in self._all)

    def of(self, word: str) -> tuple[str, ...]:
        candidates = [word, *(f"{word[:end]}*" for end in range(1, len(word) + 1))]
        if self._has_inner:
            sizes = range(_SHORTEST_INSIDE, len(word) + 1)
            inner = (word[start : start + size] for size in sizes for start in range(len(word) - size + 1))
            candidates += dict.fromkeys(f"*{part}*" for part in inner)
        return tuple(candidate for candidate in candidates if candidate in self._all)


def read_form(form: str) -> str:
    """Return a form as a considered text has it, its stars kept.

    >>> read_form("Vergütung*"), read_form("*Urlaub*"), read_form("days-off")
    ('verguetung*', '*urlaub*', 'days off')
    """
    parts = []
    for part in form.split():
        words = WORD.findall(considered(part.strip(_STAR)))
        if words and part.startswith(_STAR):
            words[0] = _STAR + words[0]
        if words and part.endswith(_STAR):
            words[-1] += _STAR
        parts += words
    joined = " ".join(parts)
    return joined.replace(" ", "") if IS_HAN.search(joined) else joined


def check(concepts: Iterable[Concept]) -> tuple[Concept, ...]:
    """Return the concepts; raises DataError for one that cannot be used, saying which and why.

    A name stands once, what is broader is there and never comes back to itself, a form of one language belongs to one
    concept, only Chinese is written in Han characters and none in a third script, and every form can be found.
    """
    table: dict[str, Concept] = {}
    owners: dict[tuple[str, str], str] = {}
    for concept in concepts:
        if concept.name in table:
            raise DataError(f"the concept {concept.name!r} stands twice: put its forms into one row")
        table[concept.name] = concept
        for language, forms in concept.forms.items():
            for form in forms:
                _check_form(concept.name, language, form, owners)
    for concept in table.values():
        if concept.broader and concept.broader not in table:
            raise DataError(f"the concept {concept.name!r} is a kind of {concept.broader!r}, which is no concept")
        list(_with_broader(concept.name, table))
    return tuple(table.values())


def _check_form(name: str, language: str, form: str, owners: dict[tuple[str, str], str]) -> None:
    read = read_form(form)
    if not read:
        raise DataError(f"the concept {name!r} has a form without a word in {language}: {form!r}")
    inner = [part.strip(_STAR) for part in form.split()]
    if any(part == f"*{its}*" and len(its) < _SHORTEST_INSIDE for part, its in zip(form.split(), inner, strict=True)):
        raise DataError(
            f"{form!r} ({language}), a form of {name!r}, has fewer than {_SHORTEST_INSIDE} letters in stars"
        )
    spoken = SPOKEN_SCRIPTS if language == "zh" else SPOKEN_SCRIPTS - {"cjk"}
    if any(script_of(letter) not in spoken for letter in read if letter.isalpha()):
        raise DataError(f"the concept {name!r} has a form in another script in {language}: {form!r}")
    owner = owners.setdefault((language, read), name)
    if owner != name:
        raise DataError(f"{form!r} ({language}) is a form of {owner!r} and of {name!r}: leave it where it says most")


def _with_broader(name: str, table: Mapping[str, Concept]) -> Iterator[str]:
    """Yield a concept and all that it is a kind of; raises DataError for a cycle."""
    seen: list[str] = []
    while name:
        if name in seen:
            raise DataError(f"the concept {name!r} is a kind of itself: {' -> '.join([*seen, name])}")
        seen.append(name)
        yield name
        name = table[name].broader


def _longest_by_first(forms: Iterable[str]) -> dict[str, int]:
    """The length of the longest form that begins with a character."""
    longest: dict[str, int] = {}
    for form in forms:
        longest[form[0]] = max(len(form), longest.get(form[0], 0))
    return longest


def _is_in(pattern: str, begun: _Begun) -> bool:
    return pattern in begun[0]
