"""An answer given in the middle of a job search is part of it. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, button_for
from bot.dialogue.context import Context
from bot.dialogue.response import Response


def in_search(context: Context, response: Response) -> Response:
    """Return a response with the way back to the search that is going on.

    While the search waits for an answer a button goes on with it; the opening that was asked about is kept in mind.
    """
    search = context.search
    if search is None:
        return response
    if context.opening != search.opening:
        state = response.state or context.after()
        response = replace(
            response, state=replace(state, search=replace(search, opening=context.opening), searching=True)
        )
    if search.asked is None or not response.replies:
        return response
    return response.offering(button_for(ChangeSearch("go_on"), context.wording.say("button.go_on")))
