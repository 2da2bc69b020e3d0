"""Narrowing the review queue: to what the bot did, a language, what a question is about, words in it."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, or_, select

from storage.conversation_tables import decision, message
from storage.conversation_tables import review as table
from storage.decisions import ASKED, QUESTION, Kind
from storage.rows import Conditions
from storage.text_search import says


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


def narrowed(conn: Connection, company_id: int, wanted: Narrowing) -> Conditions:
    """Return the conditions on a review; none where everything is wanted."""
    if wanted == EVERYTHING:
        return ()
    its = [decision.c.company_id == company_id]
    if wanted.language:
        its.append(decision.c.language == wanted.language)
    if wanted.outcome is not None:
        its.append(decision.c.kind == wanted.outcome)
    if wanted.unsure:
        its.append(decision.c.confidence < decision.c.threshold)
    query = select(decision.c.id).select_from(decision)
    if wanted.words:
        query = query.join(message, ASKED)
        its.append(says(conn, QUESTION, wanted.words))
    conditions: list[ColumnElement[bool]] = [table.c.id.in_(query.where(*its))]
    if wanted.category:
        guessed = select(decision.c.id).where(decision.c.company_id == company_id, decision.c.intent == wanted.category)
        conditions.append(or_(table.c.category == wanted.category, table.c.id.in_(guessed)))
    return conditions
