"""The tables that hold models, what was measured of them, and what the gate decided."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, Integer, String, Table, UniqueConstraint, text

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner

model = Table(
    "model",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("number", Integer, nullable=False),
    Column("language", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("file", Words, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("fingerprint", String(128), nullable=False),
    Column("dataset_revision", Integer, nullable=False),
    Column("recipe", Json, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("promoted", UtcDateTime),
    Column("pruned", UtcDateTime),
    UniqueConstraint("company_id", "number"),
    UniqueConstraint("company_id", "id"),
    sqlite_autoincrement=True,
)
Index(
    "uq_model_live",
    model.c.company_id,
    model.c.language,
    unique=True,
    sqlite_where=text("status = 'live'"),
    postgresql_where=text("status = 'live'"),
)
Index(
    "uq_model_canary",
    model.c.company_id,
    model.c.language,
    unique=True,
    sqlite_where=text("status = 'canary'"),
    postgresql_where=text("status = 'canary'"),
)

evaluation = Table(
    "evaluation",
    metadata,
    owner(),
    Column("model_id", Id, primary_key=True),
    Column("kind", String(32), primary_key=True),
    Column("result", Json, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("model_id", "model"),
)

gate_decision = Table(
    "gate_decision",
    metadata,
    owner(),
    Column("model_id", Id, primary_key=True, autoincrement=False),
    Column("live_id", Id),
    Column("verdict", String(16), nullable=False),
    Column("reasons", Json, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("override", Json),
    Column("notes", Json),
    of_same_company("model_id", "model"),
)
