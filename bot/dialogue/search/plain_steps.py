"""What a message can hardly mean but to the openings shown: what they must be, more, none of them, anew. Pure."""

from __future__ import annotations

from typing import Final

from bot.dialogue.acts import Act
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.job_acts import AskWhatElse, ResumeSearch, Search, SearchAnew, TurnPage
from bot.dialogue.readings import Reading
from bot.dialogue.search.wishes import changed
from nlu.said_steps import Step

_IN_ANY_WORDS: Final[dict[Step, tuple[str, Act]]] = {
    "to_list": ("back", ResumeSearch()),
    "none_fits": ("none_fits", AskWhatElse()),
    "more": ("more", TurnPage()),
    "over": ("start", SearchAnew()),
}


def plainly(context: Context, cues: Cues) -> Reading | None:
    """Return what a message says to the openings shown: what they must be, or in words of no list what to do next."""
    return _narrowed(cues) or _in_any_words(cues)


def _narrowed(cues: Cues) -> Reading | None:
    """The search with what a message says of hours, home or pay, and asks nothing: it says no more, or surely that."""
    search, said = cues.search, cues.words
    if search is None or not search.shown or not said.refining or cues.asks_in_any_form or cues.comes_first:
        return None
    if (said.rest and not cues.wants_surely) or cues.picks or cues.referred or "apply" in cues.turns:
        return None
    wish = changed(search.wish, said, search.asked, asks=False)
    return Reading("change", act=Search(wish)) if wish != search.wish else None


def _in_any_words(cues: Cues) -> Reading | None:
    """What a message that names nothing says, in words of no list, to the openings shown."""
    if cues.names_something:
        return None
    step = next((each for each in _IN_ANY_WORDS if cues.plainly_takes(each)), None)
    if step is None or (step == "none_fits" and cues.asks_in_any_form):
        return None
    kind, act = _IN_ANY_WORDS[step]
    return Reading(kind, act=act, opening=cues.search.opening if cues.search and step == "none_fits" else None)
