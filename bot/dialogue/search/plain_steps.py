"""What a message can hardly mean but to the openings shown: what they must be, more, none of them, anew. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.dialogue.acts import Act
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.search.shown import COMPARED
from bot.dialogue.search.wishes import ANY_PAY, ANYTHING, ANYWHERE, changed, in_order
from bot.dialogue.search_acts import AskWhatElse, CompareOpenings, ResumeSearch, Search, SearchAnew, TurnPage
from nlu.ads.working_times import WORKING_TIMES, WorkingTime, tells
from nlu.steps.said import OfAList, Step
from nlu.steps.turn_words import says_only
from nlu.understanding import Stage
from nlu.wishes.told_hours import rules_out_times
from nlu.wishes.words import PAY_ORDERS, REFINING, TERMS
from nlu.words.negation import denies
from storage.openings.opening_kinds import EmploymentType
from storage.openings.wishes import Wish

_FEWEST: Final = 2
_REFINED: Final = frozenset({"hours_open", "pay_open"})
"""Steps that may be said in words for hours and pay."""
_OF_PEOPLE: Final = frozenset({"contact_human", "delete_my_data", "change_language", "application_status", "crisis"})
"""General intents that must not be lost."""
_HOURS: Final[tuple[EmploymentType, ...]] = ("full_time", "part_time")
_OTHERS: Final = REFINING | {"details", "more", "back"}
"""Meanings of words beside which a message asks for more than what is new."""
_GIVES_UP: Final = ("give_up", "no", "yes", "beside_it")
_IN_ANY_WORDS: Final[dict[Step, tuple[str, Act]]] = {
    "to_list": ("back", ResumeSearch()),
    "how_many": ("how_many", ResumeSearch()),
    "none_fits": ("none_fits", AskWhatElse()),
    "more": ("more", TurnPage()),
    "over": ("start", SearchAnew()),
}


def _times_in(cues: Cues) -> frozenset[WorkingTime]:
    """The working times that a message has words for, wanted or not."""
    return frozenset(time for time in WORKING_TIMES if tells(time).search(cues.understanding.text))


def _at_any_hours(wish: Wish, cues: Cues) -> Wish:
    """The wish without hours and times that do not matter after all: those that are named, else hours, else times."""
    of_hours, of_times = cues.words.marks.intersection(_HOURS), _times_in(cues)
    types, times = wish.employment_types, wish.excluded.working_times
    if of_hours or not of_times:
        types = tuple(each for each in types if each not in _HOURS)
    if of_times or (not of_hours and types == wish.employment_types):
        times = tuple(each for each in times if of_times and each not in of_times)
    return replace(wish, employment_types=types, excluded=replace(wish.excluded, working_times=times))


_WIDENED: Final[dict[OfAList, Callable[[Wish, Cues], Wish]]] = {
    "place_open": lambda wish, _: replace(wish, **ANYWHERE),
    "hours_open": _at_any_hours,
    "trade_open": lambda wish, _: replace(wish, **ANYTHING),
    "pay_open": lambda wish, _: replace(wish, **ANY_PAY),
}
"""What a wish is when its place, its hours, its trade or its pay does not matter after all."""


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message says to the openings shown: what they must be, or in words of no list what to do next."""
    return _widened(cues) or _narrowed(cues) or _moved(cues) or _compared(cues) or _newest(cues) or _in_any_words(cues)


def _widened(cues: Cues) -> Reading | None:
    """The search without what does not matter after all; a message may name that, and nothing else that is sought.

    What it rules out is excluded instead. Who only gives up ("forget it") leaves the search as it is.
    """
    if cues.search is None or cues.picks or cues.referred or cues.asks_in_any_form or cues.comes_first:
        return None
    if says_only(cues.understanding.text, cues.understanding.language, _GIVES_UP):
        return None
    said, wish = cues.words, cues.search.wish
    named = not _times_in(cues).isdisjoint(wish.excluded.working_times)  # beside which no answer on shifts is meant
    step = next((each for each in _WIDENED if cues.plainly_takes(each) or (named and cues.step == each)), None)
    if step is None or (named and denies(cues.understanding.text, cues.understanding.language)):
        return None
    names_another = set(said.professions) - set(wish.professions or ()) or set(said.cities) - set(wish.cities or ())
    wider = _WIDENED[step](wish, cues)
    names_more = bool(names_another or said.areas or said.pay or said.ruled_out)
    is_wider = wider != wish and not names_more and (step in _REFINED or not said.refining)
    return Reading("change", act=Search(wider)) if is_wider else None


def _narrowed(cues: Cues) -> Reading | None:
    """The search with what a message says of hours, home or pay, and asks nothing: it says no more, or surely that.

    Which times are not wanted may be said in more words; these, and how long a contract lasts, surely in a question too
    ("could you leave out", "which of these are permanent").
    """
    search, said = cues.search, cues.words
    if search is None or not search.shown or not said.refining or cues.comes_first:
        return None
    no_times = rules_out_times(said)
    is_known = is_sure(cues.understanding, cues.thresholds)
    terms = not (said.marks | said.ruled_out.kinds).isdisjoint(TERMS) and not is_known
    of_one = search.opening is not None or len(search.shown) == 1
    may_ask = cues.wants_surely and (no_times or terms) and not of_one  # "is it for a time only?" asks of that one
    says_more = bool(said.rest) and not (no_times or cues.wants_surely)
    if (cues.asks_in_any_form and not may_ask) or says_more or cues.picks or cues.referred or "apply" in cues.turns:
        return None
    wish = changed(search.wish, said, search.asked, asks=False)
    return Reading("change", act=Search(wish)) if wish != search.wish else None


def _moved(cues: Cues) -> Reading | None:
    """The search at the place that a message names, where all else that it may be is a general intent not surely meant.

    "Thank you. And something like that in Ulm?" thanks for nothing but the list.
    """
    search, said, seen = cues.search, cues.words, cues.understanding
    sure = seen.stage is not Stage.GENERAL or seen.confidence >= cues.thresholds.understood
    if search is None or not search.shown or sure or seen.intent in _OF_PEOPLE or cues.comes_first:
        return None
    if not (said.cities or said.areas) or cues.picks or cues.referred or "apply" in cues.turns or cues.step is not None:
        return None
    wish = changed(search.wish, said, search.asked, asks=cues.asks_in_any_form)
    return Reading("change", act=Search(wish)) if wish != search.wish else None


def _compared(cues: Cues) -> Reading | None:
    """What a message asks for that wants the best of the openings shown: those that pay most, or all side by side."""
    search, said = cues.search, cues.words
    if search is None or len(search.shown) < _FEWEST or not cues.plainly_takes("best"):
        return None
    if not said.marks.isdisjoint(PAY_ORDERS):
        return Reading("change", act=Search(changed(search.wish, said, asks=True)))
    if said.professions or said.places or said.pay or said.ruled_out:
        return None
    return Reading("compare", act=CompareOpenings(search.shown[:COMPARED]), opening=search.opening)


def _newest(cues: Cues) -> Reading | None:
    """The same openings with the newest first, where a message that names nothing else asks for what is new."""
    search, said = cues.search, cues.words
    if search is None or cues.referred or not cues.plainly_takes("newest"):
        return None
    seen = cues.understanding
    likely = seen.stage is Stage.GENERAL and seen.confidence >= cues.thresholds.request_floor
    is_more = likely and not cues.seeks_jobs
    names_more = said.professions or said.places or said.pay or said.ruled_out or not said.marks.isdisjoint(_OTHERS)
    return None if is_more or names_more else Reading("change", act=Search(in_order(search.wish, "newest")))


def _in_any_words(cues: Cues) -> Reading | None:
    """What a message that names nothing says, in words of no list, to the openings shown."""
    if cues.names_something:
        return None
    step = next((each for each in _IN_ANY_WORDS if cues.plainly_takes(each)), None)
    if step is None or (step == "none_fits" and cues.asks_in_any_form):
        return None
    kind, act = _IN_ANY_WORDS[step]
    return Reading(kind, act=act, opening=cues.search.opening if cues.search and step == "none_fits" else None)
