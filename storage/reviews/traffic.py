"""Weeks of traffic: what was asked, how people judged it, and the figures kept of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, exists, insert, select, update

from nlu.understanding import PRESSED, Stage
from storage.database.rows import AnySelect
from storage.reviews.decisions import QUESTION
from storage.tables.conversation import decision, message, review
from storage.tables.evaluation import traffic_week as table
from storage.tables.promise import audited_answer

_FAQ_STAGE = (Stage.FAQ.value, Stage.NONE.value)


@dataclass(frozen=True, slots=True)
class Period:
    """A language's questions from `since` until before `until`."""

    language: str
    since: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class JudgedQuestion:
    """A question that a recruiter judged: what was `answered` (None: nothing) and the category it asks for (or none).

    `audited`: it was drawn at random for an audit.
    """

    answered: str | None
    category: str | None
    version: str
    audited: bool


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What people said of a week by now, and the forecasts of the version that answered most of it."""

    forecasts: list[dict[str, Any]]
    reviewed: int
    reviewed_right: int
    audited: int
    audited_right: int


@dataclass(frozen=True, slots=True)
class TrafficWeek:
    """A finished week by its Monday; `distance` is {auc, low, high}, None with too few questions.

    `words` are [word, people] that are new; `asked` counts questions typed that went to the FAQ stage.
    """

    language: str
    week: str
    asked: int
    distance: dict[str, float] | None
    words: list[list[Any]]
    forecasts: list[dict[str, Any]]
    reviewed: int
    reviewed_right: int
    audited: int
    audited_right: int
    created: datetime


_COLUMNS = [table.c[name] for name in TrafficWeek.__slots__]


def asked(conn: Connection, company_id: int, period: Period) -> list[tuple[str, int]]:
    """Return each typed question that went to the FAQ stage, with the number of its conversation."""
    its = (message.c.conversation_id == decision.c.conversation_id) & (message.c.seq == decision.c.message_seq)
    query = select(QUESTION, decision.c.conversation_id).select_from(decision).join(message, its)
    return [(text, talk) for text, talk in conn.execute(_within(query, company_id, period).order_by(decision.c.id))]


def judged(conn: Connection, company_id: int, period: Period) -> list[JudgedQuestion]:
    """Return the reviewed questions that went to the FAQ stage, but for those that the bot asked back about."""
    its = (audited_answer.c.decision_id == decision.c.id, audited_answer.c.company_id == decision.c.company_id)
    drawn = exists().where(*its)
    query = (
        select(decision.c.kind, decision.c.intent, review.c.category, decision.c.model_version, drawn)
        .select_from(decision)
        .join(review, review.c.id == decision.c.id)
        .where(review.c.status != "pending", decision.c.kind != "clarify")
        .order_by(decision.c.id)
    )
    return [
        JudgedQuestion(intent if kind == "reply" else None, category, version, bool(audited))
        for kind, intent, category, version, audited in conn.execute(_within(query, company_id, period))
    ]


def known(conn: Connection, company_id: int, language: str) -> dict[str, TrafficWeek]:
    """Return the weeks that are kept, by their Monday, the oldest first."""
    its = (table.c.company_id == company_id, table.c.language == language)
    rows = conn.execute(select(*_COLUMNS).where(*its).order_by(table.c.week))
    return {week.week: week for week in (TrafficWeek(*row) for row in rows)}


def add(conn: Connection, company_id: int, week: TrafficWeek) -> None:
    """Keep a week's figures."""
    values = {name: getattr(week, name) for name in TrafficWeek.__slots__}
    conn.execute(insert(table).values(company_id=company_id, **values))


def confirm(conn: Connection, company_id: int, language: str, week: str, said: Confirmation) -> None:
    """Keep what people said of a week since, unless fewer reviews are left of it than were counted before."""
    its = (table.c.company_id == company_id, table.c.language == language, table.c.week == week)
    values = {name: getattr(said, name) for name in Confirmation.__slots__}
    conn.execute(update(table).where(*its, table.c.reviewed <= said.reviewed).values(values))


def _within(query: AnySelect, company_id: int, period: Period) -> AnySelect:
    of_it = (decision.c.company_id == company_id, decision.c.language == period.language)
    typed = (decision.c.stage.in_(_FAQ_STAGE), decision.c.about_seq.is_(None), decision.c.model_version != PRESSED)
    when = (decision.c.created >= period.since, decision.c.created < period.until)
    return query.where(*of_it, *typed, *when)
