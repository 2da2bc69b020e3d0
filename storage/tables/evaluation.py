"""The tables of measuring over time: what people think of answers, nightly scores, weeks of traffic, and alerts."""

from __future__ import annotations

from sqlalchemy import Column, Float, Integer, String, Table, UniqueConstraint

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables import conversation as conversation_tables
from storage.tables.base import metadata, of_same_company, owner

rating_sample = Table(
    "rating_sample",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("model_id", Id, nullable=False),
    Column("source", String(16), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("author", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("model_id", "model"),
    UniqueConstraint("company_id", "id"),
    sqlite_autoincrement=True,
)

# A pair that a candidate asked for goes when the conversation is erased; one of an evaluation has no conversation.
rated_pair = Table(
    "rated_pair",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("sample_id", Id, nullable=False, index=True),
    Column("conversation_id", Id),
    Column("question", Words, nullable=False),
    Column("answer", Words, nullable=False),
    Column("guess", Words, nullable=False),
    Column("category", Words),
    Column("confidence", Float, nullable=False),
    Column("threshold", Float, nullable=False),
    of_same_company("sample_id", "rating_sample"),
    of_same_company("conversation_id", conversation_tables.conversation.name),
    UniqueConstraint("company_id", "id"),
    sqlite_autoincrement=True,
)

rating = Table(
    "rating",
    metadata,
    owner(),
    Column("pair_id", Id, primary_key=True, autoincrement=False),
    Column("rater", Words, primary_key=True),
    Column("vote", String(16), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("pair_id", "rated_pair"),
)

nightly_score = Table(
    "nightly_score",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("language", String(16), nullable=False),
    Column("slot", String(32), nullable=False),
    Column("model_id", Id, nullable=False),
    Column("examples", Integer, nullable=False),
    Column("categories", Integer, nullable=False),
    Column("automation", Float),
    Column("settings", Json, nullable=False),
    Column("not_measured", Words),
    Column("cases", Json, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("model_id", "model"),
    UniqueConstraint("company_id", "language", "slot"),
    sqlite_autoincrement=True,
)

# Figures of a finished week, without questions: they outlive the conversations that they were counted in.
traffic_week = Table(
    "traffic_week",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("language", String(16), nullable=False),
    Column("week", String(16), nullable=False),
    Column("asked", Integer, nullable=False),
    Column("distance", Json),
    Column("words", Json, nullable=False),
    Column("forecasts", Json, nullable=False),
    Column("reviewed", Integer, nullable=False),
    Column("reviewed_right", Integer, nullable=False),
    Column("audited", Integer, nullable=False),
    Column("audited_right", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "language", "week"),
    sqlite_autoincrement=True,
)
