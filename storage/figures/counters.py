"""What is counted of a stretch of time: one function a subject, and one entry of `COUNTERS` for each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, case, exists, false, func, or_, select, true

from nlu.understanding import PRESSED, Stage
from storage.answers.bank import passes_on
from storage.answers.written_then import WrittenThen
from storage.companies.companies import Company
from storage.database.rows import AnySelect
from storage.figures.durations import class_of
from storage.tables.conversation import conversation, decision, review
from storage.tables.job_search import search_log
from storage.tables.promise import audited_answer
from storage.tables.satisfaction import satisfaction
from storage.tables.waiting import conversation_wait

QUESTIONS: Final = ("answered", "deferred", "asked_back")
"""What became of a question; each question is one of these."""
DURATIONS: Final = ("by_clock", "in_office")
"""Counts by class of duration, which is the `what of` of their keys."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A company's time from `since` until before `until`."""

    company: Company
    since: datetime
    until: datetime


Key = tuple[str, str, str]
"""Name of the count, language, and what of (empty where the name says all)."""
Counts = Counter[Key]


def questions(conn: Connection, of: Stretch) -> Iterator[tuple[Key, int]]:
    """Count questions by what became of them, those asked outside office hours, and those answered by category."""
    then, at_work = WrittenThen.of(conn, of.company), _at_work(of)
    changing = decision.c.intent.in_(then.changing(of.since, of.until))
    asked_at = case((changing, decision.c.created)).label("asked_at")
    what = (decision.c.language, decision.c.kind, decision.c.stage, decision.c.intent)
    query = _decisions(select(*what, asked_at, at_work, func.count()).select_from(decision), of)
    for language, kind, stage, intent, asked, worked, n in conn.execute(query.group_by(*what, "asked_at", "at_work")):
        written = then.at(intent or "", language, asked or of.since)
        passed_on = passes_on(kind, Stage(stage), intent, written=written)
        outcome = "asked_back" if kind == "clarify" else "deferred" if passed_on else "answered"
        yield (outcome, language, ""), n
        if outcome == "answered" and stage == Stage.FAQ.value:
            yield ("topic", "", intent), n
        if of.company.office_hours is not None:
            yield ("timed", language, ""), n
            yield ("outside", language, ""), 0 if worked else n


def verdicts(conn: Connection, of: Stretch) -> Iterator[tuple[Key, int]]:
    """Count the answers that recruiters have judged, and those that were right; the same of those drawn for an audit.

    What a button chose is left out: there was nothing to guess.
    """
    its = (audited_answer.c.decision_id == decision.c.id, audited_answer.c.company_id == decision.c.company_id)
    drawn, right = exists().where(*its).label("drawn"), (review.c.category == decision.c.intent).label("right_guess")
    query = (
        _decisions(select(decision.c.language, drawn, right, func.count()).select_from(decision), of)
        .where(decision.c.kind == "reply", decision.c.stage == Stage.FAQ.value, decision.c.model_version != PRESSED)
        .where(review.c.status != "pending")
        .group_by(decision.c.language, "drawn", "right_guess")
    )
    for language, was_drawn, was_right, n in conn.execute(query):
        yield ("judged", language, ""), n
        yield ("judged_right", language, ""), n if was_right else 0
        if was_drawn:
            yield ("audited", language, ""), n
            yield ("audited_right", language, ""), n if was_right else 0


def searches(conn: Connection, of: Stretch) -> Iterator[tuple[Key, int]]:
    """Count searches for openings, and those that found none."""
    its = (search_log.c.company_id == of.company.id, search_log.c.created >= of.since, search_log.c.created < of.until)
    in_vain = func.count().filter(search_log.c.found == 0)
    query = select(search_log.c.language, func.count(), in_vain).where(*its).group_by(search_log.c.language)
    for language, n, nothing in conn.execute(query):
        yield ("searched", language, ""), n
        yield ("unfound", language, ""), nothing


def waits(conn: Connection, of: Stretch) -> Iterator[tuple[Key, int]]:
    """Count the waits for a person that ended, those that were too long, and how long answers took, by class.

    How long is counted by the clock and in office hours, of the waits that ended with an answer.
    """
    its = (conversation_wait.c.company_id == of.company.id, conversation_wait.c.ended >= of.since)
    what = (conversation_wait.c.began, conversation_wait.c.ended, conversation_wait.c.outcome)
    query = select(*what, conversation_wait.c.worked, conversation_wait.c.late, conversation.c.language)
    same = (conversation.c.id == conversation_wait.c.conversation_id, conversation.c.company_id == of.company.id)
    query = query.join(conversation, and_(*same)).where(*its, conversation_wait.c.ended < of.until)
    for began, ended, outcome, worked, late, language in conn.execute(query):
        if late is not None:
            yield ("limited", language, ""), 1
            yield ("late", language, ""), int(late)
        if outcome == "answered":
            yield ("by_clock", language, str(class_of((ended - began).total_seconds()))), 1
        if outcome == "answered" and worked is not None:
            yield ("in_office", language, str(class_of(worked))), 1


def opinions(conn: Connection, of: Stretch) -> Iterator[tuple[Key, int]]:
    """Count the answers of people that candidates judged, on the day they did, and those that answered the question."""
    its = (satisfaction.c.company_id == of.company.id, satisfaction.c.told >= of.since, satisfaction.c.told < of.until)
    same = (conversation.c.id == satisfaction.c.conversation_id, conversation.c.company_id == of.company.id)
    content = func.count().filter(satisfaction.c.answered)
    query = select(conversation.c.language, func.count(), content).join(conversation, and_(*same)).where(*its)
    for language, n, satisfied in conn.execute(query.group_by(conversation.c.language)):
        yield ("rated", language, ""), n
        yield ("satisfied", language, ""), satisfied


COUNTERS: Final[tuple[Callable[[Connection, Stretch], Iterator[tuple[Key, int]]], ...]] = (
    questions,
    verdicts,
    searches,
    waits,
    opinions,
)
"""All that is counted by day. A new one counts the days that are not over yet, and those to come."""
JUDGED: Final = ("judged", "judged_right", "audited", "audited_right")
"""What a verdict given later changes: counted again for its question's day."""


def count(conn: Connection, of: Stretch) -> Counts:
    """Return all counts of a stretch."""
    return _added(pair for counter in COUNTERS for pair in counter(conn, of))


def count_verdicts(conn: Connection, of: Stretch) -> Counts:
    """Return the counts of a stretch whose names are in `JUDGED`."""
    return _added(verdicts(conn, of))


def _added(pairs: Iterator[tuple[Key, int]]) -> Counts:
    counts: Counts = Counter()
    for key, n in pairs:
        counts[key] += n
    return counts


def _at_work(of: Stretch) -> ColumnElement[bool]:
    hours = of.company.office_hours
    spans = [] if hours is None else hours.between(of.since, of.until)
    asked = decision.c.created
    inside = or_(false(), *[and_(asked >= start, asked < end) for start, end in spans])
    return case((inside, true()), else_=false()).label("at_work")


def _decisions(query: AnySelect, of: Stretch) -> AnySelect:
    when = (decision.c.created >= of.since, decision.c.created < of.until)
    joined = query.join(review, (review.c.id == decision.c.id) & (review.c.company_id == decision.c.company_id))
    return joined.where(decision.c.company_id == of.company.id, review.c.question == true(), *when)
