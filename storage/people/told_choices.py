"""What each of a company's people wants to be told by mail of the inbox, and when not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import Connection, delete, insert, select

from storage.companies.companies import Company
from storage.people import users
from storage.people.users import User
from storage.tables.base import account
from storage.tables.waiting import told_choice as table

Way = Literal["none", "each", "hourly", "daily"]
Chosen = Literal["waiting", "overdue", "escalated"]
CHOSEN: Final[tuple[Chosen, ...]] = ("waiting", "overdue", "escalated")
Span = tuple[int, int]
"""From and to, in minutes after midnight; what crosses midnight ends before it begins."""


@dataclass(frozen=True, slots=True)
class ToldChoice:
    """How a person is told: never, of each of the `events`, or of all that waits once an hour or a day.

    Whoever wants it `weekly` gets the report of the week as well.
    Nothing but danger is told in the `quiet` hours of their time zone (an IANA name); mails are in `language`.
    """

    way: Way = "none"
    events: tuple[Chosen, ...] = CHOSEN
    quiet: Span | None = None
    zone: str = "UTC"
    language: str = "en"
    weekly: bool = False


_NAMES = ("way", "events", "quiet_from", "quiet_to", "zone", "language", "weekly")
_COLUMNS = tuple(table.c[name] for name in _NAMES)


def get(conn: Connection, company_id: int, person: int) -> ToldChoice | None:
    """Return what a person has chosen, None for nothing yet."""
    its = (table.c.company_id == company_id, table.c.account_id == person)
    row = conn.execute(select(*_COLUMNS).where(*its)).one_or_none()
    return None if row is None else _choice(row)


def put(conn: Connection, company_id: int, person: int, choice: ToldChoice) -> None:
    """Keep what a person of the company has chosen; raise NotFound."""
    users.get(conn, company_id, person)
    conn.execute(delete(table).where(table.c.account_id == person, table.c.company_id == company_id))
    quiet_from, quiet_to = choice.quiet or (None, None)
    values: dict[str, Any] = {
        "company_id": company_id,
        "account_id": person,
        "way": choice.way,
        "events": list(choice.events),
    }
    values |= {"quiet_from": quiet_from, "quiet_to": quiet_to, "zone": choice.zone, "language": choice.language}
    values["weekly"] = choice.weekly
    conn.execute(insert(table).values(values))


def of_company(conn: Connection, company_id: int, usual: ToldChoice) -> list[tuple[User, ToldChoice]]:
    """Return who of the company wants mail, with what; whoever may not log in wants none.

    `usual` holds for those who have chosen nothing.
    """
    its = (table.c.account_id == account.c.id) & (table.c.company_id == account.c.company_id)
    query = select(*users.COLUMNS, *_COLUMNS).join(table, its, isouter=True)
    query = query.where(account.c.company_id == company_id, ~account.c.disabled).order_by(account.c.id)
    count = len(users.COLUMNS)
    rows = [(User(*row[:count]), row[count:]) for row in conn.execute(query)]
    chosen = [(user, usual if row[0] is None else _choice(row)) for user, row in rows]
    return [(user, choice) for user, choice in chosen if choice.way != "none"]


def wanting_report(conn: Connection, company_id: int) -> list[User]:
    """Return who of the company wants the weekly report; whoever may not log in wants none."""
    its = (table.c.account_id == account.c.id) & (table.c.company_id == account.c.company_id)
    query = select(*users.COLUMNS).join(table, its).where(account.c.company_id == company_id, ~account.c.disabled)
    return [User(*row) for row in conn.execute(query.where(table.c.weekly).order_by(account.c.id))]


def usual_choice(company: Company, way: str) -> ToldChoice:
    """Return what holds for those of a company's people who have chosen nothing."""
    return ToldChoice(way, zone=company.zone, language=company.default_language)  # type: ignore[arg-type]


def _choice(row: Sequence[object]) -> ToldChoice:
    way, events, quiet_from, quiet_to, zone, language, weekly = row
    quiet = None if quiet_from is None else (quiet_from, quiet_to)
    return ToldChoice(way, tuple(events), quiet, zone, language, weekly)  # type: ignore[arg-type]
