"""The tables of who a candidate is to the company's own site, and of the secrets that prove it."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Table

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company
from storage.tables.conversation import conversation

# What a company signs its users' ids with: one secret each.
identity_secret = Table(
    "identity_secret",
    metadata,
    Column("company_id", Id, ForeignKey("company.id"), primary_key=True, autoincrement=False),
    Column("secret", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
)

# Whose conversation it is, as the company's site has proved; it goes with the conversation.
conversation_identity = Table(
    "conversation_identity",
    metadata,
    Column("conversation_id", Id, primary_key=True, autoincrement=False),
    Column("company_id", Id, nullable=False),
    Column("user_id", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("conversation_id", conversation.name),
    Index(None, "company_id", "user_id"),
)
