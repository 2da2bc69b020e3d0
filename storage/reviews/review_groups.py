"""Questions that say the same and were met alike are one item of the review queue: one verdict serves them all."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, case, func, literal_column, select, true

from nlu.words.normalise import normalise
from storage.database.rows import Conditions, Unindexed
from storage.reviews.review_selection import ALL, Narrowed
from storage.tables.conversation import conversation, decision
from storage.tables.conversation import review as table


@dataclass(frozen=True, slots=True)
class QuestionGroup:
    """How often a question was asked that is still to be reviewed, and the conversations where a candidate waits."""

    asked: int = 1
    waiting: tuple[int, ...] = ()


ALONE = QuestionGroup()


def group_of(language: str, kind: str, stage: str, intent: str | None, question: str) -> str | None:
    """Return what questions have in common that say the same, in one language, and were understood and met alike.

    None for a question without words, which stands for itself.

    >>> one = group_of("en", "defer", "faq", "salary", "What do I earn?")
    >>> one == group_of("en", "defer", "faq", "salary", " what do i EARN ")
    True
    >>> one == group_of("en", "reply", "faq", "salary", "What do I earn?")
    False
    """
    words = normalise(question)
    if not words:
        return None
    return hashlib.sha256("\n".join((language, kind, stage, intent or "", words)).encode()).hexdigest()


def alone(review_id: int) -> str:
    """Return the group of a question that stands for itself."""
    return f"alone:{review_id}"


def newest(
    conn: Connection, company_id: int, within: Narrowed = ALL, *, questions_only: bool, before: int | None, limit: int
) -> list[int]:
    """Return the newest pending review of each group, newest first, of those with a number below `before`."""
    last = func.max(table.c.id)
    query = select(last).where(*_pending(within.of(company_id), questions_only)).group_by(table.c.question_group)
    query = query if before is None else query.having(last < before)
    return list(conn.scalars(query.order_by(last.desc()).limit(limit)))


def asked_most(
    conn: Connection, company_id: int, within: Narrowed = ALL, *, questions_only: bool, skip: int, limit: int
) -> list[int]:
    """Return the newest review of each group: those asked most first, then those the bot could not answer.

    Among these those come first of whose newest asking it was least sure.
    """
    newest_of_each = (
        select(func.max(table.c.id).label("id"), func.count().label("asked"))
        .where(*_pending(within.of(company_id), questions_only))
        .group_by(table.c.question_group)
        .subquery()
    )
    left_open = case((decision.c.kind == "defer", 1), else_=0)
    order = (newest_of_each.c.asked.desc(), left_open.desc(), decision.c.confidence, newest_of_each.c.id.desc())
    query = (
        select(newest_of_each.c.id)
        .join(decision, decision.c.id == newest_of_each.c.id)
        .where(decision.c.company_id == company_id)
        .order_by(*order)
    )
    return list(conn.scalars(query.offset(skip).limit(limit)))


def count(conn: Connection, company_id: int, within: Narrowed = ALL, *, questions_only: bool) -> int:
    """Return how many different questions are to be reviewed."""
    different = select(table.c.question_group).distinct().where(*_pending(within.of(company_id), questions_only))
    return conn.scalar(select(func.count()).select_from(different.subquery())) or 0


def groups(conn: Connection, company_id: int, review_ids: Collection[int]) -> dict[int, QuestionGroup]:
    """Return the group of each of these reviews; of one that nobody asked twice, or that is reviewed: itself alone."""
    keys = dict(
        conn.execute(
            select(table.c.id, table.c.question_group).where(
                Unindexed(table.c.company_id) == company_id, table.c.id.in_(review_ids), table.c.status == "pending"
            )
        ).all()
    )
    found = _members(conn, company_id, set(keys.values())) if keys else {}
    return {id_: found[key] for id_, key in keys.items()}


def _members(conn: Connection, company_id: int, keys: Collection[str]) -> dict[str, QuestionGroup]:
    query = (
        select(table.c.question_group, conversation.c.id, conversation.c.status)
        .join(decision, (decision.c.id == table.c.id) & (decision.c.company_id == table.c.company_id))
        .join(conversation, conversation.c.id == decision.c.conversation_id)
        .where(*_pending([table.c.company_id == company_id], questions_only=False))
        # Either way, said for the index of what is pending.
        .where(table.c.question.in_((True, False)), table.c.question_group.in_(keys))
        .order_by(Unindexed(table.c.id))
    )
    asked: dict[str, list[int]] = {key: [] for key in keys}
    waiting: dict[str, dict[int, None]] = {key: {} for key in keys}
    for key, talk, status in conn.execute(query):
        asked[key].append(talk)
        if status == "waiting":
            waiting[key][talk] = None
    return {key: QuestionGroup(len(asked[key]), tuple(waiting[key])) for key in keys}


def _pending(its: Conditions, questions_only: bool) -> list[ColumnElement[bool]]:
    # Written out, so that the index of what is pending serves.
    pending = [*its, table.c.status == literal_column("'pending'")]
    return [*pending, table.c.question == true()] if questions_only else pending
