"""Subscribing in the chat: asks for what is missing, and shows, changes and ends what this conversation asked for."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import cast

from bot.dialogue.buttons import StepInSubscription, button_for
from bot.dialogue.state import JobSearch, Slot
from bot.flows.careers_page import careers_link
from bot.flows.job_search import ask_for
from bot.flows.situation import Draft, Situation, Step
from bot.job_search.changing import changed, missing
from bot.job_search.moves import Kind
from bot.subscriptions.addresses import EmailAddress, InvalidAddress, checked, mentioned
from bot.subscriptions.hearing import frequency_in
from bot.subscriptions.links import Links
from bot.subscriptions.requests import TooManyUnconfirmed, Wanted, ask, ask_for_access
from storage import subscriptions
from storage.messages import Button, Link
from storage.subscriptions import FREQUENCIES, Frequency, Subscription
from storage.wishes import Wish

MOST_SHOWN = 5
_LOOKED_BACK = 7
"""How many messages back what is asked for may have been said already."""


def job_subscribe(situation: Situation) -> Step:
    """Take the next step of a subscription; where none are offered, say so and show the careers page."""
    if not situation.offers_alerts:
        return Step((Draft(situation.say("job_subscribe"), links=(careers_link(situation),)),))
    often = _entity(situation, Slot.FREQUENCY)
    if often is not None:
        return _change(situation, cast(Frequency, often))
    search = _search(situation)
    asked = missing(search.wish)
    found = mentioned(situation.understanding.text)
    if asked:
        return _or_form(situation, _ask_for_wish(situation, search, asked, found), search)
    own = _own(situation, "active")
    if not found and search.wish in [each.wish for each in own]:
        return _list(situation, own[-MOST_SHOWN:])
    found = found or next(filter(None, map(mentioned, _said_before(situation, {Slot.WISH}))), ())
    if len(found) == 1:
        return _subscribe(situation, search, found[0])
    key = (
        "one_address"
        if found
        else "ask_email_again"
        if situation.state.expected & {Slot.EMAIL, Slot.EMAIL_AGAIN}
        else "ask_email"
    )
    again = Slot.EMAIL_AGAIN if key == "ask_email_again" else Slot.EMAIL
    text = situation.say(f"subscription.{key}", wish=situation.wording.wish(search.wish))
    return _or_form(situation, Step((Draft(text),), search=search, expects=frozenset({again})), search)


def _ask_for_wish(situation: Situation, search: JobSearch, asked: Slot, found: tuple[str, ...]) -> Step:
    """Ask for what is missing; an address that came before it is kept in mind, and said to be."""
    step = replace(ask_for(situation, search.wish, asked), expects=frozenset({Slot.WISH}))
    try:
        noted = [situation.say("subscription.noted", address=checked(one).shown) for one in found]
    except InvalidAddress as error:
        noted = [situation.say(f"error.{error.code}")]
    return replace(step, drafts=(*map(Draft, noted[-1:]), *step.drafts))


def _said_before(situation: Situation, asked: Set[Slot]) -> list[str]:
    """What the candidate wrote last, newest first, while one of these was asked for: people say things out of order."""
    if not situation.state.expected & asked:
        return []
    return [each.text for each in reversed(situation.recent[-_LOOKED_BACK:]) if each.author == "candidate"]


def job_unsubscribe(situation: Situation) -> Step:
    """Show and end the conversation's own subscriptions; without any, offer to mail a link to an address."""
    if not situation.offers_alerts:
        return Step((Draft(situation.say("job_unsubscribe")),))
    chosen = _entity(situation, "subscription")
    if chosen is not None:
        return _end(situation, int(chosen))
    found = mentioned(situation.understanding.text)
    if found:
        return _mail_access(situation, found)
    own = _own(situation, "active")
    if own:
        return _list(situation, own[-MOST_SHOWN:])
    return Step((Draft(situation.say("subscription.ask_access")),), expects=frozenset({Slot.ACCESS}))


def _search(situation: Situation) -> JobSearch:
    """The search so far with what the message adds to it."""
    before = situation.search or situation.state.search
    wish = before.wish if before else Wish()
    if situation.move is not None and situation.move.kind is Kind.SEARCH:
        wish = situation.move.wish
    else:
        said = situation.understanding
        words = situation.jobs.wishes.read(said.text, said.entities, situation.language)
        wish = changed(wish, words)
    return replace(before or JobSearch(wish), wish=wish, asked=None)


def _subscribe(situation: Situation, search: JobSearch, typed: str) -> Step:
    try:
        address = checked(typed)
    except InvalidAddress as error:
        again = Step((Draft(situation.say(f"error.{error.code}")),), search=search, expects=frozenset({Slot.EMAIL}))
        return _or_form(situation, again, search)
    often = _how_often(situation)
    try:
        _ask(situation, address, Wanted(search.wish, often, situation.language))
    except TooManyUnconfirmed:
        return Step((Draft(situation.say("subscription.too_many")),), search=search)
    words = situation.wording.wish(search.wish)
    text = situation.say(
        "subscription.mailed", address=address.shown, wish=words, frequency=situation.say(f"subscription.{often}")
    )
    return Step((Draft(text, _others(situation, often)),), search=search, expects=frozenset({Slot.FREQUENCY}))


def _or_form(situation: Situation, step: Step, search: JobSearch) -> Step:
    """Return the step with a link to the form, filled in with what is known by now."""
    if situation.public_url is None:
        return step
    wish, wording = search.wish, situation.wording
    kind = wording.professions(wish) if wish.words or wish.professions else None
    known = {"profession": kind or "", "city": wording.towns(wish) or ""}
    url = Links(situation.public_url).form(situation.company.key, situation.language, **known)
    *before, last = step.drafts
    linked = replace(last, links=(*last.links, Link(situation.say("subscription.form"), url)))
    return replace(step, drafts=(*before, linked))


def _how_often(situation: Situation) -> Frequency:
    said = [situation.understanding.text, *_said_before(situation, {Slot.WISH, Slot.EMAIL, Slot.EMAIL_AGAIN})]
    found = (frequency_in(text, situation.language, situation.texts) for text in said)
    return next(filter(None, found), "daily")


def _ask(situation: Situation, address: EmailAddress, wanted: Wanted) -> None:
    per_day, talk = situation.confirmations_per_day, situation.conversation_id
    ask(situation.writing, situation.company, address, wanted, per_day, situation.now, talk)


def _change(situation: Situation, often: Frequency) -> Step:
    """The subscription asked for last; one that was not kept (too many mails to its address) is not told apart."""
    own = sorted([*_own(situation, "pending"), *_own(situation, "active")], key=lambda each: each.id)
    if own:
        subscriptions.set_frequency(situation.writing, situation.company.id, own[-1].id, often, situation.now)
    wish = own[-1].wish if own else _search(situation).wish
    text = situation.say(
        "subscription.changed", frequency=situation.say(f"subscription.{often}"), wish=situation.wording.wish(wish)
    )
    return Step((Draft(text, _others(situation, often)),), expects=frozenset({Slot.FREQUENCY}))


def _list(situation: Situation, own: list[Subscription]) -> Step:
    say, wording = situation.say, situation.wording
    lines = [
        say("subscription.listed", wish=wording.wish(each.wish), frequency=say(f"subscription.{each.frequency}"))
        for each in own
    ]
    ends = [
        button_for(
            StepInSubscription("end", str(each.id)), say("button.subscription.end", wish=wording.wish(each.wish))
        )
        for each in own
    ]
    others = _others(situation, own[0].frequency) if len(own) == 1 else ()
    text = "\n".join([say("subscription.list"), *(f"• {line}" for line in lines)])
    return Step((Draft(text, (*others, *ends)),), expects=frozenset({Slot.FREQUENCY}))


def _ending(situation: Situation, own: Subscription) -> Button:
    title = situation.say("button.subscription.end", wish=situation.wording.wish(own.wish))
    return button_for(StepInSubscription("end", str(own.id)), title)


def _end(situation: Situation, subscription_id: int) -> Step:
    own = next((each for each in _own(situation, "active") if each.id == subscription_id), None)
    if own is None:
        return Step((Draft(situation.say("subscription.gone")),))
    subscriptions.end(situation.writing, situation.company.id, own.id, situation.now)
    return Step((Draft(situation.say("subscription.ended", wish=situation.wording.wish(own.wish))),))


def _mail_access(situation: Situation, found: tuple[str, ...]) -> Step:
    if len(found) > 1:
        return Step((Draft(situation.say("subscription.one_address")),), expects=frozenset({Slot.ACCESS}))
    try:
        address = checked(found[0])
    except InvalidAddress as error:
        return Step((Draft(situation.say(f"error.{error.code}")),), expects=frozenset({Slot.ACCESS}))
    ask_for_access(situation.writing, situation.company, address, situation.confirmations_per_day, situation.now)
    return Step((Draft(situation.say("subscription.access_mailed", address=address.shown)),))


def _own(situation: Situation, status: subscriptions.Status) -> list[Subscription]:
    return subscriptions.of_conversation(situation.conn, situation.company.id, situation.conversation_id, status)


def _others(situation: Situation, often: Frequency) -> tuple[Button, ...]:
    """Buttons for the other frequencies."""
    return tuple(
        button_for(StepInSubscription(each), situation.say(f"button.subscription.{each}"))
        for each in FREQUENCIES
        if each != often
    )


def _entity(situation: Situation, name: str) -> str | None:
    return next((entity.value for entity in situation.understanding.entities if entity.name == name), None)
