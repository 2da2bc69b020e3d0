"""Which installation a database is, and what was erased from it."""

from __future__ import annotations

from sqlalchemy import Boolean, CheckConstraint, Column, Index, Integer, String, Table

from storage.database.columns import Id, UtcDateTime
from storage.tables.base import metadata, owner

# One row: a copy of the database is the same installation. Its key makes marks of what was erased.
installation = Table(
    "installation",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("name", String(32), nullable=False),
    Column("erasure_key", String(64), nullable=False),
    CheckConstraint("id = 1", name="one"),
)

erasure = Table(
    "erasure",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("kind", String(16), nullable=False),
    Column("mark", String(64), nullable=False),
    Column("examples", Boolean, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Index(None, "company_id"),
    sqlite_autoincrement=True,
)
