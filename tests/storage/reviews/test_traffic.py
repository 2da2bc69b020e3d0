"""What was asked and judged in a week, and the figures kept of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from nlu.understanding import Stage
from storage import Connection, Database
from storage.companies.companies import Company
from storage.dataset import dataset
from storage.reviews import audit_samples, reviews, traffic
from storage.reviews.audit_samples import NewSample
from storage.reviews.traffic import Confirmation, JudgedQuestion, Period
from tests.storage.furnished import WEEK

Ask = Callable[..., int]


def week(now: datetime) -> Period:
    return Period("en", now, now + timedelta(days=7))


def test_typed_questions_that_went_to_the_faq_stage_are_asked(
    ask: Ask, database: Database, company: Company, now: datetime
) -> None:
    ask("What do I earn?")
    ask("May I bring a dog?", kind="defer", stage=Stage.NONE, intent=None)
    ask("you fool", stage=Stage.GENERAL, intent="insult")
    ask("A button", model_version="button")
    ask("Was verdiene ich?", language="de")

    def look(period: Period) -> list[str]:
        return [text for text, _ in database.read_now(lambda conn: traffic.asked(conn, company.id, period))]

    assert look(week(now)) == ["What do I earn?", "May I bring a dog?"]
    assert look(replace(week(now), since=now + timedelta(seconds=1))) == []
    assert look(Period("en", now - timedelta(days=7), now)) == []


def test_what_recruiters_judged_is_told_with_what_was_answered(
    ask: Ask, database: Database, company: Company, now: datetime
) -> None:
    right, deferred, fits_none = ask(), ask("Pay?", kind="defer"), ask("Dogs?")
    ask("not judged yet")

    def judge(conn: Connection) -> None:
        dataset.add_category(conn, company.id, "salary", now)
        reviews.confirm(conn, company.id, right, None, "ana", now)
        reviews.correct(conn, company.id, deferred, "salary", "ana", now)
        reviews.resolve(conn, company.id, fits_none, status="dismissed", category=None, reviewer="ana", now=now)
        audit_samples.add(conn, company.id, NewSample([right], 0.05, (0.5,), 1, now, 0), "ana", now)

    database.write_now(judge)
    found = database.read_now(lambda conn: traffic.judged(conn, company.id, week(now)))
    assert [(one.answered, one.category, one.audited) for one in found] == [
        ("salary", "salary", True),
        (None, "salary", False),
        ("salary", None, False),
    ]
    assert all(isinstance(one, JudgedQuestion) and one.version for one in found)


def test_later_reviews_are_counted_and_erased_ones_stay_counted(database: Database, company: Company) -> None:
    def say(reviewed: int) -> int:
        said = Confirmation([{"accuracy": 0.5}], reviewed, reviewed - 1, 1, 1)
        database.write_now(lambda conn: traffic.confirm(conn, company.id, "en", WEEK.week, said))
        return database.read_now(lambda conn: traffic.known(conn, company.id, "en"))[WEEK.week].reviewed

    database.write_now(lambda conn: traffic.add(conn, company.id, WEEK))
    assert (say(5), say(9), say(4)) == (5, 9, 9)


def test_a_week_is_kept_as_it_was_measured_each_language_for_itself(database: Database, company: Company) -> None:
    measured = replace(WEEK, distance={"auc": 0.7, "low": 0.6, "high": 0.8}, words=[["dog", 6]])
    earlier = replace(WEEK, week="2026-02-16")
    for one in (measured, earlier, replace(WEEK, language="de")):
        database.write_now(partial(traffic.add, company_id=company.id, week=one))
    found = database.read_now(lambda conn: traffic.known(conn, company.id, "en"))
    assert list(found.values()) == [earlier, measured]
