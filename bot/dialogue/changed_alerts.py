"""The job alert that was just made, let to tell of something else: "put Leipzig in as well", "any job will do"."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.brevity import is_brief
from bot.dialogue.alert_acts import SUBSCRIBE, ChangeAlert
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues, said_in
from bot.dialogue.effects import SetWish
from bot.dialogue.own_alerts import is_new, others
from bot.dialogue.policy import is_sure
from bot.dialogue.response import Asking, Reply, Response, find_subscriptions
from bot.dialogue.said_forms import says_one_of
from bot.dialogue.search.wishes import changed
from bot.dialogue.state import MAKING_AN_ALERT, JobSearch, Slot
from nlu.wishes.words import WishWords
from nlu.words.length import length
from nlu.words.normalise import considered
from storage.openings.wishes import Wish

_CHANGES: Final = frozenset({"also", "instead"})
"""Marks of what changes a wish rather than begins another."""
_DISTANCES: Final = frozenset({"nearer", "farther", "anywhere"})
_NAME_ALONE: Final = 2
"""Words of what says a name and little else: "Hamburg please"."""
_ANY_TRADE: Final = frozenset({"anything", "whatever"})


def speaks_of_mails(context: Context) -> bool:
    """Tell whether a message names mails or alerts."""
    return says_one_of(context.text, context.service.texts.get(context.language, "subscription.words.mails"))


def asks_for_mails(context: Context) -> bool:
    """Tell whether a message asks the bot to do something about mails: "would you stop those", not "do they stop"."""
    asks = says_one_of(context.text, context.service.texts.get(context.language, "subscription.words.asks_to"))
    return asks and speaks_of_mails(context)


def other_wish(context: Context, cues: Cues) -> Wish | None:
    """Return the wish that the alert made last is to have instead, None where a message wants no such thing.

    Right after it was made, what says something else of a job and asks nothing means the alert; later what speaks of
    mails as well. Who names a trade and a place, or jobs to be shown, begins a search; who wants an alert, another one.
    """
    made = context.made_alert
    if made is None or made.ended or cues.addresses or cues.referred or cues.comes_first:
        return None
    wants = _wants_mail(cues, cues.thresholds.request_floor)  # also put as a question: "could you put Leipzig in?"
    of_mails = wants or speaks_of_mails(context)
    if not (of_mails or is_new(context)) or (cues.asks_in_any_form and not wants):
        return None
    if is_sure(cues.understanding, cues.thresholds) and not is_brief(context.text):
        return None
    if _begins_anew(cues, of_mails=of_mails) or (_only_tells(cues) and not of_mails):
        return None
    wish = replace(changed(made.wish, _said(cues)), order=None)
    return None if wish == made.wish else wish


def narrowed_wish(context: Context, cues: Cues) -> Wish | None:
    """Return what the alert that is being made is to tell of, where a message says only that ("only sales").

    It names a trade, a place or what a job must be, says nothing else, and asks nothing.
    """
    search = context.state.search
    said = said_in(context, search)  # "only sales" points at no opening
    if search is None or context.state.expected.isdisjoint(MAKING_AN_ALERT) or cues.addresses or cues.comes_first:
        return None
    says_more = said.rest or cues.is_question or cues.picks or cues.referred or "apply" in cues.turns
    names = said.professions or said.places or said.refining or said.ruled_out
    if says_more or not names or not is_brief(context.text):
        return None
    wish = replace(changed(search.wish, said, search.asked), order=None)
    return None if wish == search.wish else wish


def _wants_mail(cues: Cues, least: float) -> bool:
    return cues.understanding.says(SUBSCRIBE, least=least)


def _begins_anew(cues: Cues, *, of_mails: bool) -> bool:
    """Whether a message begins a search, or asks for another alert, rather than changes what was asked for."""
    said = cues.words
    trade, place = said.professions or said.marks & _ANY_TRADE, said.places or "anywhere" in said.marks
    if _wants_mail(cues, cues.thresholds.plain) and trade and place:
        return True
    anew = bool(trade and place) or (cues.seeks_jobs and "openings" in cues.turns and not of_mails)
    return (anew or _wants_mail(cues, cues.thresholds.plain)) and said.marks.isdisjoint(_CHANGES)


def _only_tells(cues: Cues) -> bool:
    """Whether a trade or a place is named by what seeks and changes nothing: "my wife is a nurse"."""
    said = cues.words
    names = said.professions or said.places
    alone = length(considered(cues.understanding.text)) <= _NAME_ALONE
    return bool(names) and not (alone or cues.seeks_jobs) and said.marks.isdisjoint(_CHANGES | _DISTANCES)


def _said(cues: Cues) -> WishWords:
    """What is said of the wish; "also" counts beside what may only begin a sentence ("actually, add Paris too")."""
    said = cues.words
    return replace(said, marks=said.marks - {"instead"}) if "also" in said.marks else said


def change(context: Context, act: ChangeAlert) -> Asking[Response]:
    """Let the alert that was made last tell of another wish; the mail that was sent confirms that one, unless it has.

    One that was not kept (too many mails to its address) is not told apart.
    """
    made = context.made_alert
    pending, active = (yield from find_subscriptions("pending")), (yield from find_subscriptions("active"))
    own = [each for each in (*pending, *active) if made is not None and each.wish == made.wish]
    often = made.frequency if made is not None else "daily"
    named = context.say(f"subscription.{often}")
    key = "changed" if own and own[-1] in active else "wish_changed"
    text = context.say(f"subscription.{key}", wish=context.wording.wish(act.wish), frequency=named)
    state = context.after(search=JobSearch(act.wish), expected=frozenset({Slot.FREQUENCY}))
    if made is not None:
        state = replace(state, alert=replace(made, wish=act.wish, seq=context.seq))
    effects = tuple(SetWish(each.id, act.wish) for each in own[-1:])
    return Response((Reply(text, others(context, often)),), state, effects=effects)
