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
from storage.review_groups import alone, group_of
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
class KeptInterpretation:
    """What a message was taken for in its conversation, beside what the models saw in it by itself.

    `reading` names it, `probability` in [0, 1] is its share among all that the message may have been; None where
    nothing was weighed, as it gave what a form asked for.
    """

    reading: str
    probability: float | None
    stage: Stage
    intent: str | None
    confidence: float
    ranking: tuple[Guess, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """What was understood of one message, with the whole ranking, and what was done.

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
    def guessed(self) -> Decision | KeptInterpretation:
        """What the models saw in the question by itself, whatever it means in its conversation."""
        return self.interpretation if self.interpretation is not None and self.question is None else self


QUESTION = func.coalesce(table.c.question, message.c.text)
ASKED = (message.c.conversation_id == table.c.conversation_id) & (
    message.c.seq == func.coalesce(table.c.about_seq, table.c.message_seq)
)
"""Joins a decision with the message that asked its question."""
"""What was asked: the message, or what was understood as the question of it."""
_LAST = ("options", "about_seq", "question", "also", "interpretation")
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
    interpretation: KeptInterpretation | None = None,
    may_be_a_question: bool = False,
) -> int:
    """Keep the decision about a message and queue it for review (pending, under the same id); return the id.

    What `may_be_a_question` to the company is queued among the questions, whatever was done.
    """
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
        "ranking": _ranking_json(understanding.ranking),
        "entities": [_entity_json(entity) for entity in understanding.entities],
        "model_version": understanding.model_version,
        "options": list(options) or None,
        "about_seq": about_seq,
        "question": question,
        "also": None if also is None else asdict(also),
        "interpretation": _interpretation_json(interpretation),
        "created": now,
    }
    ((id_,),) = _ADD.rows(conn, values)
    group = None if about_seq is not None else _group(understanding, kind, question)
    _queue_review(conn, company_id, id_, understanding, may_be_a_question, group, now)
    return int(id_)


def _queue_review(
    conn: Connection,
    company_id: int,
    id_: int,
    understanding: Understanding,
    may_be_a_question: bool,
    group: str | None,
    now: datetime,
) -> None:
    may_be_danger = understanding.danger is not Level.NONE
    asks = may_be_a_question or understanding.stage is not Stage.GENERAL
    needs_a_look = may_be_danger or asks or understanding.intent in NEED_A_HUMAN
    queued: dict[str, Any] = {"id": id_, "company_id": company_id, "status": "pending", "question": needs_a_look}
    queued |= {"category": None, "reviewer": None, "question_group": group or alone(id_), "taught": None}
    _ADD_REVIEW.rows(conn, queued | {"created": now, "updated": now})


def _group(seen: Understanding, kind: Kind, question: str | None) -> str | None:
    return group_of(seen.language, kind, seen.stage.value, seen.intent, question or seen.text)


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
    *start, ranking, entities, version, created, options, about, question, also, taken = row
    id_, conversation_id, seq, kind, stage, intent, confidence, threshold, language = start
    found = tuple(Entity(**each) for each in entities)
    seen = (Stage(stage), intent, confidence, threshold, language, _guesses(ranking), found)
    besides = None if also is None else AlsoAsked(**also)
    offered = tuple(options or ())
    said = (offered, about, question, besides, _interpretation(taken))
    return Decision(id_, conversation_id, seq, kind, *seen, version, created, *said)


def of_message(conn: Connection, company_id: int, conversation_id: int, seq: int) -> Decision | None:
    """Return the decision about the message with this number."""
    of_it = (table.c.conversation_id == conversation_id, table.c.company_id == company_id, table.c.message_seq == seq)
    row = conn.execute(select(*COLUMNS).where(*of_it)).one_or_none()
    return None if row is None else from_row(row)


def _guesses(ranking: Sequence[dict[str, Any]]) -> tuple[Guess, ...]:
    return tuple(Guess(each["intent"], each["confidence"]) for each in ranking)


def _ranking_json(ranking: Sequence[Guess]) -> list[dict[str, Any]]:
    return [{"intent": guess.intent, "confidence": guess.confidence} for guess in ranking]


def _interpretation(taken: dict[str, Any] | None) -> KeptInterpretation | None:
    if taken is None:
        return None
    return KeptInterpretation(**taken | {"stage": Stage(taken["stage"]), "ranking": _guesses(taken["ranking"])})


def _interpretation_json(taken: KeptInterpretation | None) -> dict[str, Any] | None:
    return None if taken is None else asdict(taken)


def _entity_json(entity: Entity) -> dict[str, Any]:
    return {
        "name": entity.name,
        "value": entity.value,
        "text": entity.text,
        "start": entity.start,
        "end": entity.end,
    }
