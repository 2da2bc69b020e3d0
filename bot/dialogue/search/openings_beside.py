"""Openings shown beside a reply to what was not understood. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.acts import Act, AskBack, Defer
from bot.dialogue.context import Context
from bot.dialogue.response import Asking, Response
from bot.dialogue.search.results import results
from bot.dialogue.state import JobSearch


def with_openings(context: Context, act: Act, response: Response) -> Asking[Response]:
    """Return a response to what was not understood with what a search for the job finds that it speaks of, if any."""
    wish = act.wish if isinstance(act, Defer | AskBack) else None
    if wish is None:
        return response
    found = yield from results(context, JobSearch(wish))
    wording, (first, *more) = context.wording, found.replies
    text = wording.say("both", one=wording.say("in_case"), two=first.text)
    search = found.state.search if found.state else None
    state = replace(response.state or context.after(), search=search, searching=True)
    return replace(response.saying(replace(first, text=text), *more), state=state).doing(*found.effects)
