"""What a search that begins is for, by messages before it that the bot did not understand. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.search.wishes import changed, missing
from bot.dialogue.state import SEARCH_SLOTS
from nlu.understanding import Understanding
from nlu.words.question_form import ends_in_a_mark, is_question
from storage.openings.wishes import Wish

_NOT_UNDERSTOOD: Final = frozenset({"defer", "clarify"})
_FORGETS: Final = frozenset({"start_over", "stop"})


def named_before(context: Context) -> Wish:
    """Return a wish for the profession and the place that the candidate's last messages named.

    Of the messages that the conversation looks back on, to where it was last ended or begun anew, those count that were
    passed on or asked back about and ask nothing: "I was a baker for ten years" says which "jobs in Berne" are looked
    for. Of two names the later one counts.
    """
    return _named(context, _told(context))


def named_beside(context: Context, cues: Cues) -> Wish | None:
    """Return the job that a message speaks of which asks for none, with what was named before it.

    None where that is not both a profession and a place, where a search is going on (an application and an alert are
    part of one), and where the message asks something, which may be about these.
    """
    names = bool(cues.words.professions or cues.words.places)
    if context.search is not None or not names or cues.asks_in_any_form or not context.company.openings_revision:
        return None
    wish = _named(context, [*_told(context), context.understanding])
    return wish if wish.professions and missing(wish) is None else None


def _named(context: Context, told: Sequence[Understanding]) -> Wish:
    wish = Wish()
    for seen in told:
        said = changed(Wish(), context.jobs.wishes.read(seen.text, seen.entities, seen.language))
        if said.professions:
            wish = replace(wish, professions=said.professions, said=said.said)
        if said.cities or said.countries or said.regions:
            wish = replace(wish, cities=said.cities, countries=said.countries, regions=said.regions)
    return wish


def _told(context: Context) -> list[Understanding]:
    """Those messages, each in its own language, in order."""
    told: list[Understanding] = []
    for before in context.recent:
        if before.intent in _FORGETS and before.kind not in _NOT_UNDERSTOOD:
            told = []
        elif before.seq < context.seq and before.kind in _NOT_UNDERSTOOD and not ends_in_a_mark(before.text):
            seen = context.parse(before.text, frozenset(SEARCH_SLOTS))
            told += [] if is_question(seen.text, seen.language) else [seen]
    return told
