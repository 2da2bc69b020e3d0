"""Where a conversation stands when a message is put into it, and which readings of the message are right there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.dialogue.state import NOTHING_OPEN, DialogueState, JobSearch, Slot
from storage.openings.openings import Opening
from storage.openings.wishes import Wish

ASKED = 2
"""The number of the message that the bot asked back about."""
CONFIRMING, ASKED_BACK, NAME, EMAIL, FILE, SEND = "confirming", "asked back", "name", "email", "file", "confirm"
ADDRESS, OFTEN, ACCESS = "address", "how often", "access"
"""What the bot waits for: a yes or no, a category, what an application or a subscription asks for."""
NOWHERE, ASKED_WHAT, ASKED_WHERE, SHOWN, ONE, ALERT = "nowhere", "asked what", "asked where", "shown", "one", "alert"
WAITING = "waiting"
"""A question has been passed on to a person."""
PLACES = (NOWHERE, ASKED_WHAT, ASKED_WHERE, SHOWN)
ITSELF = frozenset({"itself", "follow_up"})


@dataclass(frozen=True, slots=True)
class StockTurn:
    """A message, where its conversation stands, and the kinds of readings that are right."""

    text: str
    where: str
    right: frozenset[str]
    asked: str = "contact_human"
    """What the bot asked to confirm, where it did."""


def state_at(where: str, shown: Sequence[Opening]) -> DialogueState:
    """Return the state of a conversation that stands there, with these openings shown where any are."""
    if where in (NOWHERE, WAITING):
        return NOTHING_OPEN
    if where in (CONFIRMING, ASKED_BACK):
        return DialogueState(clarifying=ASKED)
    expected = {ADDRESS: Slot.EMAIL, OFTEN: Slot.FREQUENCY, ACCESS: Slot.ACCESS}.get(where)
    if expected is not None:
        search = None if where == ACCESS else JobSearch(Wish(("nurse",), ()))
        return DialogueState(frozenset({expected}), search=search, searching=search is not None)
    if where == ALERT:
        return DialogueState(expected=frozenset({Slot.WISH}))
    ids, titles = tuple(each.id for each in shown), tuple(each.content.title for each in shown)
    searches = {
        ASKED_WHAT: JobSearch(Wish(), asked=Slot.PROFESSION),
        ASKED_WHERE: JobSearch(Wish(("nurse",)), asked=Slot.CITY),
        SHOWN: JobSearch(Wish((), ()), ids, titles=titles),
        **dict.fromkeys((NAME, EMAIL, FILE, SEND), JobSearch(Wish((), ()), ids[:1], titles=titles[:1], opening=ids[0])),
        ONE: JobSearch(Wish((), ()), ids[:1], titles=titles[:1], opening=ids[0]),
    }
    return DialogueState(search=searches[where], searching=True)
