from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import AlreadyExists, DatasetError
from storage.dataset import dataset, imports
from storage.dataset.dataset import ImportPlan, ImportReport, LabelConflict, NewExample
from storage.dataset.imports import Undone

Run = Callable[..., ImportReport]
Plan = Callable[[Sequence[NewExample]], ImportPlan]
FIRST = [NewExample("What do I earn?", "salary", "en"), NewExample("Is there a car?", "benefits", "en")]
SECOND = [
    NewExample("what do I EARN", "wages", "en"),
    NewExample("Is there a car?", "benefits", "en"),
    NewExample("How do I apply?", "application", "en"),
]


@pytest.fixture
def run(database: Database, company: Company, now: datetime) -> Run:
    def write(rows: Sequence[NewExample], **options: Any) -> ImportReport:
        return database.write_now(
            lambda conn: dataset.import_rows(conn, company.id, rows, "import", "ana", now, **options)
        )

    return write


@pytest.fixture
def standing(database: Database, company: Company) -> Callable[[], dict[str, str]]:
    """Return the dataset as {sentence: category}."""
    return lambda: {
        each.text: each.category for each in database.read_now(lambda conn: dataset.examples(conn, company.id))
    }


def test_new_rows_are_added_with_their_categories(run: Run, standing: Callable[[], dict[str, str]]) -> None:
    report = run(FIRST)
    assert report == ImportReport(2, 0, 0, ("benefits", "salary"), (), 0)
    assert standing() == {"What do I earn?": "salary", "Is there a car?": "benefits"}


def test_a_sentence_that_stands_elsewhere_is_moved_and_named(run: Run, standing: Callable[[], dict[str, str]]) -> None:
    run(FIRST)
    conflict = LabelConflict("what do I EARN", "en", "salary", "wages")
    assert run(SECOND) == ImportReport(1, 1, 1, ("application", "wages"), (conflict,), 0)
    assert standing() == {"What do I earn?": "wages", "Is there a car?": "benefits", "How do I apply?": "application"}


@pytest.fixture
def plan(database: Database, company: Company) -> Plan:
    return lambda rows: database.read_now(lambda conn: dataset.plan_import(conn, company.id, rows))


def test_what_was_planned_beforehand_is_carried_out(
    run: Run, plan: Plan, standing: Callable[[], dict[str, str]], database: Database, company: Company, now: datetime
) -> None:
    run(FIRST)
    its = plan(SECOND)
    assert database.read_now(lambda conn: dataset.holds(conn, company.id, its))
    report = database.write_now(lambda conn: dataset.carry_out(conn, company.id, its, "import", "ana", now))
    assert report == its.report()
    assert standing() == {"What do I earn?": "wages", "Is there a car?": "benefits", "How do I apply?": "application"}


@pytest.mark.parametrize(
    ("meanwhile", "it_holds"),
    [
        (lambda conn, its, now: dataset.move_example(conn, its.id, its.pay, its.benefits, now), False),
        (lambda conn, its, now: dataset.delete_example(conn, its.id, its.car, now), False),
        (lambda conn, its, now: dataset.edit_example(conn, its.id, its.car, "A car?", now), False),
        (lambda conn, its, now: dataset.rename_category(conn, its.id, its.benefits, "wages"), False),
        (lambda conn, its, now: dataset.edit_example(conn, its.id, its.bike, "A bike?", now), True),
        (lambda conn, its, now: None, True),
    ],
)
def test_a_plan_holds_while_what_it_concerns_stands_as_it_did(
    meanwhile: Callable[..., Any], it_holds: bool, run: Run, plan: Plan, database: Database, company: Company,
    now: datetime,
) -> None:  # fmt: skip
    run([*FIRST, NewExample("Is there a bike?", "benefits", "en")])
    found = {each.text: each for each in database.read_now(lambda conn: dataset.examples(conn, company.id))}
    pay, car, bike = (found[text] for text in ("What do I earn?", "Is there a car?", "Is there a bike?"))
    its = SimpleNamespace(id=company.id, pay=pay.id, car=car.id, bike=bike.id, benefits=car.category_id)
    made = plan(SECOND)
    database.write_now(lambda conn: meanwhile(conn, its, now))
    assert database.read_now(lambda conn: dataset.holds(conn, company.id, made)) == it_holds


def test_a_sentence_that_came_meanwhile_is_not_added_twice_and_nothing_else_is_done(
    run: Run, plan: Plan, standing: Callable[[], dict[str, str]], database: Database, company: Company, now: datetime
) -> None:
    run([*FIRST, NewExample("Where do I apply?", "application", "en"), NewExample("Which wages?", "wages", "en")])
    made = plan(SECOND)
    run(SECOND[2:])
    before = standing()
    assert database.read_now(lambda conn: dataset.holds(conn, company.id, made))
    with pytest.raises(AlreadyExists):
        database.write_now(lambda conn: dataset.carry_out(conn, company.id, made, "import", "ana", now))
    assert standing() == before


def test_thousands_of_rows_are_moved_and_back_with_few_statements(
    run: Run, database: Database, company: Company, now: datetime, standing: Callable[[], dict[str, str]]
) -> None:
    names = ("salary", "benefits", "canteen")
    rows = [NewExample(f"Question number {number}?", names[number % 3], "en") for number in range(1800)]
    run(rows)
    before, ran = standing(), list[str]()

    def move_and_undo(conn: Connection) -> None:
        event.listen(conn, "before_cursor_execute", lambda conn, cursor, statement, *_: ran.append(statement))
        moved = [NewExample(row.text, names[(place + 1) % 3], "en") for place, row in enumerate(rows)]
        report = dataset.import_rows(conn, company.id, moved, "import", "ana", now)
        assert report.import_id is not None
        assert imports.undo(conn, company.id, report.import_id, now) == Undone(0, 1800, 0)

    database.write_now(move_and_undo)
    assert standing() == before
    assert len(ran) < 60


@pytest.mark.parametrize("replace", [False, True])
def test_a_dry_run_reports_the_same_and_changes_nothing(
    replace: bool, run: Run, standing: Callable[[], dict[str, str]], database: Database, company: Company
) -> None:
    run(FIRST)
    before = standing(), database.read_now(lambda conn: companies.by_id(conn, company.id))
    promised = run(SECOND[:1], dry_run=True, replace=replace)
    assert (standing(), database.read_now(lambda conn: companies.by_id(conn, company.id))) == before
    assert run(SECOND[:1], replace=replace) == promised
    assert promised.removed == int(replace)


def test_replacing_leaves_exactly_the_rows(run: Run, standing: Callable[[], dict[str, str]]) -> None:
    run([*FIRST, NewExample("Gibt es ein Auto?", "benefits", "de")])
    report = run(SECOND[2:], replace=True)
    assert (report.added, report.removed) == (1, 2)
    assert standing() == {"How do I apply?": "application", "Gibt es ein Auto?": "benefits"}, "other languages stay"


def test_the_same_import_again_changes_nothing(run: Run, database: Database, company: Company) -> None:
    run(FIRST)
    before = database.read_now(lambda conn: companies.by_id(conn, company.id))
    assert run([*FIRST, *FIRST]) == ImportReport(0, 0, 2, (), (), 0)
    assert database.read_now(lambda conn: companies.by_id(conn, company.id)) == before


def test_one_sentence_in_two_categories_is_refused_naming_both(
    run: Run, standing: Callable[[], dict[str, str]]
) -> None:
    with pytest.raises(DatasetError, match=r"“what do I EARN” .*“salary” and “wages”: keep it in one"):
        run([*FIRST, SECOND[0]])
    assert standing() == {}


def test_a_large_import_is_one_revision(run: Run, database: Database, company: Company) -> None:
    rows = [NewExample(f"Question number {number}?", f"category {number % 50}", "en") for number in range(3000)]
    assert run(rows).added == 3000
    found = database.read_now(lambda conn: companies.by_id(conn, company.id))
    assert found is not None
    assert found.dataset_revision == 1
