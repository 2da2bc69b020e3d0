"""The tables of applying: what each company wants, and applications that are made or on their way to it."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, LargeBinary, String, Table, UniqueConstraint

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables import conversation as conversation_tables
from storage.tables import opening as opening_tables
from storage.tables.base import metadata, of_same_company, owner

apply_setting = Table(
    "apply_setting",
    metadata,
    Column("company_id", Id, ForeignKey("company.id"), primary_key=True, autoincrement=False),
    Column("reference", Words, nullable=False),
    Column("deliver_to", Words),
    Column("secret", Words),
    Column("keep_days", Integer, nullable=False),
    Column("privacy_url", Words),
)

# One that is being made, or waits in the outbox; a row goes with its delivery.
application = Table(
    "application",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("conversation_id", Id, nullable=False),
    Column("opening_id", Id, nullable=False),
    Column("key", String(32), nullable=False, unique=True),
    Column("step", String(16), nullable=False),
    Column("language", String(16), nullable=False),
    Column("name", Words),
    Column("email", Words),
    Column("email_key", String(320)),
    Column("file_name", Words),
    Column("file_type", String(100)),
    Column("file", LargeBinary),
    Column("created", UtcDateTime, nullable=False),
    Column("sent", UtcDateTime),
    Column("expires", UtcDateTime, nullable=False, index=True),
    of_same_company("conversation_id", conversation_tables.conversation.name),
    of_same_company("opening_id", opening_tables.opening.name),
    UniqueConstraint("company_id", "id"),
    Index(None, "company_id", "email_key"),
    Index(None, "conversation_id", "step"),
    sqlite_autoincrement=True,
)
