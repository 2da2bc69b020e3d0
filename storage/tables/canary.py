"""The table of trials: versions that answer a share of the conversations first."""

from __future__ import annotations

from sqlalchemy import Column, Float, Index, String, Table

from storage.database.columns import Id, Json, UtcDateTime
from storage.tables.base import metadata, of_same_company, owner

canary_trial = Table(
    "canary_trial",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("model_id", Id, nullable=False),
    Column("live_id", Id, nullable=False),
    Column("share", Float, nullable=False),
    Column("started", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime),
    Column("outcome", String(16)),
    Column("figures", Json),
    of_same_company("model_id", "model"),
    of_same_company("live_id", "model"),
    Index(None, "company_id", "model_id"),
    sqlite_autoincrement=True,
)
