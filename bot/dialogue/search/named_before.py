"""What a search that begins is for, by messages before it that the bot did not understand. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.search.wishes import changed
from bot.dialogue.state import SEARCH_SLOTS
from nlu.question_form import is_question
from nlu.understanding import Understanding
from storage.wishes import Wish

_NOT_UNDERSTOOD: Final = frozenset({"defer", "clarify"})
_FORGETS: Final = frozenset({"start_over", "stop"})
_ASKS: Final = ("?", "？")


def named_before(context: Context) -> Wish:
    """Return a wish for the profession and the place that the candidate's last messages named.

    Of the messages that the conversation looks back on, to where it was last ended or begun anew, those count that were
    passed on or asked back about and ask nothing: "I was a baker for ten years" says which "jobs in Berne" are looked
    for. Of two names the later one counts.
    """
    wish = Wish()
    for seen in _told(context):
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
        elif before.seq < context.seq and before.kind in _NOT_UNDERSTOOD and before.text.rstrip()[-1:] not in _ASKS:
            seen = context.parse(before.text, frozenset(SEARCH_SLOTS))
            told += [] if is_question(seen.text, seen.language) else [seen]
    return told
