"""Which opening a question was about that a recruiter is to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from storage.conversations import conversations
from storage.database.prepared import Prepared
from storage.tables.conversation import decision
from storage.tables.job_search import opening_question as table
from storage.tables.opening import opening


@dataclass(frozen=True, slots=True)
class Subject:
    """The opening that a question is about, as far as a recruiter needs to find it."""

    id: int
    title: str
    url: str | None


_ADD = Prepared(insert(table), [column.name for column in table.c])


def record(conn: Connection, company_id: int, decision_id: int, opening_id: int) -> None:
    """Keep which opening the decision's question is about."""
    _ADD.rows(conn, {"company_id": company_id, "decision_id": decision_id, "opening_id": opening_id})


def of_decisions(conn: Connection, company_id: int, decision_ids: Sequence[int]) -> dict[int, Subject]:
    """Return the opening of each of these decisions that has one."""
    query = (
        select(table.c.decision_id, opening.c.id, opening.c.title, opening.c.url)
        .join(opening, opening.c.id == table.c.opening_id)
        .where(table.c.company_id == company_id, table.c.decision_id.in_(decision_ids))
    )
    return {decision: Subject(*subject) for decision, *subject in conn.execute(query)}


def subject_of(conn: Connection, company_id: int, conversation_id: int) -> Subject | None:
    """Return the opening that the candidate looks at, else the one they asked about last, None where there is none.

    Raises NotFound.
    """
    conversation = conversations.get(conn, company_id, conversation_id)
    looked_at = ((conversation.state or {}).get("search") or {}).get("opening")
    query = select(opening.c.id, opening.c.title, opening.c.url).where(opening.c.company_id == company_id)
    row = conn.execute(query.where(opening.c.id == looked_at)).one_or_none() if looked_at else None
    if row is None:
        asked = (
            query.join(table, opening.c.id == table.c.opening_id)
            .join(decision, decision.c.id == table.c.decision_id)
            .where(table.c.company_id == company_id, decision.c.company_id == company_id)
            .where(decision.c.conversation_id == conversation_id)
        )
        row = conn.execute(asked.order_by(decision.c.id.desc()).limit(1)).one_or_none()
    return None if row is None else Subject(*row)
