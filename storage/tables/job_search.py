"""The tables of looking for a job: what was searched, questions about openings."""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, String, Table

from storage.database.columns import Id, Json, UtcDateTime, Words
from storage.tables.base import metadata, of_same_company

search_log = Table(
    "search_log",
    metadata,
    Column("id", Id, primary_key=True),
    Column("company_id", Id, nullable=False),
    Column("conversation_id", Id, nullable=False),
    Column("language", String(16), nullable=False),
    Column("profession", Words),
    Column("city", Words),
    Column("filters", Json, nullable=False),
    Column("found", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    of_same_company("conversation_id", "conversation"),
    Index(None, "company_id", "created"),
    Index(None, "conversation_id"),
    sqlite_autoincrement=True,
)

# A question has the number of the decision about it.
opening_question = Table(
    "opening_question",
    metadata,
    Column("company_id", Id, nullable=False),
    Column("decision_id", Id, primary_key=True, autoincrement=False),
    Column("opening_id", Id, nullable=False),
    of_same_company("decision_id", "decision"),
    of_same_company("opening_id", "opening"),
)
