"""Which of the openings shown a message is about, and whether that says something on what is asked. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.picking import fitting_opening, named_openings, picked_openings
from bot.dialogue.pointing import SAME_TOWN_KM
from bot.dialogue.state import JobSearch
from nlu.ads.questions import OpeningTopic, Pointing
from nlu.steps.turn_words import says, says_only
from nlu.words.negation import denies
from openings import questions
from openings.search import is_there


def named_of(context: Context, cues: Cues, search: JobSearch) -> tuple[int, ...]:
    """Return the openings shown that a message picks, else the one that it names in other words."""
    return picked_openings(cues, search) or named_openings(cues, search, context.openings, context.jobs.titles)


def talked_of(context: Context, cues: Cues, search: JobSearch, named: tuple[int, ...]) -> tuple[int, ...]:
    """Return the opening that is named or talked of, the only one shown, or the one of several that "it" means."""
    if len(named) > 1:
        return ()
    found = named if len(named) == 1 else (search.opening,) if search.opening is not None else ()
    found = found or (search.shown if len(search.shown) == 1 else ())
    if found or not (_points_at_one(cues) or wants_to_apply(cues)):
        return found
    there = where_sought(context, search)
    if len(there.shown) == 1:
        return there.shown
    return fitting_opening(there, context.openings, context.jobs.titles, cues.understanding.language)


def where_sought(context: Context, search: JobSearch) -> JobSearch:
    """Return the search with those of the openings shown that are where it looks for them, with all where none is."""
    if not (search.wish.cities or search.wish.countries or search.wish.regions):
        return search
    there, of_whom = replace(search.wish, within_km=SAME_TOWN_KM), (context.company, context.language)
    known = [context.openings[id_] for id_ in search.shown if id_ in context.openings]
    found = [each for each in known if is_there(each, there, *of_whom, context.jobs.atlas)]
    titles = tuple(each.content.title for each in found)
    return replace(search, shown=tuple(each.id for each in found), titles=titles) if found else search


_APPLIES_FOR_IT: Final = ("apply_as", "apply_alone")
"""What a message does that applies for an opening where it picks one."""
_APPLIES_ALONE: Final = ("apply_alone", "yes")
"""What a message says that applies and names nothing it applies for ("apply", "ok, apply")."""


def wants_to_apply(cues: Cues) -> bool:
    """Tell whether it says so, or speaks of applying and asks nothing; who denies it or has done it does not."""
    said = cues.understanding
    if denies(said.text, said.language) or says(said.text, said.language, "has_applied"):
        return False
    about = cues.about_opening
    says_it = about is not None and about.is_phrase and about.topic is OpeningTopic.APPLY
    in_any_words = cues.plainly_takes("apply") and not only_picks(cues)
    return "apply" in cues.turns or in_any_words or ((says_it or picks_to_apply(cues)) and not cues.asks_in_any_form)


def picks_to_apply(cues: Cues) -> bool:
    """Tell whether it applies for one that it picks, and says no more ("apply number 2", 申请第一个)."""
    says_no_more = not cues.words.rest or cues.step == "apply"
    return bool(cues.picks) and says_no_more and not cues.turns.isdisjoint(_APPLIES_FOR_IT)


def only_picks(cues: Cues) -> bool:
    """Tell whether a message says nothing but which of the openings shown it means ("the first one")."""
    return bool(cues.picks) and not cues.words.rest and cues.turns.isdisjoint(("apply", *_APPLIES_FOR_IT))


def only_applies(context: Context) -> bool:
    """Tell whether a message says nothing but that its writer applies ("ok, I want this job"): no question how."""
    return says_only(context.text, context.understanding.language, ("apply", "takes_it", *_APPLIES_ALONE))


def applies_for_none(context: Context) -> bool:
    """Tell whether a message says nothing but that its writer applies, and not for what ("ok, apply")."""
    return says_only(context.text, context.understanding.language, _APPLIES_ALONE)


def _points_at_one(cues: Cues) -> bool:
    return cues.pointing is Pointing.THIS or (cues.pointing is Pointing.IT and cues.asks_in_any_form)


def tells(context: Context, opening: int, topic: OpeningTopic | None) -> bool:
    """Tell whether an opening says something on what the message asks (one that is gone says that it is)."""
    found = context.opened(opening)
    return found is None or questions.answer(found, topic, context.wording, context.asked) is not None
