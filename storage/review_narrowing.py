"""Narrowing the review queue: to what the bot did, a language, what a question is about, words in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import ColumnElement, Connection, literal_column, or_, select, true

from storage.conversation_tables import decision, message
from storage.conversation_tables import review as table
from storage.decisions import ASKED, Kind
from storage.rows import Conditions
from storage.text_search import messages_that_say, says


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
MANY: Final = 10_000
"""Of words that fewer questions hold these are listed once; for others every list looks anew."""


def narrowed(conn: Connection, company_id: int, wanted: Narrowing) -> Conditions:
    """Return the conditions on a review; none where everything is wanted.

    Words are looked for at once, for several questions that are asked of the same reviews.
    """
    if wanted == EVERYTHING:
        return ()
    its = [decision.c.company_id == company_id]
    if wanted.language:
        its.append(decision.c.language == wanted.language)
    if wanted.outcome is not None:
        its.append(decision.c.kind == wanted.outcome)
    if wanted.unsure:
        its.append(decision.c.confidence < decision.c.threshold)
    asked = table.c.id.in_(select(decision.c.id).where(*its)) if len(its) > 1 else true()
    conditions: list[ColumnElement[bool]] = [asked]
    if wanted.words:
        conditions.append(_asks(conn, company_id, wanted.words))
    if wanted.category:
        guessed = select(decision.c.id).where(decision.c.company_id == company_id, decision.c.intent == wanted.category)
        conditions.append(or_(table.c.category == wanted.category, table.c.id.in_(guessed)))
    return conditions


def _asks(conn: Connection, company_id: int, words: str) -> ColumnElement[bool]:
    """The words stand in the question that was understood, or else in the message that asked it."""
    own = select(decision.c.id).where(
        decision.c.company_id == company_id,
        decision.c.question.is_not(None),
        says(conn, decision.c.question, words),
    )
    its = (message.c.conversation_id == decision.c.conversation_id) & (message.c.seq == decision.c.message_seq)
    said = (
        select(decision.c.id)
        .join(message, its)
        .where(message.c.company_id == company_id, message.c.direction == "incoming", *messages_that_say(conn, words))
        .where(decision.c.question.is_(None), decision.c.about_seq.is_(None))
    )
    clarified = (
        select(decision.c.id)
        .join(message, ASKED)
        .where(decision.c.company_id == company_id, decision.c.about_seq.is_not(None), decision.c.question.is_(None))
        .where(says(conn, message.c.text, words))
    )
    every = (own, said, clarified)
    found = {id_ for query in every for id_ in conn.scalars(query.limit(MANY))}
    if len(found) >= MANY:
        return or_(*(table.c.id.in_(query) for query in every))
    # Numbers are written out: thousands of parameters take longer than the search.
    return table.c.id.bool_op("IN")(literal_column(f"({', '.join(map(str, sorted(found))) or 'NULL'})"))
