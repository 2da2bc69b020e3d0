"""Shows what there is, or asks for what a search lacks: alone, or beside that."""

from __future__ import annotations

from dataclasses import replace

from bot.dialogue.buttons import ChangeSearch, button_for
from bot.dialogue.context import Context
from bot.dialogue.response import Asking, Reply, Response, find
from bot.dialogue.search.misspelt import telling, with_guessed_town
from bot.dialogue.search.near_trade import with_guessed_trade
from bot.dialogue.search.results import results
from bot.dialogue.search.shown import PAGE
from bot.dialogue.search.wishes import missing, parts
from bot.dialogue.state import JobSearch, Slot
from storage.conversations.messages import Button
from storage.openings.wishes import Wish

FEW = 2 * PAGE
"""So many openings are shown before everything has been asked that could be asked."""


def shown_or_asked(context: Context, wish: Wish) -> Asking[Response]:
    """Search for a wish, or ask for what is missing where that would leave more than a page."""
    wish, guess = yield from with_guessed_town(context, wish)
    if not (wish.professions or wish.words):  # "any work for a wiring bloke" is not any
        wish, trade = with_guessed_trade(context, wish)
        guess = guess or trade
    asked = missing(wish)
    if not asked or _goes_on_without(context, asked) or (yield from _is_small_choice(wish)):
        return telling(context, guess, (yield from results(context, JobSearch(wish))))
    if asked is Slot.PROFESSION and parts(wish):
        return telling(context, guess, (yield from _of_any_trade(context, wish)))
    return telling(context, guess, ask_for(context, wish, asked))


def _goes_on_without(context: Context, asked: Slot) -> bool:
    """Whether openings of whatever trade were shown last, so that none need be named for another place either."""
    before = context.search
    return asked is Slot.PROFESSION and before is not None and bool(before.shown) and before.asked is None


def _is_small_choice(wish: Wish) -> Asking[bool]:
    """Whether what was said already leaves one page of openings: asking for more would narrow nothing."""
    if not parts(wish):
        return False
    return 0 < (yield from find(wish, 1)).total <= FEW


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


def _of_any_trade(context: Context, wish: Wish) -> Asking[Response]:
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
