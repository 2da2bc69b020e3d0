"""Reviews: every decision waits here until a recruiter says whether it was right; what they say becomes data."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection, func, select, true, update

from nlu.understanding import Stage
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.database.errors import AlreadyReviewed
from storage.database.rows import AnyRow, AnySelect, Conditions, Unindexed, found
from storage.dataset.categories import category_by_name, went_into
from storage.dataset.examples import Example, example_with_text, learn
from storage.reviews import audit_samples, decisions, earlier_questions, replies_given, review_groups
from storage.reviews.decisions import Decision
from storage.reviews.earlier_questions import AskedOn
from storage.reviews.review_selection import ALL, Narrowed
from storage.reviews.review_undo import note_taught
from storage.tables.conversation import conversation, decision, message
from storage.tables.conversation import review as table

Status = Literal["pending", "confirmed", "corrected", "dismissed"]
Scope = Literal["questions", "all", "audit"]


@dataclass(frozen=True, slots=True)
class Review:
    """A question, what was replied, why, and a recruiter's opinion of it once there is one.

    When the decision is about a candidate's choice after a clarification, the question is the one that was clarified;
    where a message was only a part of its question, or held more, it is the question that was understood. `typed` is
    the message that asked, as it was sent, `before` the earlier question that it hangs on, where both were understood
    as one.
    """

    id: int
    status: Status
    question: str
    replies: tuple[str, ...]
    decision: Decision
    conversation: Conversation
    typed: str
    before: str | None
    category: str | None
    reviewer: str | None
    updated: datetime
    created: datetime

    @property
    def taught(self) -> str:
        """What a verdict teaches unless told otherwise: of two messages understood as one the candidate's last."""
        return self.question if self.before is None else self.typed.strip()


def queue(
    conn: Connection,
    company_id: int,
    *,
    status: Status | None = "pending",
    scope: Scope = "questions",
    within: Narrowed = ALL,
    before: int | None = None,
    limit: int = 50,
) -> list[Review]:
    """Return reviews newest first, `limit` of those with an id below `before`; pending ones once for each group.

    Scope "questions" leaves small talk out: everything but general-stage decisions, and among those the wishes for a
    human and the crises; scope "audit" is the open audit sample. Status None means all.
    """
    if status == "pending" and scope != "audit":
        only = scope == "questions"
        ids = review_groups.newest(conn, company_id, within, questions_only=only, before=before, limit=limit)
        return _in_order(conn, company_id, ids)
    query = _within(_of(within.of(company_id)), company_id, scope)
    if status is not None:
        query = query.where(table.c.status == status)
    if before is not None:
        query = query.where(table.c.id < before)
    return _reviews(conn, company_id, conn.execute(query.order_by(table.c.id.desc()).limit(limit)).all())


def asked_most(
    conn: Connection,
    company_id: int,
    *,
    scope: Scope = "questions",
    within: Narrowed = ALL,
    skip: int = 0,
    limit: int = 50,
) -> list[Review]:
    """Return one pending review of each group, those asked most first, after the first `skip` ones."""
    questions_only = scope == "questions"
    ids = review_groups.asked_most(conn, company_id, within, questions_only=questions_only, skip=skip, limit=limit)
    return _in_order(conn, company_id, ids)


def get(conn: Connection, company_id: int, review_id: int) -> Review:
    """Return the review; raise NotFound when this company has none with that id."""
    row = found(conn.execute(_of([table.c.company_id == company_id, table.c.id == review_id])).one_or_none(), "review")
    return _reviews(conn, company_id, [row])[0]


def statuses(conn: Connection, company_id: int, review_ids: Collection[int]) -> dict[int, Status]:
    """Return how these reviews stand, of those there are."""
    if not review_ids:  # SQLite would look at every review for none
        return {}
    its = (table.c.company_id == company_id, table.c.id.in_(review_ids))
    return dict(conn.execute(select(table.c.id, table.c.status).where(*its)).all())


def counts(conn: Connection, company_id: int, *, scope: Scope = "questions", within: Narrowed = ALL) -> dict[str, int]:
    """Return how many reviews there are of each status (0 where none); pending ones once for each group."""
    query = select(table.c.status, func.count()).where(*within.of(company_id))
    if scope == "audit":  # from the sample's few to their reviews, not the other way round
        drawn = audit_samples.open_reviews(company_id).subquery()
        query = query.join_from(drawn, table, table.c.id == drawn.c.decision_id)
    elif scope == "questions":
        query = query.where(table.c.question == true())
    found = dict(conn.execute(query.group_by(table.c.status)).all())
    if scope != "audit":
        pending = review_groups.count(conn, company_id, within, questions_only=scope == "questions")
        found["pending"] = pending
    return dict.fromkeys(("pending", "confirmed", "corrected", "dismissed"), 0) | found


def resolve(
    conn: Connection,
    company_id: int,
    review_id: int,
    *,
    status: Status,
    category: str | None,
    reviewer: str,
    now: datetime,
    alone: bool = False,
) -> None:
    """Close a pending review; raise AlreadyReviewed when somebody was first, NotFound.

    Unless it is closed `alone`, those that say the same and were met alike are closed with it.
    """
    pending = (table.c.id == review_id, table.c.company_id == company_id, table.c.status == "pending")
    closed = {"status": status, "category": category, "reviewer": reviewer, "updated": now}
    if conn.execute(update(table).where(*pending).values(closed)).rowcount == 0:
        now_is = select(table.c.status, table.c.reviewer).where(*pending[:2])
        raise AlreadyReviewed(*found(conn.execute(now_is).one_or_none(), "review"))
    if not alone:
        its_group = select(table.c.question_group).where(*pending[:2]).scalar_subquery()
        same = (table.c.company_id == company_id, table.c.status == "pending", table.c.question_group == its_group)
        conn.execute(update(table).where(*same).values(closed))


def settle(conn: Connection, company_id: int, review_id: int, reviewer: str, now: datetime) -> None:
    """Close a pending review whose question a person has answered in words of their own; it teaches nothing.

    Raises AlreadyReviewed, NotFound.
    """
    resolve(conn, company_id, review_id, status="corrected", category=None, reviewer=reviewer, now=now, alone=True)


def confirm(
    conn: Connection,
    company_id: int,
    review_id: int,
    category: str | None,
    reviewer: str,
    now: datetime,
    *,
    taught: str = "",
) -> Example | None:
    """Say that the answer was right; return the example that the question became.

    Without a category the FAQ stage's own guess is the category (None for other decisions, which teach nothing), or
    what it was merged into. `taught` is learnt in place of the review's own words. Raises AlreadyReviewed, NotFound.
    """
    seen = get(conn, company_id, review_id)
    if category is None and seen.decision.stage is Stage.FAQ:
        category = seen.decision.intent
    resolve(conn, company_id, review_id, status="confirmed", category=category, reviewer=reviewer, now=now)
    if category is None:
        return None
    into = went_into(conn, company_id).get(category, category)
    return _teach(conn, company_id, seen, taught or seen.taught, into, "confirmed", reviewer, now)


def correct(
    conn: Connection,
    company_id: int,
    review_id: int,
    category: str,
    reviewer: str,
    now: datetime,
    *,
    taught: str = "",
) -> Example:
    """Say which category is right; return the example of it, which is `taught` if given.

    The one that was guessed is confirmed by that. A sentence that stands in another category is moved. Raises
    AlreadyReviewed, and NotFound for an unknown category.
    """
    seen = get(conn, company_id, review_id)
    said: Literal["confirmed", "corrected"] = (
        "confirmed" if is_guessed(conn, company_id, seen, category) else "corrected"
    )
    resolve(conn, company_id, review_id, status=said, category=category, reviewer=reviewer, now=now)
    return _teach(conn, company_id, seen, taught or seen.taught, category, said, reviewer, now)


def is_guessed(conn: Connection, company_id: int, seen: Review, category: str) -> bool:
    """Tell whether the bot guessed this category, or one that was merged into it."""
    guess = seen.decision.intent if seen.decision.stage is Stage.FAQ else None
    return guess is not None and went_into(conn, company_id).get(guess, guess) == category


def supersede(conn: Connection, company_id: int, decision_id: int, now: datetime) -> None:
    """Take a pending review out of the questions: a later decision about the same question stands there instead."""
    pending = (table.c.id == decision_id, table.c.company_id == company_id, table.c.status == "pending")
    conn.execute(update(table).where(*pending).values(question=False, updated=now))


def _teach(
    conn: Connection,
    company_id: int,
    seen: Review,
    text: str,
    category: str,
    origin: Literal["confirmed", "corrected"],
    reviewer: str,
    now: datetime,
) -> Example:
    its = found(category_by_name(conn, company_id, category), f"category as “{category}”")
    before = example_with_text(conn, company_id, seen.decision.language, text)
    learnt = learn(
        conn,
        company_id,
        category_id=its.id,
        language=seen.decision.language,
        text=text,
        origin=origin,
        author=reviewer,
        now=now,
    )
    note_taught(conn, company_id, seen.id, before, learnt)
    return learnt


_REVIEW = (table.c.status, table.c.category, table.c.reviewer, table.c.updated, table.c.created)


def _within(query: AnySelect, company_id: int, scope: Scope) -> AnySelect:
    if scope == "audit":
        return query.where(table.c.id.in_(audit_samples.open_reviews(company_id)))
    return query.where(table.c.question == true()) if scope == "questions" else query


def _of(its: Conditions) -> AnySelect:
    return (
        select(decisions.QUESTION, message.c.text, *_REVIEW, *decisions.COLUMNS, *conversations.COLUMNS)
        .select_from(table)
        .join(decision, decision.c.id == table.c.id)
        .join(conversation, conversation.c.id == decision.c.conversation_id)
        .join(message, decisions.ASKED)
        .where(*its)
    )


def _in_order(conn: Connection, company_id: int, ids: Sequence[int]) -> list[Review]:
    rows = conn.execute(_of([Unindexed(table.c.company_id) == company_id, table.c.id.in_(ids)])).all()
    by_id = {review.id: review for review in _reviews(conn, company_id, rows)}
    return [by_id[id_] for id_ in ids]


def _reviews(conn: Connection, company_id: int, rows: Sequence[AnyRow]) -> list[Review]:
    a = 2 + len(_REVIEW)
    b = a + len(decisions.COLUMNS)
    read = [(row[:a], decisions.from_row(row[a:b]), Conversation(*row[b:])) for row in rows]
    replies = replies_given.to(conn, company_id, [made for _, made, _ in read])
    asked = [AskedOn(talk.id, made.asked_seq, typed, question) for (question, typed, *_), made, talk in read]
    earlier = earlier_questions.of_all(conn, company_id, asked)
    before = [earlier.get((each.conversation_id, each.seq), each.before) for each in asked]
    return [
        Review(
            made.id,
            status,
            question,
            replies.get((talk.id, made.message_seq), ()),
            made,
            talk,
            typed,
            hung_on,
            *rest,
        )
        for ((question, typed, status, *rest), made, talk), hung_on in zip(read, before, strict=True)
    ]
