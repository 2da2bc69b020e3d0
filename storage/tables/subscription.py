"""The tables of subscriptions: who wants to hear of which openings, and what opens their pages."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, UniqueConstraint

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables import conversation as conversation_tables
from storage.tables.base import metadata, of_same_company, owner

# The address goes when a subscription has ended; the row stays to be counted. `email_key` is what two spellings of
# one mailbox have in common.
subscription = Table(
    "subscription",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("conversation_id", Id),
    Column("email", Words),
    Column("email_key", String(320)),
    Column("language", String(16), nullable=False),
    Column("wish", Json, nullable=False),
    Column("frequency", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("confirmed", UtcDateTime),
    Column("ended", UtcDateTime),
    Column("next_due", UtcDateTime, index=True),
    Column("seen_revision", Integer, nullable=False),
    of_same_company("conversation_id", conversation_tables.conversation.name),
    UniqueConstraint("company_id", "id"),
    Index(None, "company_id", "email_key"),
    Index(None, "company_id", "status"),
    Index(None, "conversation_id"),
    sqlite_autoincrement=True,
)

subscription_token = Table(
    "subscription_token",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("token_hash", String(64), primary_key=True),
    Column("subscription_id", Id, nullable=False, index=True),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("subscription_id", subscription.name),
)
