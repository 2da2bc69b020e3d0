"""The tables of what is counted by day: they outlive the conversations that were counted."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, text

from storage.database.columns import Id, UtcDateTime, Words
from storage.tables.base import company, metadata
from storage.tables.conversation import decision, review

# A day's counts are of `since` until before `until`, where the next day begins, whatever the time zone is by then.
counted_day = Table(
    "counted_day",
    metadata,
    Column("company_id", Id, ForeignKey(company.c.id), primary_key=True, autoincrement=False),
    Column("day", String(16), primary_key=True),
    Column("since", UtcDateTime, nullable=False),
    Column("until", UtcDateTime, nullable=False),
    Column("counted", UtcDateTime, nullable=False),
)

day_count = Table(
    "day_count",
    metadata,
    Column("company_id", Id, ForeignKey(company.c.id), primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),
    Column("day", String(16), primary_key=True),
    Column("language", String(16), primary_key=True),
    Column("detail", Words, primary_key=True),
    Column("n", Integer, nullable=False),
)

Index("ix_decision_company_id_created", decision.c.company_id, decision.c.created)
# Verdicts alone: the reviews that are added with every message do not pay for it.
Index(
    "ix_review_judged",
    review.c.company_id,
    review.c.updated,
    sqlite_where=text("status <> 'pending'"),
    postgresql_where=text("status <> 'pending'"),
)
