"""Days are counted once and kept; verdicts given later count for the day of their question."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest

from nlu.understanding import Guess, Stage, Understanding
from storage import Connection, Database
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.office_hours import hours_of
from storage.conversations import conversations, messages, waits
from storage.conversations.messages import NewMessage
from storage.conversations.waits import WaitChange
from storage.database.errors import AlreadyExists
from storage.dataset import categories, dataset
from storage.dataset.dataset import NewExample
from storage.figures import counters, day_counts
from storage.figures.counters import Stretch
from storage.figures.durations import class_of
from storage.openings import search_log
from storage.openings.wishes import Wish
from storage.reviews import decisions, review_undo, reviews
from storage.reviews.kinds import Kind

MONDAY = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
DAY = timedelta(days=1)
OUTCOMES = ("answered", "deferred", "asked_back")


@pytest.fixture
def acme(new_company: Callable[..., Company], database: Database) -> Company:
    week = {"zone": "Asia/Shanghai", "week": ["9:00-19:00"] * 5 + ["", ""]}
    made = new_company("acme", languages=("en", "de"), office_hours=hours_of(week))

    def teach(conn: Connection) -> None:
        rows = [NewExample("What is the pay?", "salary", "en"), NewExample("Is there a gym?", "gym", "en")]
        dataset.import_rows(conn, made.id, rows, "starter", None, MONDAY)
        answers.put(conn, made.id, Answer("salary", "en", "It depends."), MONDAY)

    database.write_now(teach)
    return made


_numbers = count(1)


def ask(database: Database, of: Company, now: datetime, intent: str | None = "salary", kind: Kind = "reply") -> int:
    """Let somebody ask in a conversation of their own; return the review's number."""

    def write(conn: Connection) -> int:
        name = f"talk-{next(_numbers)}"
        talk = conversations.create(conn, of.id, public_id=name, token_hash=name, language="en", now=now)
        asked = messages.append(conn, of.id, talk.id, NewMessage("incoming", "candidate", name), now)
        ranking = () if intent is None else (Guess(intent, 0.9),)
        seen = Understanding(name, "en", Stage.FAQ if intent else Stage.NONE, intent, 0.9, ranking, (), "v1")
        return decisions.record(conn, of.id, talk.id, asked.seq, decisions.NewDecision(seen, kind, 0.5), now)

    return database.write_now(write)


def tick(database: Database, of: Company, now: datetime) -> list[str]:
    """Keep what is due; return the dates of the days that were counted."""
    days = database.read_now(lambda conn: day_counts.due(conn, of, now))
    database.write_now(lambda conn: day_counts.keep(conn, of.id, days, now))
    return [each.day.date for each in days]


def kept(database: Database, of: Company, *names: str, by: Any = ("day",), since: str = "2000") -> dict[Any, int]:
    found = database.read_now(lambda conn: day_counts.totals(conn, of.id, names, since, by))
    return {key[1:] if len(names) == 1 else key: n for key, n in found.items()}


def test_what_became_of_each_question_is_kept_by_day(database: Database, acme: Company) -> None:
    for kind in ("reply", "reply", "defer", "clarify"):
        ask(database, acme, MONDAY, kind=kind)
    ask(database, acme, MONDAY, "gym")  # sure, but nothing is written
    ask(database, acme, MONDAY + DAY, "salary")
    assert tick(database, acme, MONDAY + DAY) == ["2026-03-02"]
    monday = {name: n for (name, _), n in kept(database, acme, *OUTCOMES).items()}
    assert monday == {"answered": 2, "deferred": 2, "asked_back": 1}
    assert kept(database, acme, "topic", by=("detail",)) == {("salary",): 2}
    assert tick(database, acme, MONDAY + 2 * DAY) == ["2026-03-03"]
    assert kept(database, acme, "answered") == {("2026-03-02",): 2, ("2026-03-03",): 1}
    assert kept(database, acme, "answered", since="2026-03-03") == {("2026-03-03",): 1}


def test_a_day_begins_and_ends_where_the_company_is(database: Database, acme: Company) -> None:
    ask(database, acme, MONDAY.replace(hour=15, minute=59))
    ask(database, acme, MONDAY.replace(hour=16))  # midnight in Shanghai
    assert tick(database, acme, MONDAY + 3 * DAY) == ["2026-03-02", "2026-03-03", "2026-03-04"]
    assert kept(database, acme, "answered") == {("2026-03-02",): 1, ("2026-03-03",): 1}


def test_another_time_zone_counts_no_hour_twice_and_loses_none(database: Database, acme: Company) -> None:
    for hour in range(0, 96, 3):
        ask(database, acme, MONDAY + timedelta(hours=hour))
    tick(database, acme, MONDAY + 2 * DAY)
    for zone in ("America/Los_Angeles", "Pacific/Auckland"):
        hours = hours_of({"zone": zone, "week": [""] * 7})
        profile = companies.CompanyProfile("acme", "Acme", ("en", "de"), office_hours=hours)
        changed = database.write_now(lambda conn, profile=profile: companies.change(conn, acme.id, profile))  # type: ignore[misc]
        tick(database, changed, MONDAY + (3 if zone.startswith("A") else 9) * DAY)
    assert sum(kept(database, acme, "answered").values()) == 32


def test_questions_outside_office_hours_are_told_apart(database: Database, acme: Company) -> None:
    for hour in (1, 10, 11, 12):  # 9:00, 18:00, 19:00 and 20:00 in Shanghai
        ask(database, acme, MONDAY.replace(hour=hour))
    ask(database, acme, MONDAY + 5 * DAY)
    tick(database, acme, MONDAY + 9 * DAY)
    assert kept(database, acme, "outside", "timed", by=()) == {("outside",): 3, ("timed",): 5}


def test_a_verdict_counts_for_the_day_of_its_question_whenever_it_is_given(database: Database, acme: Company) -> None:
    right, wrong, open_ = (ask(database, acme, MONDAY + timedelta(minutes=n)) for n in range(3))
    ask(database, acme, MONDAY + DAY)
    later = MONDAY + 4 * DAY
    tick(database, acme, later)
    assert kept(database, acme, "judged") == {}
    database.write_now(lambda conn: reviews.confirm(conn, acme.id, right, None, "ada", later + DAY))
    database.write_now(lambda conn: reviews.correct(conn, acme.id, wrong, "gym", "ada", later + DAY))
    assert "2026-03-02" in tick(database, acme, later + DAY + timedelta(minutes=1))
    assert kept(database, acme, "judged", "judged_right") == {
        ("judged", "2026-03-02"): 2,
        ("judged_right", "2026-03-02"): 1,
    }
    assert kept(database, acme, "answered") == {("2026-03-02",): 3, ("2026-03-03",): 1}
    assert open_ > wrong


def test_a_verdict_that_is_taken_back_counts_no_more(database: Database, acme: Company) -> None:
    asked = ask(database, acme, MONDAY)
    later = MONDAY + 4 * DAY
    database.write_now(lambda conn: reviews.confirm(conn, acme.id, asked, None, "ada", MONDAY + DAY))
    tick(database, acme, later)
    assert kept(database, acme, "judged") == {("2026-03-02",): 1}
    database.write_now(lambda conn: review_undo.undo(conn, acme.id, asked, later + DAY))
    assert "2026-03-02" in tick(database, acme, later + DAY + timedelta(minutes=1))
    assert kept(database, acme, "judged") == {}


def test_searches_in_vain_are_counted(database: Database, acme: Company) -> None:
    ask(database, acme, MONDAY)

    def search(conn: Connection) -> None:
        talk = conversations.create(conn, acme.id, public_id="s", token_hash="s", language="de", now=MONDAY)
        for found in (0, 3, 0):
            search_log.record(conn, acme.id, talk.id, Wish(("nurse",), ()), found, "de", MONDAY)

    database.write_now(search)
    tick(database, acme, MONDAY + 2 * DAY)
    assert kept(database, acme, "searched", "unfound", by=("language",)) == {
        ("searched", "de"): 3,
        ("unfound", "de"): 2,
    }


def wait(database: Database, of: Company, began: datetime, **hours: float) -> None:
    """Let somebody wait for so long and be answered, half of the time in office hours, which is too much."""

    def write(conn: Connection) -> None:
        name = f"talk-{next(_numbers)}"
        talk = conversations.create(conn, of.id, public_id=name, token_hash=name, language="en", now=began)
        number = waits.note(conn, of.id, WaitChange("waiting", talk.id, began, False, began))
        took = timedelta(**hours)
        end = WaitChange("answered", talk.id, began, False, began + took, number, int(took.total_seconds() / 2), True)
        waits.note(conn, of.id, end)

    database.write_now(write)


def test_waits_count_for_the_day_they_ended_by_how_long_they_took(database: Database, acme: Company) -> None:
    wait(database, acme, MONDAY, hours=2)
    wait(database, acme, MONDAY, minutes=10)
    wait(database, acme, MONDAY, hours=20)
    ask(database, acme, MONDAY)
    tick(database, acme, MONDAY + 3 * DAY)
    assert kept(database, acme, "late") == {("2026-03-02",): 2, ("2026-03-03",): 1}
    taken = kept(database, acme, "by_clock", by=("day", "detail"))
    assert taken == {
        ("2026-03-02", str(class_of(7200))): 1,
        ("2026-03-02", str(class_of(600))): 1,
        ("2026-03-03", str(class_of(72000))): 1,
    }
    assert sum(kept(database, acme, "in_office").values()) == 3


def test_what_is_not_over_is_not_kept_and_is_open(database: Database, acme: Company) -> None:
    assert database.read_now(lambda conn: day_counts.open_days(conn, acme, MONDAY)) == []
    ask(database, acme, MONDAY)
    late_evening = MONDAY.replace(hour=23)
    assert tick(database, acme, late_evening) == []
    days = database.read_now(lambda conn: day_counts.open_days(conn, acme, late_evening))
    assert [day.date for day in days] == ["2026-03-02", "2026-03-03"]


def test_a_day_that_another_process_kept_first_is_refused(database: Database, acme: Company) -> None:
    ask(database, acme, MONDAY)
    days = database.read_now(lambda conn: day_counts.due(conn, acme, MONDAY + 2 * DAY))
    database.write_now(lambda conn: day_counts.keep(conn, acme.id, days, MONDAY + 2 * DAY))
    with pytest.raises(AlreadyExists):
        database.write_now(lambda conn: day_counts.keep(conn, acme.id, days, MONDAY + 2 * DAY))


def outcomes(database: Database, of: Company, hours: float) -> dict[str, int]:
    """Return what became of the questions of so many hours from Monday on."""
    stretch = Stretch(of, MONDAY, MONDAY + timedelta(hours=hours))
    counted = database.read_now(lambda conn: counters.count(conn, stretch))
    return {name: n for (name, _, _), n in counted.items() if name in OUTCOMES}


def test_a_question_is_answered_where_its_category_had_an_answer_when_it_was_asked(
    database: Database, acme: Company
) -> None:
    at = [MONDAY + timedelta(hours=n) for n in range(5)]
    for moment, intent in ((at[0], "salary"), (at[0], "salary"), (at[0], "gym"), (at[2], "salary")):
        ask(database, acme, moment, intent)

    def change(conn: Connection) -> None:
        answers.remove(conn, acme.id, "salary", "en", at[1], "Ann")
        answers.put(conn, acme.id, Answer("gym", "en", "There is."), at[1], "Ann")

    assert outcomes(database, acme, 5) == {"answered": 3, "deferred": 1}
    database.write_now(change)
    assert outcomes(database, acme, 1) == {"answered": 2, "deferred": 1}
    assert outcomes(database, acme, 5) == {"answered": 2, "deferred": 2}


def test_a_question_of_a_category_that_was_merged_was_answered_until_then(database: Database, acme: Company) -> None:
    ask(database, acme, MONDAY)
    merging = MONDAY + timedelta(hours=1)

    def merge(conn: Connection) -> dict[str, str]:
        numbers = categories.numbers(conn, acme.id)
        dataset.merge_category(conn, acme.id, numbers["salary"], numbers["gym"], "ann@x.example", merging)
        return categories.went_into(conn, acme.id)

    assert database.write_now(merge) == {"salary": "gym"}
    assert outcomes(database, acme, 5) == {"answered": 1}
    ask(database, acme, merging + timedelta(hours=1))
    assert outcomes(database, acme, 5) == {"answered": 1, "deferred": 1}, (
        "the model knew it still, the bot passed it on"
    )


def test_what_was_merged_again_and_again_went_into_the_last(database: Database, acme: Company) -> None:
    def merge(conn: Connection) -> dict[str, str]:
        last = dataset.add_category(conn, acme.id, "perks", MONDAY).id
        numbers = categories.numbers(conn, acme.id)
        dataset.merge_category(conn, acme.id, numbers["salary"], numbers["gym"], "ann@x.example", MONDAY)
        dataset.merge_category(conn, acme.id, numbers["gym"], last, "ann@x.example", MONDAY)
        dataset.add_category(conn, acme.id, "gym", MONDAY)
        return categories.went_into(conn, acme.id)

    assert database.write_now(merge) == {"salary": "perks"}, "a name that is in use again is its own"
