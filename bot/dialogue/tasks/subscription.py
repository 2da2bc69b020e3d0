"""Subscribing in the chat: asks for what is missing, and shows, changes and ends what this conversation asked for.

Nobody learns from it whether an address is known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Final, cast

from bot.addresses import mentioned
from bot.dialogue.alert_acts import (
    SUBSCRIBE,
    UNSUBSCRIBE,
    CallOffAlert,
    ChangeAlert,
    Subscribe,
    TellOfAlert,
    Unsubscribe,
)
from bot.dialogue.buttons import StepInSubscription
from bot.dialogue.changed_alerts import change
from bot.dialogue.context import Context
from bot.dialogue.cues import Cues
from bot.dialogue.effects import AskForSubscription, SetFrequency
from bot.dialogue.how_often import frequency_in
from bot.dialogue.own_alerts import (
    MOST_SHOWN,
    call_off,
    listed,
    others,
    tell,
    unsubscribe,
    want_none,
)
from bot.dialogue.policy import is_sure
from bot.dialogue.readings import Reading
from bot.dialogue.response import Asking, Reply, Response, find_subscriptions
from bot.dialogue.search.asking import ask_for
from bot.dialogue.search.careers_page import careers_link
from bot.dialogue.search.wishes import changed, missing
from bot.dialogue.state import MAKING_AN_ALERT, DialogueState, JobSearch, MadeAlert, Slot
from bot.dialogue.task import Responded, Task
from bot.dialogue.tasks.subscription_heard import ALERT, plainly
from bot.subscribing import WantedAlert, has_too_many
from bot.subscription_links import Links
from storage.conversations.messages import Link
from storage.openings.wishes import Wish
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency
from texts.mail_addresses import InvalidAddress, checked

ATTEMPT: Final = "attempt_at_an_address"
_LOOKED_BACK: Final = 7
"""How many messages back what is asked for may have been said already."""
_ADDRESS: Final = frozenset({Slot.EMAIL, Slot.EMAIL_AGAIN})


def interpret(context: Context, cues: Cues) -> Iterator[Reading]:
    """Yield the message as what a subscription asked for: an address, an attempt at one, or how often."""
    opening = cues.search.opening if cues.search else None
    if cues.addresses and Slot.ACCESS in cues.expected:
        yield Reading(ALERT, act=Unsubscribe(), opening=opening)
    elif cues.addresses and cues.expected & {*_ADDRESS, Slot.WISH}:
        yield Reading(ALERT, act=Subscribe(), opening=opening)
    elif Slot.EMAIL in cues.expected:
        explained = is_sure(cues.understanding, context.service.thresholds)
        yield Reading(ATTEMPT, {"explained": float(explained)}, Subscribe(), opening=opening)
    if cues.how_often is not None and Slot.FREQUENCY in cues.expected:
        yield Reading(ALERT, act=Subscribe(frequency=cues.how_often), opening=opening)


def pressed(context: Context, act: StepInSubscription) -> Reading:
    """Return what a button of a subscription does."""
    if act.step == "end":
        return Reading(ALERT, act=Unsubscribe(int(act.value) if act.value.isdigit() else None))
    return Reading(ALERT, act=Subscribe(frequency=act.step if act.step in FREQUENCIES else None))


def subscribe(context: Context, act: Subscribe) -> Responded:
    """Take the next step of a subscription; where none are offered, say so and show the careers page."""
    if not context.offers_alerts:
        return Response((Reply(context.say("job_subscribe"), links=(careers_link(context),)),))
    often = cast(Frequency | None, act.frequency)
    if often is not None and not context.state.expected & MAKING_AN_ALERT:
        return _change(context, often)
    search = _search(context, act.wish)
    asked = missing(search.wish)
    noted = _noted(context, often, mentioned(context.text) if asked else ())
    if asked:
        response = ask_for(context, search.wish, asked)
        state = replace(response.state or context.after(), expected=frozenset({Slot.WISH}))
        return _or_form(context, replace(response, replies=(*noted, *response.replies), state=state), search)
    return _complete(context, search, noted)


def _complete(context: Context, search: JobSearch, noted: tuple[Reply, ...]) -> Asking[Response]:
    """With a whole wish, all that is missing is an address, which may have been said already."""
    found = mentioned(context.text)
    own = yield from find_subscriptions("active")
    if not found and search.wish in [each.wish for each in own]:
        return listed(context, own[-MOST_SHOWN:])
    found = found or next(filter(None, map(mentioned, _said_before(context, {Slot.WISH}))), ())
    if len(found) == 1:
        return (yield from _ask(context, search, found[0]))
    before = context.state.search
    was_asked = bool(context.state.expected & _ADDRESS) and (before is None or before.wish == search.wish)
    key = "one_address" if found else "ask_email_again" if was_asked and not noted else "ask_email"
    again = Slot.EMAIL_AGAIN if key == "ask_email_again" else Slot.EMAIL
    text = context.say(f"subscription.{key}", wish=context.wording.wish(search.wish))
    return _or_form(context, Response((*noted, Reply(text)), _open(context, search, again)), search)


def _open(context: Context, search: JobSearch, expected: Slot) -> DialogueState:
    return context.after(search=search, expected=frozenset({expected}))


def _noted(context: Context, often: Frequency | None, found: tuple[str, ...]) -> tuple[Reply, ...]:
    """What came before it was asked for is kept in mind, and said to be: how often, and the last of the addresses."""
    try:
        noted = [context.say("subscription.noted", address=checked(one).shown) for one in found[-1:]]
    except InvalidAddress as error:
        noted = [context.say(f"error.{error.code}")]
    if often is not None:
        noted.append(context.say("subscription.noted_often", frequency=context.say(f"subscription.{often}")))
    return tuple(map(Reply, noted))


def _said_before(context: Context, asked: Set[Slot]) -> list[str]:
    """What the candidate wrote last, newest first, while one of these was asked for: people say things out of order."""
    if not context.state.expected & asked:
        return []
    return [each.text for each in reversed(context.recent[-_LOOKED_BACK:]) if each.author == "candidate"]


def _search(context: Context, wish: Wish | None) -> JobSearch:
    """The search so far with what the message adds to it, unless that is known."""
    before = context.search or context.state.search
    if wish is None:
        said = context.understanding
        words_of_it = context.jobs.wishes.read(said.text, said.entities, context.language)
        wish = changed(before.wish if before else Wish(), words_of_it)
    wish = replace(wish, order=None)  # an alert tells of what is new, in no order
    return replace(before or JobSearch(wish), wish=wish, asked=None)


def _ask(context: Context, search: JobSearch, typed: str) -> Asking[Response]:
    """Mail an address the question whether it wants what is wished."""
    try:
        address = checked(typed)
    except InvalidAddress as error:
        again = Response((Reply(context.say(f"error.{error.code}")),), _open(context, search, Slot.EMAIL))
        return _or_form(context, again, search)
    if has_too_many((yield from find_subscriptions("pending")), address, search.wish):
        return Response((Reply(context.say("subscription.too_many")),), context.after(search=search))
    often, wish = _how_often(context), context.wording.wish(search.wish)
    named = context.say(f"subscription.{often}")
    text = context.say("subscription.mailed", address=address.shown, wish=wish, frequency=named)
    effect = AskForSubscription(address, WantedAlert(search.wish, often, context.language))
    state = replace(_open(context, search, Slot.FREQUENCY), alert=MadeAlert(search.wish, often, context.seq))
    return Response((Reply(text, others(context, often)),), state).doing(effect)


def _or_form(context: Context, response: Response, search: JobSearch) -> Response:
    """Return the response with a link to the form, filled in with what is known by now."""
    if context.service.public_url is None:
        return response
    wish, wording = search.wish, context.wording
    kind = wording.professions(wish) if wish.words or wish.professions else None
    known = {"profession": kind or "", "city": wording.towns(wish) or ""}
    url = Links(context.service.public_url).form(context.company.key, context.language, **known)
    *before, last = response.replies
    linked = replace(last, links=(*last.links, Link(context.say("subscription.form"), url)))
    return replace(response, replies=(*before, linked))


def _how_often(context: Context) -> Frequency:
    said = [context.text, *_said_before(context, {Slot.WISH, *_ADDRESS})]
    found = (frequency_in(text, context.language, context.service.texts) for text in said)
    return next(filter(None, found), "daily")


def _change(context: Context, often: Frequency) -> Asking[Response]:
    """The subscription asked for last; one that was not kept (too many mails to its address) is not told apart."""
    pending, active = (yield from find_subscriptions("pending")), (yield from find_subscriptions("active"))
    made = context.made_alert
    own = sorted([*pending, *active], key=lambda each: each.id)
    own = [each for each in own if made is None or each.wish == made.wish]
    wish = made.wish if made else own[-1].wish if own else _search(context, None).wish
    named = context.say(f"subscription.{often}")
    text = context.say("subscription.changed", frequency=named, wish=context.wording.wish(wish))
    effects = (SetFrequency(own[-1].id, often),) if own else ()
    search = context.search or context.state.current_search
    state = context.after(search=search, expected=frozenset({Slot.FREQUENCY}))
    if made is not None:
        state = replace(state, alert=replace(made, frequency=often, seq=context.seq))
    return Response((Reply(text, others(context, often)),), state, effects=effects)


TASK: Final = Task(
    "subscription",
    interpret,
    plainly,
    press={StepInSubscription: pressed},
    respond={
        Subscribe: subscribe,
        Unsubscribe: unsubscribe,
        ChangeAlert: change,
        CallOffAlert: call_off,
        TellOfAlert: tell,
    },
    fulfil={
        SUBSCRIBE: lambda context: subscribe(context, Subscribe()),
        UNSUBSCRIBE: want_none,
    },
)
