"""Asking for mail and ending it; nobody learns from it whether an address is known here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from storage import Connection
from storage.companies.companies import Company
from storage.openings.wishes import Wish
from storage.subscriptions import subscription_mails, subscriptions
from storage.subscriptions.subscriptions import Frequency, Subscription
from texts.mail_addresses import EmailAddress

DAY: Final = timedelta(days=1)
MOST_UNCONFIRMED = 5
"""So many subscriptions of one conversation may wait for confirmation: a chat is no way to write to strangers."""
COMPANIES: Final = 3
"""As much as so many companies may send to one mailbox, all companies of the house may together."""


@dataclass(frozen=True, slots=True)
class WantedAlert:
    """What somebody wants to hear of, how often, in which language."""

    wish: Wish
    frequency: Frequency
    language: str


class TooManyUnconfirmed(Exception):
    """The conversation has asked for too many subscriptions that nobody confirmed."""


def ask(
    conn: Connection,
    company: Company,
    address: EmailAddress,
    wanted: WantedAlert,
    per_day: int,
    now: datetime,
    conversation_id: int | None = None,
) -> None:
    """Keep what is wanted and queue the mail that asks the address to confirm it.

    A mailbox that was written to `per_day` times within a day, or COMPANIES times as often by all companies of the
    house, gets nothing, and nobody is told. Raises TooManyUnconfirmed.
    """
    waiting = _unconfirmed(conn, company, conversation_id)
    if has_too_many(waiting, address, wanted.wish):
        raise TooManyUnconfirmed
    if _has_enough(conn, company, address, per_day, now):
        return
    same = _same(waiting, address, wanted.wish)
    kept = same[0] if same else _keep(conn, company, address, wanted, conversation_id, now)
    subscription_mails.put(conn, company.id, kept.id, "confirmation", now)


def ask_for_access(conn: Connection, company: Company, address: EmailAddress, per_day: int, now: datetime) -> None:
    """Queue the mail with the link to an address's subscriptions, if it has any; limited in silence like `ask`."""
    known = subscriptions.of_address(conn, company.id, address.value)
    if known and not _has_enough(conn, company, address, per_day, now):
        subscription_mails.put(conn, company.id, known[-1].id, "access", now)


def has_too_many(unconfirmed: Sequence[Subscription], address: EmailAddress, wish: Wish) -> bool:
    """Tell whether a conversation with these subscriptions may ask for no other before somebody confirms one."""
    return len(unconfirmed) >= MOST_UNCONFIRMED and not _same(unconfirmed, address, wish)


def _same(known: Sequence[Subscription], address: EmailAddress, wish: Wish) -> list[Subscription]:
    return [each for each in known if (each.email, each.wish) == (address.value, wish)]


def _has_enough(conn: Connection, company: Company, address: EmailAddress, per_day: int, now: datetime) -> bool:
    since, most = now - DAY, COMPANIES * per_day
    own = subscription_mails.asked_for(conn, company.id, address.value, since)
    return own >= per_day or subscription_mails.asked_for_anywhere(conn, address.value, since) >= most


def _unconfirmed(conn: Connection, company: Company, conversation_id: int | None) -> list[Subscription]:
    if conversation_id is None:
        return []
    return subscriptions.of_conversation(conn, company.id, conversation_id, "pending")


def _keep(
    conn: Connection,
    company: Company,
    address: EmailAddress,
    wanted: WantedAlert,
    conversation_id: int | None,
    now: datetime,
) -> Subscription:
    return subscriptions.add(
        conn,
        company.id,
        conversation_id=conversation_id,
        email=address.value,
        language=wanted.language,
        wish=wanted.wish,
        frequency=wanted.frequency,
        now=now,
    )
