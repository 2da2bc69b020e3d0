"""The table of canned replies: what recruiters keep to write again and again."""

from __future__ import annotations

from sqlalchemy import Column, Integer, Table, UniqueConstraint

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, owner

canned_reply = Table(
    "canned_reply",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("title", Words, nullable=False),
    Column("folded", Words, nullable=False),
    Column("texts", Json, nullable=False),
    Column("edition", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("updated", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "folded"),
    sqlite_autoincrement=True,
)
