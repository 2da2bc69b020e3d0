"""Random samples of answers that recruiters judge to prove a promise: each answer's review is the judgement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, insert, select, true, update

from nlu.understanding import PRESSED, Stage
from storage.database.errors import WrongState
from storage.database.rows import AnySelect, found, new_id, unique_or
from storage.tables.conversation import decision, review
from storage.tables.promise import audit_sample as table
from storage.tables.promise import audited_answer

Status = Literal["open", "concluded", "given_up"]
MOST_ANSWERS = 20_000
"""Of so many answers, the newest ones, a sample is drawn."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """An FAQ answer that was given to a typed question; `id` is its review's."""

    id: int
    category: str
    language: str
    confidence: float


@dataclass(frozen=True, slots=True)
class NewSample:
    """A sample to keep: the reviews drawn, the share promised, the thresholds to be tested, the strictest first.

    `drawn_from` is how many answers there were since then; `share` and the thresholds are in [0, 1].
    """

    reviews: Sequence[int]
    share: float
    thresholds: Sequence[float]
    drawn_from: int
    since: datetime
    seed: int


@dataclass(frozen=True, slots=True)
class AuditSample:
    """A sample as it is stored; `result` is what it proved, once it is concluded."""

    id: int
    status: Status
    share: float
    thresholds: tuple[float, ...]
    drawn_from: int
    since: datetime
    seed: int
    author: str
    created: datetime
    result: dict[str, Any] | None
    concluded: datetime | None


@dataclass(frozen=True, slots=True)
class AuditedAnswer:
    """An answer of a sample, and what its review says by now."""

    id: int
    category: str
    confidence: float
    status: str
    judged_category: str | None

    @property
    def is_judged(self) -> bool:
        """Whether a recruiter has reviewed it."""
        return self.status != "pending"

    @property
    def is_wrong(self) -> bool:
        """Whether a reviewed answer was not the one of the category that the recruiter named, or they named none."""
        return self.judged_category != self.category


def answered(conn: Connection, company_id: int, *, threshold: float, since: datetime) -> list[GivenAnswer]:
    """Return the newest answers that this threshold would have let through, `MOST_ANSWERS` at most.

    Those given at a stricter threshold are left out, for what it held back cannot be drawn; so are chosen buttons.
    """
    query = (
        select(review.c.id, decision.c.intent, decision.c.language, decision.c.confidence)
        .select_from(review)
        .join(decision, decision.c.id == review.c.id)
        .where(review.c.company_id == company_id, review.c.question == true(), review.c.created >= since)
        .where(decision.c.kind == "reply", decision.c.stage == Stage.FAQ.value, decision.c.intent.is_not(None))
        .where(decision.c.model_version != PRESSED)
        .where(decision.c.confidence >= threshold, decision.c.threshold <= threshold)
        .order_by(review.c.id.desc())
        .limit(MOST_ANSWERS)
    )
    return [GivenAnswer(*row) for row in conn.execute(query)]


def add(conn: Connection, company_id: int, sample: NewSample, author: str, now: datetime) -> int:
    """Keep a sample, open for judging; return its id. Raises AlreadyExists while another one is open."""
    values = {name: getattr(sample, name) for name in NewSample.__slots__ if name != "reviews"}
    values |= {"thresholds": list(sample.thresholds), "status": "open", "author": author, "created": now}
    with unique_or(conn, "Another audit sample is open: conclude it or give it up first."):
        sample_id = new_id(conn.execute(insert(table).values(company_id=company_id, **values)))
    drawn = [{"company_id": company_id, "sample_id": sample_id, "decision_id": each} for each in sample.reviews]
    if drawn:
        conn.execute(insert(audited_answer), drawn)
    return sample_id


def of_company(conn: Connection, company_id: int) -> list[AuditSample]:
    """Return every sample of the company, newest first."""
    rows = conn.execute(_COLUMNS.where(table.c.company_id == company_id).order_by(table.c.id.desc()))
    return [_sample(*row) for row in rows]


def get(conn: Connection, company_id: int, sample_id: int) -> AuditSample:
    """Return the sample; raise NotFound."""
    its = (table.c.company_id == company_id, table.c.id == sample_id)
    return _sample(*found(conn.execute(_COLUMNS.where(*its)).one_or_none(), "audit sample"))


def answers_of(conn: Connection, company_id: int, sample_id: int) -> list[AuditedAnswer]:
    """Return the answers of a sample that are still there (erased conversations take theirs along)."""
    its = audited_answer
    query = (
        select(review.c.id, decision.c.intent, decision.c.confidence, review.c.status, review.c.category)
        .select_from(its)
        .join(decision, decision.c.id == its.c.decision_id)
        .join(review, review.c.id == its.c.decision_id)
        .where(its.c.company_id == company_id, its.c.sample_id == sample_id)
        .order_by(review.c.id)
    )
    return [AuditedAnswer(*row) for row in conn.execute(query)]


def close(
    conn: Connection, company_id: int, sample_id: int, status: Status, now: datetime, result: dict[str, Any] | None
) -> None:
    """Conclude an open sample with its result, or give it up without one; raise WrongState, NotFound."""
    its = (table.c.company_id == company_id, table.c.id == sample_id)
    values = {"status": status, "result": result, "concluded": now}
    if conn.execute(update(table).where(*its, table.c.status == "open").values(values)).rowcount == 0:
        get(conn, company_id, sample_id)
        raise WrongState("This audit sample is closed already.")


def open_reviews(company_id: int) -> AnySelect:
    """Return the query for the ids of the reviews that the company's open sample holds."""
    joined = (table.c.id == audited_answer.c.sample_id) & (table.c.company_id == audited_answer.c.company_id)
    query = select(audited_answer.c.decision_id).join(table, joined)
    return query.where(table.c.company_id == company_id, table.c.status == "open")


_COLUMNS: AnySelect = select(*[column for column in table.c if column.name != "company_id"])


def _sample(id_: int, status: Status, share: float, thresholds: Sequence[float], *rest: Any) -> AuditSample:
    return AuditSample(id_, status, share, tuple(thresholds), *rest)
