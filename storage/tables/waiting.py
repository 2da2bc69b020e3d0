"""The tables of how long candidates waited for a person, and of who is told of it, and how."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint, false

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import account, metadata, of_same_company, owner
from storage.tables.conversation import conversation

# Each time that a candidate waited for a person; it goes with the conversation.
conversation_wait = Table(
    "conversation_wait",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("began", UtcDateTime, nullable=False),
    Column("urgent", Boolean, nullable=False),
    Column("overdue", UtcDateTime),
    Column("ended", UtcDateTime),
    Column("outcome", String(16)),
    Column("escalated", UtcDateTime),
    Column("worked", Integer),
    Column("late", Boolean),
    of_same_company("conversation_id", conversation.name),
    UniqueConstraint("conversation_id", "began"),
    Index(None, "company_id", "ended"),
    sqlite_autoincrement=True,
)

# An address of a company that is told what happens in its inbox.
webhook = Table(
    "webhook",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("name", Words, nullable=False),
    Column("url", Words, nullable=False),
    Column("receiver", String(16), nullable=False),
    Column("events", Json, nullable=False),
    Column("secret", Words, nullable=False),
    Column("enabled", Boolean, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Index(None, "company_id"),
    sqlite_autoincrement=True,
)

# What one of a company's people wants to be told by mail; quiet hours are minutes after midnight.
told_choice = Table(
    "told_choice",
    metadata,
    Column("account_id", Id, ForeignKey(account.c.id, ondelete="CASCADE"), primary_key=True, autoincrement=False),
    owner(),
    Column("way", String(16), nullable=False),
    Column("events", Json, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_to", Integer),
    Column("zone", String(64), nullable=False),
    Column("language", String(16), nullable=False),
    Column("weekly", Boolean, nullable=False, server_default=false()),
    Index(None, "company_id"),
)
