from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest

from storage import Database, companies, dataset
from storage.companies import Company
from storage.dataset import ImportReport, LabelConflict, NewExample
from storage.errors import DatasetError

Run = Callable[..., ImportReport]
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
