"""The links of mailed answers: each opens or ends one conversation, once, for some days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlalchemy import Connection, insert, select, update

from storage.tables.answer import answer_link as table
from storage.tables.answer import conversation_key

Purpose = Literal["open", "end"]

WORKS_FOR: Final = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """A link that was mailed; None for `used` until somebody pressed its button."""

    company_id: int
    conversation_id: int
    purpose: Purpose
    expires: datetime
    used: datetime | None


def add(
    conn: Connection, company_id: int, conversation_id: int, purpose: Purpose, token_hash: str, now: datetime
) -> None:
    """Keep the hash of a token that is mailed."""
    values = {"company_id": company_id, "conversation_id": conversation_id, "token_hash": token_hash}
    conn.execute(insert(table).values(values | {"purpose": purpose, "expires": now + WORKS_FOR}))


def by_token(conn: Connection, token_hash: str) -> AnswerLink | None:
    """Return the link with this token: the token is the credential that names the company."""
    columns = [table.c[name] for name in AnswerLink.__slots__]
    row = conn.execute(select(*columns).where(table.c.token_hash == token_hash)).one_or_none()
    return None if row is None else AnswerLink(*row)


def use(conn: Connection, token_hash: str, now: datetime) -> AnswerLink | None:
    """Use a link up and return it; None when it was used before, has expired or never was."""
    mine = (table.c.token_hash == token_hash, table.c.used.is_(None), table.c.expires > now)
    if conn.execute(update(table).where(*mine).values(used=now)).rowcount == 0:
        return None
    return by_token(conn, token_hash)


def use_up(conn: Connection, company_id: int, conversation_id: int, now: datetime) -> None:
    """Let no link of a conversation work any more."""
    its = (table.c.company_id == company_id, table.c.conversation_id == conversation_id, table.c.used.is_(None))
    conn.execute(update(table).where(*its).values(used=now))


def add_key(conn: Connection, company_id: int, conversation_id: int, token_hash: str, now: datetime) -> None:
    """Let another token open the conversation as its own does."""
    values = {"company_id": company_id, "conversation_id": conversation_id, "token_hash": token_hash, "created": now}
    conn.execute(insert(conversation_key).values(values))
