"""The rota: whose turn it is to be given a conversation that nobody looks after."""

from __future__ import annotations

from sqlalchemy import Connection, func, select, update

from storage.companies import companies
from storage.people.users import COLUMNS, User
from storage.tables.base import account


def next_in_turn(conn: Connection, company_id: int) -> User | None:
    """Return who of the company's people was given one longest ago, and put them last; None where nobody is there.

    Who is away or may not log in is left out. Of several processes that ask at once each is told somebody else.
    """
    companies.alone(conn, company_id)
    theirs = account.c.company_id == company_id
    there = select(*COLUMNS).where(theirs, ~account.c.disabled, ~account.c.away)
    row = conn.execute(there.order_by(account.c.rota_place, account.c.id).limit(1)).one_or_none()
    if row is None:
        return None
    person = User(*row)
    last = conn.scalar(select(func.max(account.c.rota_place)).where(theirs)) or 0
    conn.execute(update(account).where(theirs, account.c.id == person.id).values(rota_place=last + 1))
    return person
