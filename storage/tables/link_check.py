"""The table of what came of looking whether the links of answers lead somewhere."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, UniqueConstraint

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import metadata, owner

link_check = Table(
    "link_check",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("url", Words, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("error", String(64)),
    Column("checked", UtcDateTime, nullable=False),
    Column("next_check", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "url"),
    Index(None, "company_id", "next_check"),
    sqlite_autoincrement=True,
)
