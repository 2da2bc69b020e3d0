"""What people say of the bot's turns: how easily could a candidate go on?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any, Literal, cast

from sqlalchemy import Connection, delete, exists, func, insert, select

from nlu.breakdown.dialogue import Label
from storage.conversations.messages import Author
from storage.database.rows import AnyRow, found, new_id
from storage.reviews.guard_decisions import STOPPED
from storage.tables.breakdown import annotation, annotator, foreign_dialogue
from storage.tables.conversation import conversation, message
from storage.tables.guard import guard_decision

Source = Literal["recent", "stopped", "random"]
MOST_CONVERSATIONS = 5000
"""Of so many conversations, the newest ones, a random sample is drawn."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    """All that one side said before the other spoke again; `seq` is the number of its first message.

    `options` are the titles of the buttons and cards under it. `judged`: whether it is the bot's, and not a greeting.
    """

    conversation_id: int
    seq: int
    author: Author
    text: str
    options: tuple[str, ...]
    judged: bool


@dataclass(frozen=True, slots=True)
class GivenLabel:
    """The label that one annotator gave to one turn of the bot; the annotator has a number and a name."""

    conversation_id: int
    message_seq: int
    annotator_id: int
    annotator: str
    label: Label


@dataclass(frozen=True, slots=True)
class DetectorDataMark:
    """What a company's detector can learn from: a mark that changes whenever that does, and when it last changed."""

    mark: str
    changed: datetime | None


def to_annotate(conn: Connection, company_id: int, source: Source, limit: int) -> list[int]:
    """Return conversations in which the bot replied to somebody, newest first; "stopped": those the guard stopped."""
    its = (conversation.c.company_id == company_id, conversation.c.last_seq > 1)
    query = select(conversation.c.id).where(*its, exists().where(*_replies()))
    if source == "stopped":
        stops = (guard_decision.c.conversation_id == conversation.c.id, guard_decision.c.action.in_(STOPPED))
        query = query.where(exists().where(*stops))
    return list(conn.scalars(query.order_by(conversation.c.updated.desc(), conversation.c.id.desc()).limit(limit)))


def turns(conn: Connection, company_id: int, conversation_ids: Collection[int]) -> dict[int, list[SpokenTurn]]:
    """Return the turns of these conversations, in order."""
    columns = (message.c.conversation_id, message.c.seq, message.c.author, message.c.text)
    query = select(*columns, message.c.buttons, message.c.cards).where(
        message.c.company_id == company_id, message.c.conversation_id.in_(conversation_ids)
    )
    rows = conn.execute(query.order_by(message.c.conversation_id, message.c.seq))
    return {talk: _grouped(list(its)) for talk, its in groupby(rows, key=lambda row: row.conversation_id)}


def annotated(conn: Connection, company_id: int) -> list[int]:
    """Return the conversations that have an annotation, by number."""
    query = select(annotation.c.conversation_id).where(annotation.c.company_id == company_id).distinct()
    return list(conn.scalars(query.order_by(annotation.c.conversation_id)))


def of_conversations(conn: Connection, company_id: int, conversation_ids: Collection[int]) -> list[GivenLabel]:
    """Return everybody's labels on turns of these conversations, by conversation, turn and annotator."""
    columns = (annotation.c.conversation_id, annotation.c.message_seq, annotator.c.id, annotator.c.name)
    query = (
        select(*columns, annotation.c.label)
        .join(annotator, annotator.c.id == annotation.c.annotator_id)
        .where(annotation.c.company_id == company_id, annotation.c.conversation_id.in_(conversation_ids))
        .order_by(annotation.c.conversation_id, annotation.c.message_seq, annotator.c.id)
    )
    return [GivenLabel(*row[:-1], Label(row[-1])) for row in conn.execute(query)]


def annotate(
    conn: Connection, company_id: int, conversation_id: int, seq: int, name: str, label: Label, now: datetime
) -> None:
    """Keep an annotator's label of the bot's turn that begins with this message, in place of an earlier one of theirs.

    Raises NotFound when this company has no such turn, or it is none to be judged.
    """
    spoken = turns(conn, company_id, [conversation_id]).get(conversation_id, [])
    found(next((turn for turn in spoken if turn.seq == seq and turn.judged), None), "turn of the bot")
    own = _annotator(conn, company_id, name)
    its = (annotation.c.conversation_id == conversation_id, annotation.c.message_seq == seq)
    conn.execute(delete(annotation).where(*its, annotation.c.annotator_id == own))
    values = {"conversation_id": conversation_id, "message_seq": seq, "annotator_id": own, "label": label.value}
    conn.execute(insert(annotation).values(company_id=company_id, created=now, **values))


def taught(conn: Connection, company_id: int) -> DetectorDataMark:
    """Return what the company's annotations and dialogues from elsewhere come to."""
    counts, latest = [], []
    for table in (annotation, foreign_dialogue):
        query = select(func.count(), func.max(table.c.created)).where(table.c.company_id == company_id)
        count, last = conn.execute(query).one()
        counts.append(str(count))
        latest += [last] if last else []
    changed = max(latest, default=None)
    moment = f"{changed:%Y%m%dT%H%M%S.%f}" if changed else "never"
    return DetectorDataMark(f"{'-'.join(counts)}-{moment}", changed)


def _replies() -> tuple[Any, ...]:
    of_it = message.c.conversation_id == conversation.c.id
    return of_it, message.c.author == "bot", message.c.seq > 1, message.c.reply_to.is_not(None)


def _annotator(conn: Connection, company_id: int, name: str) -> int:
    query = select(annotator.c.id).where(annotator.c.company_id == company_id, annotator.c.name == name)
    known = conn.scalar(query)
    return known or new_id(conn.execute(insert(annotator).values(company_id=company_id, name=name)))


def _grouped(rows: Sequence[AnyRow]) -> list[SpokenTurn]:
    made: list[SpokenTurn] = []
    for author, its in groupby(rows, key=lambda row: cast("Author", row.author)):
        made.append(_turn(author, list(its), asked=any(turn.author == "candidate" for turn in made)))
    return made


def _turn(author: Author, rows: Sequence[AnyRow], *, asked: bool) -> SpokenTurn:
    offered = (option["title"] for row in rows for option in (*row.buttons, *(row.cards or ())))
    text = "\n".join(row.text for row in rows)
    return SpokenTurn(rows[0].conversation_id, rows[0].seq, author, text, tuple(offered), asked and author == "bot")
