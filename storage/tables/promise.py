"""The tables of the samples that prove what a company promises about its answers."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, String, Table, UniqueConstraint, text

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner
from storage.tables.conversation import decision

# What was promised and is to be tested is fixed when the sample is drawn; the result outlives the answers it is about.
audit_sample = Table(
    "audit_sample",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("status", String(16), nullable=False),
    Column("share", Float, nullable=False),
    Column("thresholds", Json, nullable=False),
    Column("drawn_from", Integer, nullable=False),
    Column("since", UtcDateTime, nullable=False),
    Column("seed", Integer, nullable=False),
    Column("author", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("result", Json),
    Column("concluded", UtcDateTime),
    UniqueConstraint("company_id", "id"),
    sqlite_autoincrement=True,
)
Index(
    "uq_audit_sample_open",
    audit_sample.c.company_id,
    unique=True,
    sqlite_where=text("status = 'open'"),
    postgresql_where=text("status = 'open'"),
)

audited_answer = Table(
    "audited_answer",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("sample_id", Id, primary_key=True),
    Column("decision_id", Id, primary_key=True, index=True),
    of_same_company("sample_id", "audit_sample"),
    of_same_company("decision_id", decision.name),
)
