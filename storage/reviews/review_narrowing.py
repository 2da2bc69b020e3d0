"""Narrowing the review queue: to what the bot did, a language, what a question is about, words in it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, CompoundSelect, Connection, or_, select, union_all

from storage.conversations.text_search import messages_that_say, says
from storage.database import id_lists
from storage.reviews.decisions import ASKED
from storage.reviews.kinds import Kind
from storage.reviews.review_selection import FEW, Narrowed
from storage.tables.conversation import decision, message
from storage.tables.conversation import review as table


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What is looked for among the reviews: "" or None stands for any.

    `outcome` is what the bot did, `category` what it took a question for or a person says it is, `words` stand in the
    question; `unsure` leaves those whose guess did not reach the threshold.
    """

    language: str = ""
    outcome: Kind | None = None
    category: str = ""
    unsure: bool = False
    words: str = ""


EVERYTHING = Narrowing()


def narrowed(conn: Connection, company_id: int, wanted: Narrowing) -> Narrowed:
    """Return which reviews are wanted.

    Words are looked for at once, for several questions that are asked of the same reviews.
    """
    conditions: list[ColumnElement[bool]] = []
    its = [decision.c.company_id == company_id]
    if wanted.language:
        its.append(decision.c.language == wanted.language)
    if wanted.outcome is not None:
        its.append(decision.c.kind == wanted.outcome)
    if wanted.unsure:
        its.append(decision.c.confidence < decision.c.threshold)
    if len(its) > 1:
        conditions.append(table.c.id.in_(select(decision.c.id).where(*its)))
    if wanted.category:
        guessed = select(decision.c.id).where(decision.c.company_id == company_id, decision.c.intent == wanted.category)
        conditions.append(or_(table.c.category == wanted.category, table.c.id.in_(guessed)))
    if not wanted.words:
        return Narrowed(conditions)
    count, found = id_lists.written(conn, _asking(conn, company_id, wanted.words))
    return Narrowed([id_lists.among(conn, table.c.id, found), *conditions], few=count < FEW)


def _asking(conn: Connection, company_id: int, words: str) -> CompoundSelect[int]:
    """The decisions whose question as it was understood has the words, or else the message that asked it."""
    its = decision.c.company_id == company_id
    reworded = select(decision.c.id).where(its, decision.c.question.is_not(None))
    chosen = select(decision.c.id).where(its, decision.c.about_seq.is_not(None))
    asked_by = (message.c.conversation_id == decision.c.conversation_id) & (message.c.seq == decision.c.message_seq)
    said = (
        select(decision.c.id)
        .join(message, asked_by)
        .where(message.c.company_id == company_id, message.c.direction == "incoming", *messages_that_say(conn, words))
        # Left out by number: SQLite reads no decision for it, the key of the messages is enough.
        .where(decision.c.id.not_in(reworded), decision.c.id.not_in(chosen))
    )
    clarified = chosen.join(message, ASKED).where(decision.c.question.is_(None), says(conn, message.c.text, words))
    return union_all(reworded.where(says(conn, decision.c.question, words)), said, clarified)
