"""Who a candidate is to the company's own site, and the secret with which that site proves it."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, delete, insert, select

from storage.conversations import conversations
from storage.tables.identity import conversation_identity as table
from storage.tables.identity import identity_secret


def set_secret(conn: Connection, company_id: int, secret: str, now: datetime) -> None:
    """Let the company sign with this secret, and with none that it had before."""
    conn.execute(delete(identity_secret).where(identity_secret.c.company_id == company_id))
    conn.execute(insert(identity_secret).values(company_id=company_id, secret=secret, created=now))


def secret(conn: Connection, company_id: int) -> str | None:
    """Return what the company signs with."""
    query = select(identity_secret.c.secret).where(identity_secret.c.company_id == company_id)
    found: str | None = conn.execute(query).scalar()
    return found


def secret_since(conn: Connection, company_id: int) -> datetime | None:
    """Return since when the company has had its secret; None where it has none."""
    query = select(identity_secret.c.created).where(identity_secret.c.company_id == company_id)
    found: datetime | None = conn.execute(query).scalar()
    return found


def claim(conn: Connection, company_id: int, conversation_id: int, user: str, now: datetime) -> str:
    """Give the conversation to this user where it is nobody's yet; return whose it is. Raises NotFound."""
    known = of_conversation(conn, company_id, conversation_id)
    if known is not None:
        return known
    conversations.touch(conn, company_id, conversation_id, now)  # whoever comes second waits here, and finds the first
    known = of_conversation(conn, company_id, conversation_id)
    if known is None:
        values = {"conversation_id": conversation_id, "company_id": company_id, "user_id": user, "created": now}
        conn.execute(insert(table).values(values))
    return known or user


def of_conversation(conn: Connection, company_id: int, conversation_id: int) -> str | None:
    """Return whose conversation it is, None where nobody has proved it."""
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id)
    found: str | None = conn.execute(select(table.c.user_id).where(*its)).scalar()
    return found
