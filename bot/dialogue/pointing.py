"""Openings shown that a message points at by what they are for or by where they are ("the Cologne one"). Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.picking import called
from bot.dialogue.state import JobSearch
from nlu.ads.questions import Pointing
from nlu.wishes.refusals import NOTHING_RULED_OUT
from nlu.wishes.words import ORDERS, REFINING, WishWords
from openings.job_words import JobWords
from openings.search import is_there
from storage.companies.companies import Company
from storage.openings.openings import Opening
from storage.openings.wishes import Wish

SAME_TOWN_KM: Final = 5.0
_LOOKING: Final = frozenset({"job", "all", "anything", "more", "also", "instead", "compare"})
"""What a question says that looks for openings."""
_OTHERS: Final = frozenset({"all", "anything", "more", "compare"})
"""What a question that says "this one" says where it looks for others."""
_ELSEWHERE: Final = frozenset({"also", "instead", "anywhere", "farther", "nearer"})
"""What a message says that looks for the like in another place: "is there that job in Cologne, too?"."""


@dataclass(frozen=True, slots=True)
class KnownOpenings:
    """The openings of a company that a conversation has shown, told apart by professions and places."""

    company: Company
    by_id: Mapping[int, Opening]
    jobs: JobWords

    def of_professions(self, said: Sequence[str], ids: Sequence[int]) -> tuple[int, ...]:
        """Return those for any of these, for a profession in a field among them or for a special kind."""
        fields = {*said, *self.jobs.related.within(said)}
        wide = {*fields, *self.jobs.related.special(sorted(fields))}
        return tuple(id_ for id_ in ids if id_ in self.by_id and wide & {*self.by_id[id_].content.professions})

    def named(self, said: WishWords, ids: Sequence[int], language: str) -> tuple[int, ...]:
        """Return those for any of the professions and at any of the places that a message names, if any."""
        found = self.of_professions(said.professions, ids) if said.professions else tuple(ids)
        if not (said.cities or said.areas):
            return found
        there = _places_of(said)
        return tuple(
            id_
            for id_ in found
            if id_ in self.by_id and is_there(self.by_id[id_], there, self.company, language, self.jobs.atlas)
        )


def _places_of(said: WishWords) -> Wish:
    countries = tuple(code for code in said.areas if "-" not in code)
    regions = tuple(code for code in said.areas if "-" in code)
    return Wish(cities=said.cities, countries=countries, regions=regions, within_km=SAME_TOWN_KM)


def known_openings(context: Context) -> KnownOpenings:
    """Return the openings of a context."""
    return KnownOpenings(context.company, context.openings, context.jobs)


def shown_again(cues: Cues, search: JobSearch, known: KnownOpenings, before: Sequence[int]) -> list[Opening]:
    """Return the openings shown before those on show that a message points at ("the caretaker one", "the Cologne one").

    None where one on show is meant as well, or where it looks for others.
    """
    said = cues.words
    if not _names_one(said) or not points_at_one(cues) or (said.places and not _points_at_a_place(cues)):
        return []
    language = cues.understanding.language
    if known.named(said, search.shown, language):
        return []
    return [known.by_id[id_] for id_ in known.named(said, before, language)]


def without_pointing(cues: Cues, search: JobSearch, known: KnownOpenings) -> Cues:
    """Return the cues of a message without the profession or place that points at one of the openings shown.

    "What does the caretaker one pay?" looks for no caretakers and "the Cologne one" for nothing in Cologne. A
    profession that says more looks for others, and what is named beside that of the opening is no other trade that is
    looked for: "must one be an electrician for the technician one?".
    """
    said = cues.words
    if not _names_one(said):
        return _asking_of_this(cues, search, known)
    if not _may_point(cues):
        return cues
    pointed = _pointed(cues, search, known)
    its = {each for each in said.professions if {*pointed} <= {*known.of_professions([each], search.shown)}}
    first = said.professions[:1]
    others = not its.issuperset(said.professions) and not (its.issuperset(first) and _asks_of_this(cues))
    if len(pointed) != 1 or (others and (_asks_of_one(cues) or said.both)):
        return cues
    goes_on = "back" in said.marks or said.places or _asks_of_this(cues)
    said = _unrefined(said) if goes_on else said  # "back to the kitchen: are weekends free?"
    left = replace(said, professions=(), named=(), cities=(), areas=())
    return replace(cues, words=left, pointed=pointed)


def _asking_of_this(cues: Cues, search: JobSearch, known: KnownOpenings) -> Cues:
    """The cues of a question for one opening on show, which wants nothing of others: "is that part-time?"."""
    said = cues.words
    if not said.refining or said.ruled_out.places or not _asks_of_this(cues):
        return cues
    by_title = called(cues.understanding.text, cues.understanding.language, search, known.by_id, known.jobs.titles)
    is_one = search.opening is not None or len(search.shown) == 1
    return replace(cues, words=_unrefined(said)) if is_one or by_title or cues.picks or cues.referred else cues


def _unrefined(said: WishWords) -> WishWords:
    """What a message says without what an opening must be."""
    marks = said.marks - REFINING.union(ORDERS)
    return replace(said, marks=marks, dropped=frozenset(), pay=None, km=None, ruled_out=NOTHING_RULED_OUT)


def _pointed(cues: Cues, search: JobSearch, known: KnownOpenings) -> tuple[int, ...]:
    """The openings on show that may be meant: of a first profession that is named, and by the words of their titles."""
    said, language = cues.words, cues.understanding.language
    first = known.named(replace(said, professions=said.professions[:1]), search.shown, language)
    by_title = called(cues.understanding.text, language, search, known.by_id, known.jobs.titles)
    return by_title if by_title and {*by_title} <= {*first} else first


def _may_point(cues: Cues) -> bool:
    if cues.words.places:
        return _points_at_a_place(cues)
    if _asks_of_this(cues):
        return True
    refines = cues.words.refining and "back" not in cues.words.marks
    return not refines and (_asks_of_one(cues) or _asks_besides(cues))


def _names_one(said: WishWords) -> bool:
    return bool(said.professions or said.cities or said.areas) and not said.ruled_out.places


def _points_at_a_place(cues: Cues) -> bool:
    """Whether a message that names a place speaks of one opening there: "the Cologne one", no "what about Cologne?"."""
    points = cues.pointing is Pointing.THIS or "back" in cues.words.marks
    return points and _ELSEWHERE.isdisjoint(cues.words.marks)


def points_at_one(cues: Cues) -> bool:
    """Tell whether a message asks something of one opening, points at one in a place or goes back to one."""
    placed = cues.words.places and _points_at_a_place(cues)
    return placed or _asks_of_one(cues) or "back" in cues.words.marks


def _asks_of_one(cues: Cues) -> bool:
    about = cues.about_opening
    return about is not None and (about.is_phrase or cues.pointing in (Pointing.THIS, Pointing.IT))


def _asks_of_this(cues: Cues) -> bool:
    """Whether it points at "this one" and asks something, whatever it is: no others are looked for."""
    looks = "openings" in cues.turns or not _OTHERS.isdisjoint(cues.words.marks)
    return cues.pointing is Pointing.THIS and cues.asks_in_any_form and not looks


def _asks_besides(cues: Cues) -> bool:
    """Whether it asks something that an advertisement may answer, and not for openings."""
    looks = "openings" in cues.turns or not _LOOKING.isdisjoint(cues.words.marks)
    return cues.about_opening is not None and cues.asks_in_any_form and not looks
