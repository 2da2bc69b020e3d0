"""Questions of the review queue as training reads them: what people said of them, and what candidates typed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select, true

from nlu.understanding import PRESSED, Stage
from storage.database.rows import AnySelect
from storage.reviews import decisions
from storage.reviews.decisions import ASKED
from storage.tables.conversation import decision, message
from storage.tables.conversation import review as table


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A question, the category that people say it asks for, and the one that was answered (None: none)."""

    question: str
    category: str
    answer: str | None


def of_version(conn: Connection, company_id: int, language: str, version: str) -> list[Reviewed]:
    """Return what this version of a language's model answered to questions that people have reviewed, oldest first.

    What was asked of a candidate's choice among buttons is left out, and so is what fits no category.
    """
    own = (table.c.company_id == company_id, table.c.status.in_(("confirmed", "corrected")))
    by = (decision.c.language == language, decision.c.model_version == version, decision.c.about_seq.is_(None))
    query = (
        select(decisions.QUESTION, table.c.category, decision.c.kind, decision.c.stage, decision.c.intent)
        .select_from(table)
        .join(decision, decision.c.id == table.c.id)
        .join(message, ASKED)
        .where(*own, *by, table.c.category.is_not(None))
        .order_by(table.c.id)
    )
    return [
        Reviewed(text, category, intent if kind == "reply" and stage == Stage.FAQ.value else None)
        for text, category, kind, stage, intent in conn.execute(query)
    ]


@dataclass(frozen=True, slots=True)
class Typed:
    """A question that a candidate typed, by its review: `status` and `category` are what people say of it."""

    review: int
    text: str
    status: str
    category: str | None


def typed_since(conn: Connection, company_id: int, language: str, since: datetime, limit: int) -> list[Typed]:
    """Return the questions that candidates typed in this language since then, newest first, at most `limit`."""
    judged = _typed(company_id, language).add_columns(table.c.status, table.c.category)
    return [Typed(*row) for row in conn.execute(judged.where(table.c.created >= since).limit(limit))]


def typed_questions(conn: Connection, company_id: int, language: str, limit: int) -> list[tuple[int, str]]:
    """Return the newest questions that candidates typed in this language, newest first, by the id of their review."""
    return [(review_id, text) for review_id, text in conn.execute(_typed(company_id, language).limit(limit))]


def _typed(company_id: int, language: str) -> AnySelect:
    return (
        select(table.c.id, decisions.QUESTION)
        .select_from(table)
        .join(decision, decision.c.id == table.c.id)
        .join(message, ASKED)
        .where(table.c.company_id == company_id, table.c.question == true(), decision.c.language == language)
        .where(decision.c.model_version != PRESSED, decision.c.about_seq.is_(None))
        .order_by(table.c.id.desc())
    )


def questions(conn: Connection, company_id: int, review_ids: Collection[int]) -> dict[int, str]:
    """Return the questions of these reviews, of those that still stand."""
    query = select(table.c.id, decisions.QUESTION).select_from(table).join(decision, decision.c.id == table.c.id)
    its = (table.c.company_id == company_id, table.c.id.in_(review_ids))
    return dict(conn.execute(query.join(message, ASKED).where(*its)).all())
