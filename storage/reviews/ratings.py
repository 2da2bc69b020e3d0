"""Samples of question-answer pairs, and what each rater thinks of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection, delete, func, insert, select

from nlu.understanding import Stage
from storage.database.rows import found, new_id
from storage.reviews.decisions import QUESTION
from storage.tables.conversation import decision, message, review
from storage.tables.evaluation import rated_pair, rating, rating_sample
from storage.tables.model import model

Vote = Literal["yes", "no", "cant_tell"]
Source = Literal["conversations", "nightly"]
_MOST_DECISIONS = 5000


@dataclass(frozen=True, slots=True)
class NewPair:
    """A question, the category guessed for it with the answer that has, and the category it belongs to, if known."""

    question: str
    answer: str
    guess: str
    category: str | None
    confidence: float
    threshold: float
    conversation_id: int | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """A pair as it is stored, with the vote of each rater."""

    id: int
    question: str
    answer: str
    guess: str
    category: str | None
    confidence: float
    threshold: float
    votes: dict[str, Vote]


@dataclass(frozen=True, slots=True)
class RatingSample:
    """Pairs that were drawn together from what one model version answered; `version` is its number."""

    id: int
    model_id: int
    version: int
    language: str
    source: Source
    seed: int
    author: str
    created: datetime
    pairs: int


@dataclass(frozen=True, slots=True)
class RatableQuestion:
    """A question of a conversation with the model's best guess; `category` is what a recruiter said it belongs to."""

    conversation_id: int
    question: str
    guess: str
    category: str | None
    confidence: float
    threshold: float
    language: str


def asked_of(conn: Connection, company_id: int, version: str) -> list[RatableQuestion]:
    """Return the newest questions that the version of this name made a guess at, sure or not, newest first."""
    number = func.coalesce(decision.c.about_seq, decision.c.message_seq)
    asked = (message.c.conversation_id == decision.c.conversation_id) & (message.c.seq == number)
    query = (
        select(
            decision.c.conversation_id,
            QUESTION,
            decision.c.intent,
            review.c.category,
            decision.c.confidence,
            decision.c.threshold,
            decision.c.language,
        )
        .select_from(review)
        .join(decision, decision.c.id == review.c.id)
        .join(message, asked)
        .where(review.c.company_id == company_id, decision.c.stage == Stage.FAQ.value)
        .where(decision.c.model_version == version, decision.c.intent.is_not(None))
    )
    return [RatableQuestion(*row) for row in conn.execute(query.order_by(review.c.id.desc()).limit(_MOST_DECISIONS))]


def add_sample(
    conn: Connection,
    company_id: int,
    model_id: int,
    pairs: Sequence[NewPair],
    *,
    source: Source,
    seed: int,
    author: str,
    now: datetime,
) -> int:
    """Keep a sample with its pairs in their order; return its id."""
    values = {"model_id": model_id, "source": source, "seed": seed, "author": author, "created": now}
    sample_id = new_id(conn.execute(insert(rating_sample).values(company_id=company_id, **values)))
    for pair in pairs:
        row = {name: getattr(pair, name) for name in NewPair.__slots__}
        conn.execute(insert(rated_pair).values(company_id=company_id, sample_id=sample_id, **row))
    return sample_id


def samples(conn: Connection, company_id: int) -> list[RatingSample]:
    """Return every sample of the company, newest first."""
    return _samples(conn, company_id)


def sample(conn: Connection, company_id: int, sample_id: int) -> RatingSample:
    """Return the sample; raise NotFound."""
    return found(next(iter(_samples(conn, company_id, sample_id)), None), "sample")


def pairs_of(conn: Connection, company_id: int, sample_id: int) -> list[Pair]:
    """Return the pairs of a sample in their order, with every vote."""
    of_it = (rated_pair.c.company_id == company_id, rated_pair.c.sample_id == sample_id)
    votes: dict[int, dict[str, Vote]] = {}
    joined = select(rating.c.pair_id, rating.c.rater, rating.c.vote).join(
        rated_pair, (rated_pair.c.id == rating.c.pair_id) & (rated_pair.c.company_id == rating.c.company_id)
    )
    for pair_id, rater, vote in conn.execute(joined.where(*of_it).order_by(rating.c.rater)):
        votes.setdefault(pair_id, {})[rater] = vote
    columns = [rated_pair.c[name] for name in Pair.__slots__[:-1]]
    rows = conn.execute(select(*columns).where(*of_it).order_by(rated_pair.c.id))
    return [Pair(*[*row, votes.get(row[0], {})]) for row in rows]


def rate(conn: Connection, company_id: int, pair_id: int, rater: str, vote: Vote, now: datetime) -> None:
    """Keep a rater's vote on a pair, in place of an earlier one of theirs; raise NotFound."""
    its = select(rated_pair.c.id).where(rated_pair.c.id == pair_id, rated_pair.c.company_id == company_id)
    found(conn.scalar(its), "pair")
    own = (rating.c.pair_id == pair_id, rating.c.rater == rater, rating.c.company_id == company_id)
    conn.execute(delete(rating).where(*own))
    values = {"pair_id": pair_id, "rater": rater, "vote": vote, "created": now}
    conn.execute(insert(rating).values(company_id=company_id, **values))


def _samples(conn: Connection, company_id: int, sample_id: int | None = None) -> list[RatingSample]:
    counted = (
        select(func.count())
        .where(rated_pair.c.sample_id == rating_sample.c.id, rated_pair.c.company_id == company_id)
        .scalar_subquery()
    )
    own = rating_sample.c
    query = (
        select(
            own.id,
            own.model_id,
            model.c.number,
            model.c.language,
            own.source,
            own.seed,
            own.author,
            own.created,
            counted,
        )
        .join(model, (model.c.id == own.model_id) & (model.c.company_id == own.company_id))
        .where(own.company_id == company_id)
    )
    if sample_id is not None:
        query = query.where(own.id == sample_id)
    return [RatingSample(*row) for row in conn.execute(query.order_by(own.id.desc()))]
