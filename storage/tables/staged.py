"""The table of files that people have uploaded to the desk and not yet imported."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, LargeBinary, Table

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import metadata, owner

staged_file = Table(
    "staged_file",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("account_id", Id, ForeignKey("account.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", Words, nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created", UtcDateTime, nullable=False, index=True),
    Index(None, "company_id", "account_id"),
    sqlite_autoincrement=True,
)
