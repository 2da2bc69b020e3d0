"""The job alerts that a conversation has asked for: shown, told of, called off and ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.addresses import mentioned
from bot.dialogue.alert_acts import LAST_MADE, CallOffAlert, TellOfAlert, Unsubscribe
from bot.dialogue.buttons import StepInSubscription, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import EndSubscription, MailAccess
from bot.dialogue.response import Asking, Reply, Response, find_subscriptions
from bot.dialogue.state import MAKING_AN_ALERT, DialogueState, Slot
from bot.dialogue.task import Responded
from storage.conversations.messages import Button
from storage.openings.wishes import NOTHING_SAID, Wish
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency, Subscription
from texts.mail_addresses import InvalidAddress, checked

MOST_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class _Alert:
    """An alert as it is shown: its id, what it is for, how often it writes, whether it `waits` to be confirmed."""

    id: int
    wish: Wish
    frequency: Frequency
    waits: bool = False


def is_new(context: Context) -> bool:
    """Tell whether an alert is being made, or was made with the message before."""
    is_open = context.state.expected & {Slot.FREQUENCY, *MAKING_AN_ALERT}
    return bool(is_open) and context.just_subscribed and context.application is None


def is_spoken_of(context: Context) -> bool:
    """Tell whether "it" may well be an alert: one is being made, or was made or called off lately."""
    making = context.state.expected & MAKING_AN_ALERT and context.application is None
    return bool(making) or context.made_alert is not None


def listed(context: Context, own: list[Subscription]) -> Response:
    """Return what shows these subscriptions that are confirmed, with buttons that change and end them."""
    return _listed(context, [_Alert(each.id, each.wish, each.frequency) for each in own])


def _listed(context: Context, own: Sequence[_Alert]) -> Response:
    lines = [_line(context, each) for each in own]
    buttons = others(context, own[0].frequency) if len(own) == 1 else ()
    text = "\n".join([context.say("subscription.list"), *(f"• {line}" for line in lines)])
    buttons = (*buttons, *(_ending(context, each) for each in own))
    return Response((Reply(text, buttons),), context.after(expected=frozenset({Slot.FREQUENCY})))


def _line(context: Context, own: _Alert) -> str:
    often, wish = context.say(f"subscription.{own.frequency}"), context.wording.wish(own.wish)
    key = "listed_waiting" if own.waits else "listed"
    return context.say(f"subscription.{key}", wish=wish, frequency=often)


def _ending(context: Context, own: _Alert) -> Button:
    title = context.say("button.subscription.end", wish=context.wording.wish(own.wish))
    return button_for(StepInSubscription("end", str(own.id)), title)


def others(context: Context, often: Frequency) -> tuple[Button, ...]:
    """Return buttons for the other frequencies."""
    left = [each for each in FREQUENCIES if each != often]
    return tuple(button_for(StepInSubscription(each), context.say(f"button.subscription.{each}")) for each in left)


def unsubscribe(context: Context, act: Unsubscribe) -> Responded:
    """Show and end the conversation's own subscriptions; without any, offer to mail a link to an address."""
    if not context.offers_alerts:
        return Response((Reply(context.say("job_unsubscribe")),))
    if act.subscription == LAST_MADE:
        return _call_off_last(context) if context.made_alert is not None else _offer_ending(context)
    if act.subscription is not None:
        return _end(context, act.subscription)
    found = mentioned(context.text)
    return _mail_access(context, found) if found else _offer_ending(context)


def want_none(context: Context) -> Responded:
    """Call off the alert that is being made or was made lately; else show those that there are."""
    spoken_of = is_new(context) or is_spoken_of(context)
    if spoken_of and context.offers_alerts and not mentioned(context.text):
        return call_off(context, CallOffAlert())
    return unsubscribe(context, Unsubscribe())


def call_off(context: Context, act: CallOffAlert) -> Responded:
    """Make no alert, or end the one that was made lately, by its wish; one that is confirmed by now is shown.

    One that was not kept (too many mails to its address) is not told apart.
    """
    if not context.offers_alerts:
        return Response((Reply(context.say("job_unsubscribe")),))
    if context.state.expected & MAKING_AN_ALERT:
        return Response((Reply(context.say("subscription.none_made")),), context.after(search=context.search))
    return _call_off_last(context)


def _call_off_last(context: Context) -> Asking[Response]:
    made, search = context.made_alert, context.search or context.state.search
    if made is not None and made.ended:
        return Response((Reply(context.say("subscription.gone")),), context.unchanged)
    wish = made.wish if made else search.wish if search else NOTHING_SAID
    confirmed = [each for each in (yield from find_subscriptions("active")) if each.wish == wish]
    if confirmed:
        return listed(context, confirmed[-1:])
    waiting = [each for each in (yield from find_subscriptions("pending")) if each.wish == wish]
    told = Reply(context.say("subscription.called_off", wish=context.wording.wish(wish)))
    return Response((told,), _ended(context), effects=tuple(EndSubscription(each.id) for each in waiting[-1:]))


def _ended(context: Context) -> DialogueState:
    """The state after the alert that the talk is about was called off."""
    made, state = context.made_alert, context.after(search=context.search)
    return state if made is None else replace(state, alert=replace(made, ended=True, seq=context.seq))


def _offer_ending(context: Context) -> Asking[Response]:
    active, pending = (yield from find_subscriptions("active")), (yield from find_subscriptions("pending"))
    own = [_Alert(each.id, each.wish, each.frequency) for each in active]
    made = context.made_alert
    waiting = [each for each in pending if made is None or each.wish != made.wish]
    own += [_Alert(each.id, each.wish, each.frequency, waits=True) for each in waiting]
    if made is not None and not made.ended and made.wish not in [each.wish for each in active]:
        own.append(_Alert(LAST_MADE, made.wish, made.frequency, waits=True))
    if own:
        return _listed(context, own[-MOST_SHOWN:])
    if made is not None and made.ended:
        return Response((Reply(context.say("subscription.gone")),), context.unchanged)
    return Response((Reply(context.say("subscription.ask_access")),), context.after(expected=frozenset({Slot.ACCESS})))


def _end(context: Context, subscription_id: int) -> Asking[Response]:
    active, pending = (yield from find_subscriptions("active")), (yield from find_subscriptions("pending"))
    own = next((each for each in (*active, *pending) if each.id == subscription_id), None)
    if own is None:
        return Response((Reply(context.say("subscription.gone")),))
    ended = Reply(context.say("subscription.ended", wish=context.wording.wish(own.wish)))
    made = context.made_alert
    is_last = made is not None and made.wish == own.wish
    state = _ended(context) if is_last else None
    return Response((ended,), state, effects=(EndSubscription(own.id),))


def tell(context: Context, act: TellOfAlert) -> Response:
    """Answer what is asked of the alert that is being made, or was made lately."""
    made = context.made_alert
    if not context.offers_alerts:
        return Response((Reply(context.say("job_unsubscribe")),))
    if made is not None and made.ended and act.about == "alert_ends":
        return Response((Reply(context.say("subscription.gone")),), context.unchanged)
    often: Frequency = made.frequency if made else "daily"
    named = context.say(f"subscription.{often}")
    text = context.say(f"subscription.{act.about}", frequency=named)
    if made is None or made.ended:
        return Response((Reply(text),), context.unchanged)
    buttons = others(context, often) if act.about == "alert_often" else ()
    state = replace(context.unchanged, expected=context.state.expected | {Slot.FREQUENCY})
    return Response((Reply(text, buttons),), replace(state, alert=replace(made, seq=context.seq)))


def _mail_access(context: Context, found: tuple[str, ...]) -> Response:
    again = context.after(expected=frozenset({Slot.ACCESS}))
    if len(found) > 1:
        return Response((Reply(context.say("subscription.one_address")),), again)
    try:
        address = checked(found[0])
    except InvalidAddress as error:
        return Response((Reply(context.say(f"error.{error.code}")),), again)
    mailed = Reply(context.say("subscription.access_mailed", address=address.shown))
    return Response((mailed,), effects=(MailAccess(address),))
