"""Openings as a search shows them, and the buttons below: what was understood, any pay, to be told of new ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, Request, button_for
from bot.dialogue.context import Context
from bot.dialogue.response import Reply, Response
from bot.dialogue.search.card_buttons import listed_buttons
from bot.dialogue.search.wishes import parts
from bot.dialogue.state import JobSearch
from openings.cards import card
from openings.closest import Closest
from storage.conversations.messages import Button, Card
from storage.openings.wishes import EVERYTHING, Wish

PAGE = 4
"""Openings shown at once."""
COMPARED = 3
"""Openings compared at most."""
_FEWEST_IN_A_LIST = 2
WITHOUT = "without"
"""The step that takes a part of a wish away; the widget shows its buttons above the openings."""


def cards_of(context: Context, found: Closest) -> tuple[Card, ...]:
    """Return the cards of what was found, those where it was sought with that place first."""
    wording = context.wording
    return tuple(card(hit.opening, wording, listed_buttons, km=hit.km, places=hit.places) for hit in found.hits)


def shown(job_search: JobSearch, found: Closest) -> JobSearch:
    """Return the search with what is shown now; one opening alone is talked of."""
    ids = tuple(hit.opening.id for hit in found.hits)
    titles = tuple(hit.opening.content.title for hit in found.hits)
    return replace(job_search, shown=ids, titles=titles, opening=ids[0] if found.total == 1 else None, asked=None)


def understood(context: Context, wish: Wish) -> Iterator[Button]:
    """Yield what was understood of the wish, each part as a button that takes it away."""
    for part in parts(wish):
        what = context.wording.part(wish, part)
        yield button_for(ChangeSearch(WITHOUT, part), context.wording.say("button.without", what=what))


def any_pay(context: Context, count: int) -> Iterator[Button]:
    """Yield the button for openings whatever they pay, where there are any."""
    if count:
        yield button_for(ChangeSearch("any_pay"), context.wording.say("button.any_pay", count=count))


def alerts(context: Context) -> tuple[Button, ...]:
    """Return the button to be told of new openings, where that can be done."""
    button = button_for(Request("job_subscribe"), context.wording.say("button.subscribe"))
    return (button,) if context.offers_alerts else ()


def search_of(context: Context) -> JobSearch:
    """Return the search that a message is part of; without one, one for anything."""
    return context.search or JobSearch(EVERYTHING)


def to_the_list(context: Context) -> tuple[Button, ...]:
    """Return the button from an opening back to the list that it stands in, where there is one."""
    if len(search_of(context).shown) < _FEWEST_IN_A_LIST:
        return ()
    return (button_for(ChangeSearch("go_on"), context.wording.say("button.go_on")),)


def gone(context: Context) -> Response:
    """Say that an opening is no longer online, and offer to look for others."""
    again = button_for(ChangeSearch("go_on"), context.wording.say("button.search_again"))
    state = context.after(search=replace(search_of(context), opening=None))
    return Response((Reply(context.wording.say("gone"), (again,)),), state)


def more(context: Context) -> Button:
    """Return the button for the next openings."""
    return button_for(ChangeSearch("more"), context.wording.say("button.more"))
