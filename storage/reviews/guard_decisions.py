"""What the guard decided about replies before they went out, and what recruiters think of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, select, update

from nlu.breakdown.dialogue import Distribution
from storage.database.errors import NotFound
from storage.database.prepared import Prepared
from storage.database.rows import found
from storage.tables.guard import guard_decision as table

Action = Literal["send", "clarify", "hand_over"]
GuardVerdict = Literal["right", "false_alarm"]
TRIFLE = 0.1
"""What a reason adds to the score at least to be told."""
STOPPED = ("clarify", "hand_over")
"""The actions by which the guard keeps a reply back: a breakdown."""


@dataclass(frozen=True, slots=True)
class GuardReason:
    """A signal of a breakdown, how strong it was (for counted ones: how often), and what it added to the score."""

    signal: str
    strength: float
    weight: float


@dataclass(frozen=True, slots=True)
class NewGuardDecision:
    """What the guard did about the reply to a message; `withheld` is what would have been said instead.

    `risk` is in [0, 1]; `distribution` is the detector's, None when there was none.
    """

    action: Action
    risk: float
    reasons: tuple[GuardReason, ...]
    distribution: Distribution | None = None
    withheld: str | None = None


@dataclass(frozen=True, slots=True)
class GuardDecision:
    """The same as it is stored, with a recruiter's verdict once there is one."""

    id: int
    conversation_id: int
    message_seq: int
    language: str
    action: Action
    risk: float
    distribution: Distribution | None
    reasons: tuple[GuardReason, ...]
    withheld: str | None
    created: datetime
    verdict: GuardVerdict | None
    judge: str | None
    judged: datetime | None

    @property
    def told(self) -> tuple[GuardReason, ...]:
        """The reasons worth telling: those that spoke for a breakdown, and not just by a trifle."""
        return tuple(reason for reason in self.reasons if reason.weight >= TRIFLE)


COLUMNS = tuple(column for column in table.c if column.name != "company_id")
_ADD = Prepared.insert(table)


def record(
    conn: Connection,
    company_id: int,
    conversation_id: int,
    message_seq: int,
    made: NewGuardDecision,
    language: str,
    now: datetime,
) -> None:
    """Keep what the guard did about the reply to the message with this number."""
    values = {
        "company_id": company_id,
        "conversation_id": conversation_id,
        "message_seq": message_seq,
        "language": language,
        "action": made.action,
        "risk": made.risk,
        "distribution": list(made.distribution.shares()) if made.distribution else None,
        "reasons": [{"signal": r.signal, "strength": r.strength, "weight": r.weight} for r in made.reasons],
        "withheld": made.withheld,
    }
    _ADD.rows(conn, values | {"created": now, "verdict": None, "judge": None, "judged": None})


def get(conn: Connection, company_id: int, guard_id: int) -> GuardDecision:
    """Return where the guard kept a reply back; raise NotFound when this company has no such breakdown."""
    its = (table.c.id == guard_id, table.c.company_id == company_id, table.c.action.in_(STOPPED))
    query = select(*COLUMNS).where(*its)
    return _decision(found(conn.execute(query).one_or_none(), "breakdown"))


def breakdowns(conn: Connection, company_id: int, *, before: int | None = None, limit: int = 50) -> list[GuardDecision]:
    """Return where the guard kept a reply back, newest first, `limit` of those with an id below `before`."""
    query = select(*COLUMNS).where(table.c.company_id == company_id, table.c.action.in_(STOPPED))
    if before is not None:
        query = query.where(table.c.id < before)
    return [_decision(row) for row in conn.execute(query.order_by(table.c.id.desc()).limit(limit))]


def of_conversations(
    conn: Connection, company_id: int, conversation_ids: Collection[int]
) -> dict[tuple[int, int], GuardDecision]:
    """Return what the guard decided in these conversations, by conversation and number of the candidate's message."""
    its = (table.c.conversation_id.in_(conversation_ids), table.c.company_id == company_id)
    made = [_decision(row) for row in conn.execute(select(*COLUMNS).where(*its))]
    return {(each.conversation_id, each.message_seq): each for each in made}


def judge(conn: Connection, company_id: int, guard_id: int, verdict: GuardVerdict, judge: str, now: datetime) -> None:
    """Keep what a recruiter thinks of a breakdown, in place of an earlier opinion; raise NotFound."""
    its = (table.c.id == guard_id, table.c.company_id == company_id, table.c.action.in_(STOPPED))
    values = {"verdict": verdict, "judge": judge, "judged": now}
    if conn.execute(update(table).where(*its).values(values)).rowcount == 0:
        raise NotFound("There is no such breakdown in this company.")


def _decision(row: Sequence[Any]) -> GuardDecision:
    id_, conversation_id, seq, language, action, risk, shares, reasons, *rest = row
    distribution = Distribution(*shares) if shares else None
    told: Sequence[Mapping[str, Any]] = reasons
    why = tuple(GuardReason(each["signal"], each["strength"], each["weight"]) for each in told)
    return GuardDecision(id_, conversation_id, seq, language, action, risk, distribution, why, *rest)
