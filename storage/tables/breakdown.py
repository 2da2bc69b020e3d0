"""The tables of annotating breakdowns: samples, what annotators said, dialogues from elsewhere, and detectors."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table, UniqueConstraint, text

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company, owner
from storage.tables.conversation import conversation

annotation_sample = Table(
    "annotation_sample",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("source", String(16), nullable=False),
    Column("seed", Integer, nullable=False),
    Column("author", Words, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "id"),
    sqlite_autoincrement=True,
)

sampled_conversation = Table(
    "sampled_conversation",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("sample_id", Id, primary_key=True),
    Column("conversation_id", Id, primary_key=True, index=True),
    Column("place", Integer, nullable=False),
    of_same_company("sample_id", "annotation_sample"),
    of_same_company("conversation_id", conversation.name),
)

# Gives a person a number, so that an export need not name anybody.
annotator = Table(
    "annotator",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("name", Words, nullable=False),
    UniqueConstraint("company_id", "id"),
    UniqueConstraint("company_id", "name"),
    sqlite_autoincrement=True,
)

annotation = Table(
    "annotation",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, primary_key=True),
    Column("message_seq", Integer, primary_key=True),
    Column("annotator_id", Id, primary_key=True),
    Column("label", String(2), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("conversation_id", conversation.name),
    of_same_company("annotator_id", "annotator"),
    Index(None, "company_id", "conversation_id"),
)

foreign_dialogue = Table(
    "foreign_dialogue",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("name", Words, nullable=False),
    Column("system", Words, nullable=False),
    Column("log", Json, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("company_id", "name"),
    sqlite_autoincrement=True,
)

detector = Table(
    "detector",
    metadata,
    Column("id", Id, primary_key=True),
    owner(),
    Column("number", Integer, nullable=False),
    Column("status", String(16), nullable=False),
    Column("file", Words, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("taught", String(128), nullable=False),
    Column("figures", Json),
    Column("cases", Json),
    Column("reasons", Json),
    Column("override", Json),
    Column("created", UtcDateTime, nullable=False),
    Column("promoted", UtcDateTime),
    Column("pruned", UtcDateTime),
    UniqueConstraint("company_id", "id"),
    UniqueConstraint("company_id", "number"),
    sqlite_autoincrement=True,
)
Index(
    "uq_detector_live",
    detector.c.company_id,
    unique=True,
    sqlite_where=text("status = 'live'"),
    postgresql_where=text("status = 'live'"),
)
