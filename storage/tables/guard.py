"""The tables of the guard: what it saw in a reply and did about it, and which answers candidates doubted."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, String, Table, UniqueConstraint

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company
from storage.tables.conversation import conversation, decision

guard_decision = Table(
    "guard_decision",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("message_seq", Integer, nullable=False),
    Column("language", String(16), nullable=False),
    Column("action", String(16), nullable=False),
    Column("risk", Float, nullable=False),
    Column("distribution", Json),
    Column("reasons", Json, nullable=False),
    Column("withheld", Words),
    Column("created", UtcDateTime, nullable=False),
    Column("verdict", String(16)),
    Column("judge", Words),
    Column("judged", UtcDateTime),
    of_same_company("conversation_id", conversation.name),
    UniqueConstraint("company_id", "id"),
    UniqueConstraint("conversation_id", "message_seq"),
    Index(None, "company_id", "action", "id"),
    sqlite_autoincrement=True,
)

# A doubt has the number of the decision whose answer was not what the candidate meant.
doubt = Table(
    "doubt",
    metadata,
    Column("id", Id, primary_key=True, autoincrement=False),
    Column("company_id", Id, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("id", decision.name),
)
