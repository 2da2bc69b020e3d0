"""Decisions: what the NLU saw in a message and what the bot did about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select

from nlu.danger.level import Level
from nlu.understanding import Entity, Guess, Stage, Understanding
from storage.conversation_tables import decision as table
from storage.conversation_tables import message, review
from storage.errors import NotFound
from storage.prepared import Prepared
from storage.rows import AnyRow

Kind = Literal["reply", "clarify", "defer"]
PRESSED = "button"
"""Stands for the model's version where a button said what was meant."""
# General intents for which the bot promises a person: a recruiter sees them among the questions.
NEED_A_HUMAN = frozenset({"contact_human", "crisis", "application_status", "delete_my_data"})


@dataclass(frozen=True, slots=True)
class AlsoAsked:
    """A second question of a message: the category that answered it, None when it was passed on to a person."""

    question: str
    intent: str | None
    confidence: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What was understood of one message, with the whole ranking, and what was done.

    `options` are the categories that a clarification offered. `about_seq` is the number of the question that a message
    helped to clarify, None when it was a question of its own. `question` is what was understood where that is not the
    message: one sentence of it, or the question before with what the message adds. `also` was asked besides.
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

    @property
    def asked_seq(self) -> int:
        """Number of the message that asked the question this is about."""
        return self.message_seq if self.about_seq is None else self.about_seq


QUESTION = func.coalesce(table.c.question, message.c.text)
"""What was asked: the message, or what was understood as the question of it."""
_LAST = ("options", "about_seq", "question", "also")
COLUMNS = (
    *(column for column in table.c if column.name not in ("company_id", *_LAST)),
    *(table.c[name] for name in _LAST),
)
_ADD = Prepared(insert(table).returning(table.c.id), [column.name for column in table.c if column.name != "id"])
_ADD_REVIEW = Prepared(insert(review), [column.name for column in review.c])


def record(
    conn: Connection,
    company_id: int,
    conversation_id: int,
    message_seq: int,
    understanding: Understanding,
    kind: Kind,
    threshold: float,
    now: datetime,
    *,
    options: Sequence[str] = (),
    about_seq: int | None = None,
    question: str | None = None,
    also: AlsoAsked | None = None,
) -> int:
    """Keep the decision about a message and queue it for review (pending, under the same id); return the id."""
    values = {
        "company_id": company_id,
        "conversation_id": conversation_id,
        "message_seq": message_seq,
        "kind": kind,
        "stage": understanding.stage.value,
        "intent": understanding.intent,
        "confidence": understanding.confidence,
        "threshold": threshold,
        "language": understanding.language,
        "ranking": [{"intent": guess.intent, "confidence": guess.confidence} for guess in understanding.ranking],
        "entities": [_entity_json(entity) for entity in understanding.entities],
        "model_version": understanding.model_version,
        "options": list(options) or None,
        "about_seq": about_seq,
        "question": question,
        "also": None if also is None else asdict(also),
        "created": now,
    }
    ((id_,),) = _ADD.rows(conn, values)
    _queue_review(conn, company_id, id_, understanding, now)
    return int(id_)


def _queue_review(conn: Connection, company_id: int, id_: int, understanding: Understanding, now: datetime) -> None:
    may_be_danger = understanding.danger is not Level.NONE
    needs_a_look = may_be_danger or understanding.stage is not Stage.GENERAL or understanding.intent in NEED_A_HUMAN
    queued = {"id": id_, "company_id": company_id, "status": "pending", "question": needs_a_look}
    empty = {"category": None, "reviewer": None}
    _ADD_REVIEW.rows(conn, queued | empty | {"created": now, "updated": now})


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
    *start, ranking, entities, version, created, options, about, question, also = row
    id_, conversation_id, seq, kind, stage, intent, confidence, threshold, language = start
    guesses = tuple(Guess(each["intent"], each["confidence"]) for each in ranking)
    found = tuple(Entity(**each) for each in entities)
    seen = (Stage(stage), intent, confidence, threshold, language, guesses, found)
    besides = None if also is None else AlsoAsked(**also)
    offered = tuple(options or ())
    return Decision(id_, conversation_id, seq, kind, *seen, version, created, offered, about, question, besides)


def of_message(conn: Connection, company_id: int, conversation_id: int, seq: int) -> Decision | None:
    """Return the decision about the message with this number."""
    of_it = (table.c.conversation_id == conversation_id, table.c.company_id == company_id, table.c.message_seq == seq)
    row = conn.execute(select(*COLUMNS).where(*of_it)).one_or_none()
    return None if row is None else from_row(row)


def _entity_json(entity: Entity) -> dict[str, Any]:
    return {
        "name": entity.name,
        "value": entity.value,
        "text": entity.text,
        "start": entity.start,
        "end": entity.end,
    }
