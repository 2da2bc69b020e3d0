"""Decisions: what the NLU saw in a message and what the bot did about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select

from nlu.understanding import Entity, Guess, Level, Stage, Understanding
from storage.database.errors import NotFound
from storage.database.prepared import Prepared
from storage.database.rows import AnyRow
from storage.reviews.kinds import Kind
from storage.reviews.review_groups import alone, group_of
from storage.tables.conversation import decision as table
from storage.tables.conversation import message, review

# General intents for which the bot promises a person: a recruiter sees them among the questions.
NEED_A_HUMAN = frozenset({"contact_human", "crisis", "application_status", "delete_my_data"})


@dataclass(frozen=True, slots=True)
class AlsoAsked:
    """A second question of a message: the category that answered it, None when it was passed on to a person."""

    question: str
    intent: str | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Guessed:
    """What the models saw in a message by itself, before its conversation was looked at."""

    stage: Stage
    intent: str | None
    confidence: float
    ranking: tuple[Guess, ...]

    @classmethod
    def of(cls, understanding: Understanding) -> Guessed:
        """Return what is kept of an understanding beside the message's text, language and entities."""
        return cls(understanding.stage, understanding.intent, understanding.confidence, understanding.ranking)


@dataclass(frozen=True, slots=True)
class KeptInterpretation:
    """What a message was taken for in its conversation, beside what the models saw in it by itself.

    `reading` names it, `probability` in [0, 1] is its share among all that the message may have been; None where
    nothing was weighed, as it gave what a form asked for.
    """

    reading: str
    probability: float | None
    understanding: Guessed


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A decision to be kept: what the message means in its conversation, and what was done about it.

    The other fields are as in `Decision`. What `may_be_a_question` to the company is queued among the questions,
    whatever was done.
    """

    meaning: Understanding
    kind: Kind
    threshold: float
    options: tuple[str, ...] = ()
    about_seq: int | None = None
    question: str | None = None
    also: AlsoAsked | None = None
    interpretation: KeptInterpretation | None = None
    may_be_a_question: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What one message means in its conversation, with the whole ranking, and what was done.

    `options` are the categories that a clarification offered. `about_seq` is the number of the question that a message
    helped to clarify, None when it was a question of its own. `question` is what was understood where that is not the
    message: one sentence of it, or the question before with what the message adds. `also` was asked besides.
    `interpretation` tells of a message that means something else in its conversation than by itself.
    """

    id: int
    conversation_id: int
    message_seq: int
    kind: Kind
    stage: Stage
    intent: str | None
    confidence: float
    threshold: float
    language: str
    ranking: tuple[Guess, ...]
    entities: tuple[Entity, ...]
    model_version: str
    created: datetime
    options: tuple[str, ...] = ()
    about_seq: int | None = None
    question: str | None = None
    also: AlsoAsked | None = None
    interpretation: KeptInterpretation | None = None

    @property
    def asked_seq(self) -> int:
        """Number of the message that asked the question this is about."""
        return self.message_seq if self.about_seq is None else self.about_seq

    @property
    def guessed(self) -> Guessed:
        """What the models saw in the question by itself, whatever it means in its conversation."""
        if self.interpretation is not None and self.question is None:
            return self.interpretation.understanding
        return Guessed(self.stage, self.intent, self.confidence, self.ranking)


QUESTION = func.coalesce(table.c.question, message.c.text)
ASKED = (message.c.conversation_id == table.c.conversation_id) & (
    message.c.seq == func.coalesce(table.c.about_seq, table.c.message_seq)
)
"""Joins a decision with the message that asked its question."""
"""What was asked: the message, or what was understood as the question of it."""
_LAST = ("options", "about_seq", "question", "also", "reading", "probability", "understanding")
COLUMNS = (
    *(column for column in table.c if column.name not in ("company_id", *_LAST)),
    *(table.c[name] for name in _LAST),
)
_ADD = Prepared.insert(table, returns_id=True)
_OF_MESSAGE = Prepared(
    select(*COLUMNS).where(
        table.c.conversation_id == bindparam("of_conversation"),
        table.c.company_id == bindparam("of_company"),
        table.c.message_seq == bindparam("of_seq"),
    )
)
_ADD_REVIEW = Prepared(insert(review), [column.name for column in review.c])


def record(
    conn: Connection, company_id: int, conversation_id: int, message_seq: int, made: NewDecision, now: datetime
) -> int:
    """Keep the decision about a message and queue it for review (pending, under the same id); return the id."""
    whose = {"company_id": company_id, "conversation_id": conversation_id, "message_seq": message_seq}
    ((id_,),) = _ADD.rows(conn, {**whose, **_meant(made.meaning), **_done(made), "created": now})
    _queue_review(conn, company_id, int(id_), made, now)
    return int(id_)


def _meant(meaning: Understanding) -> dict[str, Any]:
    return {
        "stage": meaning.stage.value,
        "intent": meaning.intent,
        "confidence": meaning.confidence,
        "language": meaning.language,
        "ranking": _ranking_json(meaning.ranking),
        "entities": [asdict(entity) for entity in meaning.entities],
        "model_version": meaning.model_version,
    }


def _done(made: NewDecision) -> dict[str, Any]:
    taken = made.interpretation
    return {
        "kind": made.kind,
        "threshold": made.threshold,
        "options": list(made.options) or None,
        "about_seq": made.about_seq,
        "question": made.question,
        "also": None if made.also is None else asdict(made.also),
        "reading": None if taken is None else taken.reading,
        "probability": None if taken is None else taken.probability,
        "understanding": None if taken is None else _guessed_json(taken.understanding),
    }


def _queue_review(conn: Connection, company_id: int, id_: int, made: NewDecision, now: datetime) -> None:
    meaning = made.meaning
    may_be_danger = meaning.danger is not Level.NONE
    asks = made.may_be_a_question or meaning.stage is not Stage.GENERAL
    needs_a_look = may_be_danger or asks or meaning.intent in NEED_A_HUMAN
    group = None if made.about_seq is not None else _group(made)
    queued: dict[str, Any] = {"id": id_, "company_id": company_id, "status": "pending", "question": needs_a_look}
    queued |= {"category": None, "reviewer": None, "question_group": group or alone(id_), "taught": None}
    _ADD_REVIEW.rows(conn, queued | {"created": now, "updated": now})


def _group(made: NewDecision) -> str | None:
    seen = made.meaning
    return group_of(seen.language, made.kind, seen.stage.value, seen.intent, made.question or seen.text)


def get(conn: Connection, company_id: int, decision_id: int) -> Decision:
    """Return the decision; raise NotFound when this company has none with that id."""
    query = select(*COLUMNS).where(table.c.id == decision_id, table.c.company_id == company_id)
    row = conn.execute(query).one_or_none()
    if row is None:
        raise NotFound("There is no such decision in this company.")
    return from_row(row)


def of_conversation(conn: Connection, company_id: int, conversation_id: int) -> list[Decision]:
    """Return every decision of a conversation in the order of its messages."""
    of_it = (table.c.conversation_id == conversation_id, table.c.company_id == company_id)
    rows = conn.execute(select(*COLUMNS).where(*of_it).order_by(table.c.message_seq))
    return [from_row(row) for row in rows]


def from_row(row: AnyRow | tuple[Any, ...]) -> Decision:
    """Return the value of a row of COLUMNS."""
    *start, ranking, entities, version, created, options, about, question, also, reading, probability, guessed = row
    id_, conversation_id, seq, kind, stage, intent, confidence, threshold, language = start
    found = tuple(Entity(**each) for each in entities)
    seen = (Stage(stage), intent, confidence, threshold, language, _guesses(ranking), found)
    besides = None if also is None else AlsoAsked(**also)
    taken = None if reading is None else KeptInterpretation(reading, probability, _guessed(guessed))
    offered = tuple(options or ())
    said = (offered, about, question, besides, taken)
    return Decision(id_, conversation_id, seq, kind, *seen, version, created, *said)


def of_message(conn: Connection, company_id: int, conversation_id: int, seq: int) -> Decision | None:
    """Return the decision about the message with this number."""
    row = _OF_MESSAGE.row(conn, {"of_conversation": conversation_id, "of_company": company_id, "of_seq": seq})
    return None if row is None else from_row(row)


def _guesses(ranking: Sequence[dict[str, Any]]) -> tuple[Guess, ...]:
    return tuple(Guess(each["intent"], each["confidence"]) for each in ranking)


def _ranking_json(ranking: Sequence[Guess]) -> list[dict[str, Any]]:
    """Written out: `asdict` looks into every value, and this is done for each message."""
    return [{"intent": guess.intent, "confidence": guess.confidence} for guess in ranking]


def _guessed_json(seen: Guessed) -> dict[str, Any]:
    likeliest = {"stage": seen.stage.value, "intent": seen.intent, "confidence": seen.confidence}
    return likeliest | {"ranking": _ranking_json(seen.ranking)}


def _guessed(stored: dict[str, Any]) -> Guessed:
    return Guessed(Stage(stored["stage"]), stored["intent"], stored["confidence"], _guesses(stored["ranking"]))
