"""The list of openings shown again: after one of them, as the first ones, with how many there are."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.context import Context
from bot.dialogue.response import Asking, Response
from bot.dialogue.search.results import results
from bot.dialogue.state import JobSearch


def list_again(context: Context, search: JobSearch) -> Asking[Response]:
    """Show the list that an opening was looked at from; where it stands already, say that none are before it."""
    shown = yield from results(context, replace(search, opening=None))
    if search.opening is not None or not shown.replies[0].cards:
        return shown
    return _saying(context, context.wording.say("no_earlier"), shown)


def told_of_fewer(context: Context, search: JobSearch, shown: Response) -> Response:
    """Return the list with how many are on show: a place was named that it does not have."""
    count = len(search.shown)
    return _saying(context, context.wording.say("fewer_one" if count == 1 else "fewer", count=count), shown)


def _saying(context: Context, text: str, shown: Response) -> Response:
    first = shown.replies[0]
    said = replace(first, text=context.wording.say("both", one=text, two=first.text))
    return replace(shown, replies=(said, *shown.replies[1:]))
