"""The table of what changes of the dataset replaced, so that they can be undone."""

from __future__ import annotations

from sqlalchemy import Column, Index, Table

from storage.database.columns import Id, Json, UtcDateTime
from storage.tables.base import metadata, owner

# Each belongs to an entry of the history; those of an import hold the answers that came with it. What must not be kept
# for good is forgotten after `kept_until`.
dataset_change = Table(
    "dataset_change",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("audit_id", Id, nullable=False),
    Column("import_id", Id),
    Column("diff", Json, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("undone", UtcDateTime),
    Column("kept_until", UtcDateTime, index=True),
    Index(None, "company_id", "audit_id"),
    Index(None, "company_id", "import_id"),
    sqlite_autoincrement=True,
)
