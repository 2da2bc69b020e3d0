"""The table of what answers said before, and say."""

from __future__ import annotations

from sqlalchemy import Column, Date, Index, String, Table

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, owner

# Versions outlive their category, so that they are there again when its deletion is undone; an empty text is a removal.
answer_version = Table(
    "answer_version",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("category_id", Id, nullable=False),
    Column("language", String(16), nullable=False),
    Column("text", Words, nullable=False),
    Column("title", Words),
    Column("buttons", Json, nullable=False),
    Column("links", Json, nullable=False),
    Column("author", Words),
    Column("created", UtcDateTime, nullable=False),
    Column("more", Words),
    Column("valid_from", Date),
    Column("valid_until", Date),
    Column("owner", Words),
    Index(None, "company_id", "category_id", "language", "id"),
    sqlite_autoincrement=True,
)
