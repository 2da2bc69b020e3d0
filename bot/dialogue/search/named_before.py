"""What a search that begins is for, by messages before it that the bot did not understand. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.dialogue.context import Context
from bot.dialogue.search.wishes import changed
from bot.dialogue.state import SEARCH_SLOTS
from nlu.question_form import is_question
from storage.wishes import Wish

_NOT_UNDERSTOOD: Final = frozenset({"defer", "clarify"})
_ASKS: Final = ("?", "？")


def named_before(context: Context) -> Wish:
    """Return a wish for the profession and the place that the candidate's last messages named.

    Of the messages that the conversation looks back on those count that were passed on or asked back about and ask
    nothing: "I was a baker for ten years" says which "jobs in Berne" are looked for. Of two names the later one counts.
    """
    wish = Wish()
    for text in _told(context):
        seen = context.parse_in(context.language, text, frozenset(SEARCH_SLOTS))
        said = changed(Wish(), context.jobs.wishes.read(text, seen.entities, context.language))
        if said.professions:
            wish = replace(wish, professions=said.professions, said=said.said)
        if said.cities or said.countries or said.regions:
            wish = replace(wish, cities=said.cities, countries=said.countries, regions=said.regions)
    return wish


def _told(context: Context) -> Iterator[str]:
    for before in context.recent:
        if before.seq >= context.seq or before.kind not in _NOT_UNDERSTOOD:
            continue
        if before.text.rstrip()[-1:] not in _ASKS and not is_question(before.text, context.language):
            yield before.text
