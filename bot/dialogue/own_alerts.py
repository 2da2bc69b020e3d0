"""The job alerts that a conversation has asked for: shown, called off and ended."""

from __future__ import annotations

from typing import Final

from bot.addresses import mentioned
from bot.dialogue.buttons import StepInSubscription, button_for
from bot.dialogue.context import Context
from bot.dialogue.effects import EndSubscription, MailAccess
from bot.dialogue.job_acts import CallOffAlert, Unsubscribe
from bot.dialogue.response import Asking, Reply, Response, find_subscriptions
from bot.dialogue.state import MAKING_AN_ALERT, Slot
from bot.dialogue.task import Responded
from storage.conversations.messages import Button
from storage.openings.wishes import NOTHING_SAID
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency, Subscription
from texts.mail_addresses import InvalidAddress, checked

MOST_SHOWN: Final = 5


def is_new(context: Context) -> bool:
    """Tell whether an alert is being made, or was made with the message before."""
    is_open = context.state.expected & {Slot.FREQUENCY, *MAKING_AN_ALERT}
    return bool(is_open) and context.just_subscribed and context.application is None


def listed(context: Context, own: list[Subscription]) -> Response:
    """Return what shows these subscriptions, with buttons that change and end them."""
    lines = [_line(context, each) for each in own]
    buttons = others(context, own[0].frequency) if len(own) == 1 else ()
    text = "\n".join([context.say("subscription.list"), *(f"• {line}" for line in lines)])
    buttons = (*buttons, *(_ending(context, each) for each in own))
    return Response((Reply(text, buttons),), context.after(expected=frozenset({Slot.FREQUENCY})))


def _line(context: Context, own: Subscription) -> str:
    often = context.say(f"subscription.{own.frequency}")
    return context.say("subscription.listed", wish=context.wording.wish(own.wish), frequency=often)


def _ending(context: Context, own: Subscription) -> Button:
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
    if act.subscription is not None:
        return _end(context, act.subscription)
    found = mentioned(context.text)
    return _mail_access(context, found) if found else _offer_ending(context)


def want_none(context: Context) -> Responded:
    """Call off the alert that is being made or was made just now; else show those that there are."""
    if is_new(context) and context.offers_alerts and not mentioned(context.text):
        return call_off(context, CallOffAlert())
    return unsubscribe(context, Unsubscribe())


def call_off(context: Context, act: CallOffAlert) -> Responded:
    """Make no alert, or end the one that was made just now, by its wish; one that is confirmed by now is shown.

    One that was not kept (too many mails to its address) is not told apart.
    """
    if not context.offers_alerts:
        return Response((Reply(context.say("job_unsubscribe")),))
    if context.state.expected & MAKING_AN_ALERT:
        return Response((Reply(context.say("subscription.none_made")),), context.after(search=context.search))
    return _call_off_last(context)


def _call_off_last(context: Context) -> Asking[Response]:
    search = context.search or context.state.search
    wish = search.wish if search else NOTHING_SAID
    confirmed = [each for each in (yield from find_subscriptions("active")) if each.wish == wish]
    if confirmed:
        return listed(context, confirmed[-1:])
    made = [each for each in (yield from find_subscriptions("pending")) if each.wish == wish]
    told = Reply(context.say("subscription.called_off", wish=context.wording.wish(wish)))
    state = context.after(search=context.search)
    return Response((told,), state, effects=tuple(EndSubscription(each.id) for each in made[-1:]))


def _offer_ending(context: Context) -> Asking[Response]:
    own = yield from find_subscriptions("active")
    if own:
        return listed(context, own[-MOST_SHOWN:])
    return Response((Reply(context.say("subscription.ask_access")),), context.after(expected=frozenset({Slot.ACCESS})))


def _end(context: Context, subscription_id: int) -> Asking[Response]:
    own = next((each for each in (yield from find_subscriptions("active")) if each.id == subscription_id), None)
    if own is None:
        return Response((Reply(context.say("subscription.gone")),))
    ended = Reply(context.say("subscription.ended", wish=context.wording.wish(own.wish)))
    return Response((ended,), effects=(EndSubscription(own.id),))


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
