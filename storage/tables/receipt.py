"""The table of receipts: how far each candidate has read what people answered."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table

from storage.database.columns import Id, UtcDateTime
from storage.tables import conversation as conversation_tables
from storage.tables.base import metadata, of_same_company

receipt = Table(
    "receipt",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, primary_key=True, autoincrement=False),
    Column("seen_seq", Integer, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    of_same_company("conversation_id", conversation_tables.conversation.name),
)
