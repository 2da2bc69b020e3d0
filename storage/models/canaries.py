"""Canaries: new versions that answer a share of the conversations beside the live one, and what came of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, String, and_, case, cast, func, insert, literal, or_, select, true, update

from nlu.understanding import Stage
from storage.database.rows import AnySelect
from storage.tables.canary import canary_trial as table
from storage.tables.conversation import conversation, decision, review
from storage.tables.model import model

TrialOutcome = Literal["promoted", "worse", "stopped", "replaced"]
"""Went live; was clearly worse; somebody ended it; another version came in its place or in the live one's."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One canary: it answers `share`, in (0, 1), of the conversations that begin after `started`.

    `figures` is what was counted of it and of the live version (`live_id`) when it ended.
    """

    id: int
    company_id: int
    model_id: int
    live_id: int
    share: float
    started: datetime
    ended: datetime | None
    outcome: TrialOutcome | None
    figures: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class TrialTally:
    """What a version was asked in a trial: `answered` of its `questions`, recruiters `confirmed` of the `reviewed`.

    Reviewed is what a person confirmed or put into another category, not what they answered in words of their own.
    """

    questions: int = 0
    answered: int = 0
    reviewed: int = 0
    confirmed: int = 0


@dataclass(frozen=True, slots=True)
class Arms:
    """The counts of a canary and of the live version, over the conversations that either could have got."""

    canary: TrialTally
    live: TrialTally


def begin(conn: Connection, company_id: int, *, model_id: int, live_id: int, share: float, now: datetime) -> None:
    """Note that a version begins to answer a share of the conversations (`models.try_out` makes it do so)."""
    values = {"model_id": model_id, "live_id": live_id, "share": share, "started": now}
    conn.execute(insert(table).values(company_id=company_id, **values))


def end(conn: Connection, company_id: int, model_id: int, outcome: TrialOutcome, now: datetime) -> None:
    """Note what became of a version's running trial, with its figures; does nothing when it has none."""
    trial = newest(conn, company_id, model_id)
    if trial is not None and trial.ended is None:
        one = (table.c.id == trial.id, table.c.company_id == company_id)
        figures = asdict(arms(conn, company_id, trial.id))
        conn.execute(update(table).where(*one).values(ended=now, outcome=outcome, figures=figures))


def running(conn: Connection) -> dict[tuple[int, str], Trial]:
    """Return the trial by (company id, language), of every company: for those who answer and those who watch."""
    query = select(model.c.language, *table.c).join(model, _model_of_trial()).where(table.c.ended.is_(None))
    trials = [(language, Trial(*row)) for language, *row in conn.execute(query.where(model.c.status == "canary"))]
    return {(trial.company_id, language): trial for language, trial in trials}


def newest(conn: Connection, company_id: int, model_id: int) -> Trial | None:
    """Return the version's last trial."""
    its = _of(company_id).where(table.c.model_id == model_id).order_by(table.c.id.desc()).limit(1)
    row = conn.execute(its).one_or_none()
    return None if row is None else Trial(*row)


def ended_since(conn: Connection, company_id: int, since: datetime) -> list[Trial]:
    """Return the company's trials that ended at this moment or later, oldest first."""
    return [Trial(*row) for row in conn.execute(_of(company_id).where(table.c.ended >= since).order_by(table.c.id))]


def arms(conn: Connection, company_id: int, trial_id: int) -> Arms:
    """Count what both versions of a trial were asked; zeros for a trial of another company.

    Counted are FAQ questions of conversations that began within the trial, since the versions share those by lot.
    """
    row = conn.execute(_of(company_id).where(table.c.id == trial_id)).one_or_none()
    if row is None:
        return Arms(TrialTally(), TrialTally())
    trial = Trial(*row)
    asked = {id_: TrialTally(*map(int, counts)) for id_, *counts in conn.execute(_counting(trial))}
    return Arms(asked.get(trial.model_id, TrialTally()), asked.get(trial.live_id, TrialTally()))


def _counting(trial: Trial) -> AnySelect:
    own = (conversation.c.company_id == trial.company_id, model.c.company_id == trial.company_id)
    # A conversation is updated after it is created: that condition has an index.
    within = (conversation.c.updated >= trial.started, conversation.c.created >= trial.started)
    until = () if trial.ended is None else (decision.c.created <= trial.ended,)
    confirmed = review.c.status == "confirmed"
    # What a person answered in words of their own says nothing of the guess.
    reviewed = or_(confirmed, and_(review.c.status == "corrected", review.c.category.is_not(None)))
    counted = [func.sum(case((one, 1), else_=0)) for one in (decision.c.kind == "reply", reviewed, confirmed)]
    by_version = (decision.c.model_version == literal("v") + cast(model.c.number, String)) & (
        decision.c.language == model.c.language
    )
    return (
        select(model.c.id, func.count(), *counted)
        .select_from(conversation)
        .join(decision, decision.c.conversation_id == conversation.c.id)
        .join(review, review.c.id == decision.c.id)
        .join(model, by_version)
        .where(*own, *within, *until, model.c.id.in_((trial.model_id, trial.live_id)))
        .where(decision.c.stage == Stage.FAQ.value, review.c.question == true())
        .group_by(model.c.id)
    )


def _model_of_trial() -> Any:
    return (model.c.id == table.c.model_id) & (model.c.company_id == table.c.company_id)


def _of(company_id: int) -> AnySelect:
    return select(*table.c).where(table.c.company_id == company_id)
