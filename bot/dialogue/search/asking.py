"""Asks for what a search lacks: alone, or beside what there is already."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, button_for
from bot.dialogue.context import Context
from bot.dialogue.response import Asking, Reply, Response
from bot.dialogue.search.results import results
from bot.dialogue.state import JobSearch, Slot
from storage.messages import Button
from storage.wishes import Wish


def ask_for(context: Context, wish: Wish, asked: Slot) -> Response:
    """Ask for what is missing, with the answer that any will do as a button."""
    wording = context.wording
    known = wording.wish(wish)
    text = wording.say(f"ask_{asked}")
    if known:
        text = wording.say("both", one=wording.say("wish", wish=known), two=text)
    return Response((Reply(text, (_any_will_do(context, asked),)),), context.after(search=JobSearch(wish, asked=asked)))


def _any_will_do(context: Context, asked: Slot) -> Button:
    answer = "anything" if asked is Slot.PROFESSION else "anywhere"
    return button_for(ChangeSearch(answer), context.wording.say(f"button.{answer}"))


def of_any_trade(context: Context, wish: Wish) -> Asking[Response]:
    """Show what there is where, or as, was said, and ask for the trade beside it; that is asked for once."""
    found = yield from results(context, JobSearch(wish))
    shown = found.state.search if found.state else None
    if found.state is None or shown is None or not shown.shown:
        return found
    found = replace(found, state=replace(found.state, search=replace(shown, asked=Slot.PROFESSION)))
    before = context.search
    if before is not None and before.shown and before.asked is Slot.PROFESSION:
        return found
    wording, first = context.wording, found.replies[0]
    text = wording.say("both", one=first.text, two=wording.say("ask_profession"))
    asking = replace(first, text=text, buttons=(*first.buttons, _any_will_do(context, Slot.PROFESSION)))
    return replace(found, replies=(asking, *found.replies[1:]))
