"""Which subscriptions are to be looked after now, and what they have been told of already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import Connection, exists, select, update

from storage.openings import opening_search
from storage.openings.opening_search import Criteria
from storage.subscriptions import subscription_mails
from storage.subscriptions.subscriptions import COLUMNS, Frequency, Subscription, from_row
from storage.tables.base import company
from storage.tables.opening import opening
from storage.tables.outbox import outbox, subscription_opening
from storage.tables.subscription import subscription as table

PERIODS: dict[Frequency, timedelta] = {
    "at_once": timedelta(0),
    "daily": timedelta(days=1),
    "weekly": timedelta(days=7),
}

MOST_IN_A_MAIL: Final = 1000


@dataclass(frozen=True, slots=True)
class Due:
    """A subscription to be matched with its company's openings as of `revision`."""

    subscription: Subscription
    revision: int

    @property
    def has_news(self) -> bool:
        """Whether other openings are open than when it was matched last."""
        return self.subscription.seen_revision != self.revision


def due(conn: Connection, now: datetime) -> list[Due]:
    """Return the subscriptions of every company that are due, the longest waiting first; none whose mail still waits.

    Those that are to be told at once are due whenever other openings are open than before.
    """
    its_mail = (outbox.c.subscription_id == table.c.id, outbox.c.kind == "openings")
    waits = exists().where(*its_mail, outbox.c.outcome == "waiting")
    news = (table.c.frequency != "at_once") | (table.c.seen_revision != company.c.openings_revision)
    query = select(*COLUMNS, company.c.openings_revision).join(company, company.c.id == table.c.company_id)
    its = (table.c.next_due <= now, table.c.status == "active")
    rows = conn.execute(query.where(*its, news, ~waits).order_by(table.c.next_due, table.c.id))
    return [Due(from_row(row[:-1]), row[-1]) for row in rows]


def fresh(conn: Connection, due: Due, criteria: Criteria, today: date) -> list[int]:
    """Return the openings that fit, came after the subscription was asked for and were not sent to it, best first."""
    its = due.subscription
    fitting = opening_search.matching(conn, its.company_id, criteria, today)
    seen = (opening.c.id == fitting.opening_id) & (opening.c.company_id == its.company_id)
    told = exists().where(
        subscription_opening.c.subscription_id == its.id, subscription_opening.c.opening_id == fitting.opening_id
    )
    new = fitting.query.join(opening, seen).where(opening.c.first_seen >= its.created, ~told)
    rows = fitting.rows(conn, new.order_by(*fitting.order).limit(MOST_IN_A_MAIL))
    return [row[0] for row in rows]


def settle(conn: Connection, company_id: int, due: Due, opening_ids: Sequence[int], now: datetime) -> bool:
    """Queue a mail about the openings, if there are any, and say when the subscription is due next.

    False, and nothing is done, when another process was first or the subscription is not what it was.
    """
    seen = due.subscription
    mine = (table.c.id == seen.id, table.c.company_id == company_id, table.c.status == "active")
    unchanged = (table.c.next_due == seen.next_due, table.c.seen_revision == seen.seen_revision)
    after = {"next_due": next_due(seen, now), "seen_revision": due.revision}
    if conn.execute(update(table).where(*mine, *unchanged).values(after)).rowcount == 0:
        return False
    if opening_ids:
        subscription_mails.put(conn, company_id, seen.id, "openings", now, opening_ids)
    return True


def next_due(subscription: Subscription, now: datetime) -> datetime:
    """Return when it is due after a run at `now`: whole periods after the last time, so that it keeps its hour."""
    period, last = PERIODS[subscription.frequency], subscription.next_due or now
    if not period:
        return now
    return last + period * ((now - last) // period + 1)
