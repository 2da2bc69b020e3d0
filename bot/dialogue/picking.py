"""Which of the openings shown a message speaks of: by number, title, place in the list or a word of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.dialogue import listed
from bot.dialogue.cues import Cues
from bot.dialogue.state import JobSearch
from nlu.entities.titles import Titles
from nlu.words.normalise import considered
from storage.openings.openings import Opening
from storage.openings.wishes import EVERYTHING


def search_showing(search: JobSearch | None, referred: Sequence[Opening]) -> JobSearch | None:
    """Return the search with the openings on show that a message names by their numbers, whatever was shown before."""
    ids = tuple(each.id for each in referred)
    if not ids or (search is not None and set(ids) <= set(search.shown)):
        return search
    wish, titles = search.wish if search else EVERYTHING, tuple(each.content.title for each in referred)
    return JobSearch(wish, ids, opening=ids[0] if len(ids) == 1 else None, titles=titles)


def picked_openings(cues: Cues, search: JobSearch) -> tuple[int, ...]:
    """Return the shown openings that it names by number, by their whole title or by their place in the list."""
    numbered = tuple(id_ for id_ in cues.referred if id_ in search.shown)
    if numbered:
        return numbered
    text = considered(cues.understanding.text)
    shown = zip(search.shown, map(considered, search.titles), strict=False)  # a search of long ago has no titles
    titled = tuple(id_ for id_, title in shown if title and title in text)
    if titled:
        return titled
    if "instead" in cues.words.marks and (cues.words.professions or cues.words.places):
        return ()  # "on second thoughts Munich" speaks of no place in the list
    places = listed.placed(cues.picks, len(search.shown))
    if len(places) > 1 and not all(0 <= place < len(search.shown) for place in places):
        return ()  # of one opening "both" speaks of something else
    return tuple(search.shown[place] for place in places if 0 <= place < len(search.shown))


def named_openings(cues: Cues, search: JobSearch, openings: Mapping[int, Opening], names: Titles) -> tuple[int, ...]:
    """Return the shown opening that it names: by words of its title or of its professions' names, or by its profession.

    "The forklift one" names the "Staplerfahrer" too, whose title is in another language.
    """
    if cues.pointed:
        return cues.pointed
    best = called(cues.understanding.text, cues.understanding.language, search, openings, names)
    if best:
        return best
    said_to_be = set(cues.words.professions)
    meant = tuple(id_ for id_ in search.shown if id_ in openings and said_to_be & {*openings[id_].content.professions})
    return meant if len(meant) == 1 and len(search.shown) > 1 else ()


def fitting_opening(
    search: JobSearch, openings: Mapping[int, Opening], names: Titles, language: str
) -> tuple[int, ...]:
    """Return the shown opening that fits best what was sought, where one does: it is meant by "that one".

    Its title holds most of the candidate's words for it, or it alone is for nothing but the profession sought.
    """
    sought = set(search.wish.professions or ())
    alone = tuple(
        id_ for id_ in search.shown if id_ in openings and set(openings[id_].content.professions or ("",)) <= sought
    )
    said = " ".join((*search.wish.said, search.wish.words))
    return called(said, language, search, openings, names) or (alone if len(alone) == 1 else ())


def called(
    text: str, language: str, search: JobSearch, openings: Mapping[int, Opening], names: Titles
) -> tuple[int, ...]:
    """Return the one of the openings shown of whose title and profession's names a text holds the most words."""
    titles = {}
    for id_, title in zip(search.shown, search.titles, strict=False):
        known = openings[id_].content.professions if id_ in openings else ()
        titles[id_] = " ".join((title, *(names.profession(each, language) for each in known)))
    return listed.called(text, titles, language)
