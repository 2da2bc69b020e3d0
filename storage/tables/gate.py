"""The tables of the gate: which version a company pinned, which categories it merged."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, String, Table

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner

anchor = Table(
    "anchor",
    metadata,
    Column("company_id", Id, ForeignKey("company.id"), primary_key=True, autoincrement=False),
    Column("language", String(16), primary_key=True),
    Column("model_id", Id, nullable=False),
    Column("author", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("model_id", "model"),
)

# The merged category is gone, so only its number tells models that knew it what became of it.
category_merge = Table(
    "category_merge",
    metadata,
    owner(),
    Column("category_id", Id, primary_key=True, autoincrement=False),
    Column("into_id", Id, nullable=False),
    Column("name", Words, nullable=False),
    Column("author", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
)
