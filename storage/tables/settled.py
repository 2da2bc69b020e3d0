"""The table of findings that somebody looked at and settled as fine."""

from __future__ import annotations

from sqlalchemy import Column, String, Table, UniqueConstraint

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import metadata, owner

# A finding's key follows from what it is about: found again it is the same row, and another finding is none.
settled_finding = Table(
    "settled_finding",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("kind", String(32), nullable=False),
    Column("key", String(64), nullable=False),
    Column("author", Words, nullable=False),
    Column("note", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "kind", "key"),
    sqlite_autoincrement=True,
)
