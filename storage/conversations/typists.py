"""Who types in a conversation at this moment: told to everybody who looks on, and kept nowhere."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, or_, select

from storage.conversations import conversations
from storage.database.notices import ChangeNotice, notify
from storage.people.users import COLUMNS, User
from storage.tables.base import account


def note(conn: Connection, company_id: int, conversation_id: int, person: int = 0) -> None:
    """Tell every process, after COMMIT, that a person of the desk, or the candidate (0), types; raise NotFound."""
    conversations.get(conn, company_id, conversation_id)
    notify(conn, ChangeNotice("typing", company_id, conversation_id, person))


def people(conn: Connection, company_id: int, persons: Collection[int]) -> list[User]:
    """Return those who may write in the company's name, operators too, by name; who was disabled is left out."""
    theirs = or_(account.c.company_id == company_id, account.c.company_id.is_(None))
    query = select(*COLUMNS).where(account.c.id.in_(persons), theirs, ~account.c.disabled).order_by(account.c.name)
    return [User(*tuple(row)) for row in conn.execute(query)]
