"""The table of satisfaction: whether candidates found their question answered by a person."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, Table

from storage.database.columns import Id, UtcDateTime
from storage.tables import conversation as conversation_tables
from storage.tables.base import metadata, of_same_company

# A comment is a message of the conversation, and goes with it.
satisfaction = Table(
    "satisfaction",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, primary_key=True, autoincrement=False),
    Column("answer_seq", Integer, primary_key=True, autoincrement=False),
    Column("answered", Boolean, nullable=False),
    Column("comment_seq", Integer),
    Column("told", UtcDateTime, nullable=False),
    of_same_company("conversation_id", conversation_tables.conversation.name),
    Index(None, "company_id", "told"),
)
