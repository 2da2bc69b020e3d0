"""What a message about jobs rules out: what its "not" reaches, and neither asks for nor merely speaks of. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from nlu.understanding import Entity
from nlu.wishes.frames import FILLER
from nlu.words.phrases import FoundPhrase
from nlu.words.question_form import is_question

Span = tuple[int, int]
"""Where something stands: `text[start:end]`."""
UNWANTED = "unwanted"
"""A "not" that says what the writer does not want, whatever is asked beside it ("I don't want", "anything but")."""
NOT_MEANT = "not_meant"
"""A "not" that rules nothing out ("I have no training", "instead of Berlin")."""
_NOT = frozenset({"not", UNWANTED, NOT_MEANT})
_CLAUSE = re.compile(r"[,;:.!?()，；：。！？…—–]+|\b(?:but|aber|mais)\b|但是?|不过|可是", re.IGNORECASE)
_PLACES = frozenset({"city", "area"})


@dataclass(frozen=True, slots=True)
class RuledOut:
    """Names and kinds of work that a message does not want; professions stand with how they are written."""

    professions: tuple[tuple[str, str], ...] = ()
    cities: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()

    @property
    def places(self) -> bool:
        """Whether it names places."""
        return bool(self.cities or self.areas)

    def __bool__(self) -> bool:
        return bool(self.professions or self.places or self.kinds)


NOTHING_RULED_OUT: Final = RuledOut()


@dataclass(frozen=True, slots=True)
class Refusals:
    """Where the "not"s of a message stand: all, those that surely want something left out, those that rule out nothing.

    `asking` are the clauses in which a "not" may be that of a question ("aren't you after a cook?").
    """

    spans: tuple[Span, ...] = ()
    sure: tuple[Span, ...] = ()
    not_meant: tuple[Span, ...] = ()
    asking: tuple[Span, ...] = ()

    @property
    def ruling_out(self) -> tuple[Span, ...]:
        """Those that may rule something out."""
        return tuple(span for span in self.spans if span not in self.not_meant)

    def may_ask(self, start: int) -> bool:
        """Whether what stands there may be asked for, denied or not."""
        return any(first <= start < last for first, last in self.asking)


def excepted(found: Sequence[FoundPhrase]) -> list[FoundPhrase]:
    """Return the phrases with "except" as unwanted, or as nothing where a "not" follows: it is the one thing meant.

    "Anything except roofing" rules it out; "apart from roofing I know nothing" comes from a roofer.
    """
    denies = [each.start for each in found if each.meaning == "nothing" or each.meaning in _NOT]

    def read(phrase: FoundPhrase) -> FoundPhrase:
        if phrase.meaning == "except":
            only = any(start > phrase.start for start in denies)
            return replace(phrase, meaning=FILLER if only else UNWANTED)
        return replace(phrase, meaning=FILLER) if phrase.meaning == "nothing" else phrase

    return [read(each) for each in found]


def denying(found: Iterable[FoundPhrase]) -> list[FoundPhrase]:
    """Return the phrases with every "not" as such, whatever it wants."""
    return [replace(each, meaning="not") if each.meaning in _NOT else each for each in found]


def refusals(text: str, language: str, found: Sequence[FoundPhrase], names: Sequence[Entity]) -> Refusals:
    """Return the "not"s among the phrases (of `excepted`); the `names` tell which clauses add to one before them."""
    sure, not_meant = (_spans(found, {meaning}) for meaning in (UNWANTED, NOT_MEANT))
    spoken = [each.start for each in found if each.meaning in ("job", "anything")] + [each.start for each in names]
    return Refusals(_spans(found, _NOT), sure, not_meant, _asking(text, language, spoken))


def beside_names(found: Iterable[FoundPhrase], names: Sequence[Entity]) -> list[FoundPhrase]:
    """Return the phrases that are no part of a name; of a "not" that reaches into one what stands before it.

    "I don't want to work" and the trade "work in sales" share a word.
    """
    kept = []
    for each in found:
        over = [name for name in names if name.start < each.end and each.start < name.end]
        if over and each.meaning in _NOT and each.start < over[0].start:
            kept.append(replace(each, end=over[0].start))
        elif not over:
            kept.append(each)
    return kept


def ruled_out(denied: Sequence[Entity], kept: Sequence[Entity], kinds: Iterable[str]) -> RuledOut:
    """Return what is denied, but for names behind which another of their kind is meant ("not Berlin but Munich")."""
    left = [name for name in denied if not any(_alike(name, each) and each.start > name.start for each in kept)]
    return RuledOut(
        professions=tuple(dict.fromkeys((each.value, each.text) for each in left if each.name == "profession")),
        cities=tuple(dict.fromkeys(each.value for each in left if each.name == "city")),
        areas=tuple(dict.fromkeys(each.value for each in left if each.name == "area")),
        kinds=frozenset(kinds),
    )


def _alike(one: Entity, other: Entity) -> bool:
    return one.name == other.name or {one.name, other.name} <= _PLACES


def _spans(found: Iterable[FoundPhrase], meanings: Iterable[str]) -> tuple[Span, ...]:
    return tuple((each.start, each.end) for each in found if each.meaning in meanings)


def _asking(text: str, language: str, spoken: Sequence[int]) -> tuple[Span, ...]:
    """The clauses that are put as a question, else those that add to nothing which was spoken of before them.

    "I don't want sales, what else is there?" asks in its second clause, "jobs, but none in Kassel?" in its first.
    """
    clauses = _clauses(text)
    by_form = tuple(span for span in clauses if is_question(text[slice(*span)], language))
    if by_form or len(clauses) < 2:
        return by_form or tuple(clauses)
    return tuple(span for span in clauses if not any(start < span[0] for start in spoken))


def _clauses(text: str) -> list[Span]:
    """The clauses without the marks between them.

    >>> [("jobs, but not here?"[slice(*span)]) for span in _clauses("jobs, but not here?")]
    ['jobs', ' not here']
    """
    ends = [(0, 0), *(match.span() for match in _CLAUSE.finditer(text)), (len(text), len(text))]
    spans = [(before[1], after[0]) for before, after in pairwise(ends)]
    return [span for span in spans if text[slice(*span)].strip()]
