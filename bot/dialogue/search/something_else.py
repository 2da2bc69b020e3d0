"""What is wanted where a search leaves nothing, or at the same place besides: any other job there. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.search.wishes import ANYTHING, changed
from bot.dialogue.search_acts import ResumeSearch, Search
from bot.dialogue.state import JobSearch
from nlu.steps.turn_words import says

_MOVES: Final = frozenset({"more", "also", "instead", "not"})
"""Meanings of words with which something else is asked for, and which say no more of it."""


def something_else(context: Context, cues: Cues) -> Reading | None:
    """Return the search for any job, where a message wants something else than the trade that was looked for.

    It says so where nothing was found for that, or names the place where it was looked for.
    """
    search, said = cues.search, cues.words
    if search is None or context.application is not None or not _has_a_trade(search) or cues.comes_first:
        return None
    if said.professions or cues.picks or cues.referred or not says(context.text, context.language, "something_else"):
        return None
    wish = changed(search.wish, replace(said, marks=said.marks - _MOVES))
    there = bool(said.places) and (wish.cities, wish.countries, wish.regions) == _places(search)
    if (search.shown and not there) or is_sure(cues.understanding, context.service.thresholds):
        return None
    return Reading("change", act=Search(replace(wish, **ANYTHING)))


def which_ones(context: Context, cues: Cues) -> Reading | None:
    """Return the openings on show once more, where a message says nothing but "which ones?"."""
    search = cues.search
    if search is None or not search.shown or (search.opening is not None and len(search.shown) > 1):
        return None
    asks = says(context.text, context.language, "which_ones", ("which_ones", "beside_which"))
    return Reading("go_on", act=ResumeSearch()) if asks else None


def _has_a_trade(search: JobSearch) -> bool:
    return bool(search.wish.professions or search.wish.words)


def _places(search: JobSearch) -> tuple[object, object, object]:
    return search.wish.cities, search.wish.countries, search.wish.regions
