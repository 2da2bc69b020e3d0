"""Undoing an import: what it brought goes, what it moved or removed stands where it stood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest

from storage import Database
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import NotFound, WrongState
from storage.dataset import dataset, imports
from storage.dataset.dataset import Example, NewExample
from storage.dataset.imports import Undone

Run = Callable[..., int]
FIRST = [NewExample("What do I earn?", "salary", "en"), NewExample("Is there a car?", "benefits", "en")]
BAD = [NewExample("what do I EARN", "benefits", "en"), NewExample("How do I apply?", "application", "en")]


@pytest.fixture
def run(database: Database, company: Company, now: datetime) -> Run:
    """Import rows; return the import's id."""

    def write(rows: Sequence[NewExample], **options: Any) -> int:
        database.write_now(lambda conn: dataset.import_rows(conn, company.id, rows, "import", "ana", now, **options))
        return database.read_now(lambda conn: imports.of_company(conn, company.id))[0].id

    return write


@pytest.fixture
def undo(database: Database, company: Company, now: datetime) -> Callable[[int], Undone]:
    return lambda id_: database.write_now(lambda conn: imports.undo(conn, company.id, id_, now))


@pytest.fixture
def standing(database: Database, company: Company) -> Callable[[], dict[str, Example]]:
    return lambda: {one.text: one for one in database.read_now(lambda conn: dataset.examples(conn, company.id))}


def test_what_was_added_goes_and_what_was_moved_is_back_where_it_stood(
    run: Run,
    undo: Callable[[int], Undone],
    standing: Callable[[], dict[str, Example]],
    database: Database,
    company: Company,
) -> None:
    run(FIRST)
    before = standing()
    assert undo(run(BAD)) == Undone(taken_out=1, moved_back=1, brought_back=0)
    assert standing() == before
    names = [one.name for one in database.read_now(lambda conn: dataset.categories(conn, company.id))]
    assert names == ["benefits", "salary"], "the category that the import made is gone with it"


def test_what_a_replacing_import_removed_is_brought_back(
    run: Run, undo: Callable[[int], Undone], standing: Callable[[], dict[str, Example]]
) -> None:
    run(FIRST)
    bad = run(BAD[1:], replace=True)
    assert set(standing()) == {"How do I apply?"}
    assert undo(bad) == Undone(taken_out=1, moved_back=0, brought_back=2)
    assert {text: (one.category, one.import_ref) for text, one in standing().items()} == {
        "What do I earn?": ("salary", str(bad - 1)),
        "Is there a car?": ("benefits", str(bad - 1)),
    }


def test_an_example_that_a_person_moved_since_stays_as_they_left_it(
    run: Run,
    undo: Callable[[int], Undone],
    standing: Callable[[], dict[str, Example]],
    database: Database,
    company: Company,
    now: datetime,
) -> None:
    run(FIRST)
    bad, found = run(BAD), standing()
    wages = database.write_now(lambda conn: dataset.add_category(conn, company.id, "wages", now))
    moved = [found[text].id for text in ("What do I earn?", "How do I apply?")]
    database.write_now(lambda conn: [dataset.move_example(conn, company.id, one, wages.id, now) for one in moved])
    assert undo(bad) == Undone(0, 0, 0)
    assert {text: one.category for text, one in standing().items()} == {
        "What do I earn?": "wages", "Is there a car?": "benefits", "How do I apply?": "wages",
    }  # fmt: skip


def test_a_category_that_was_deleted_since_comes_back_with_its_example(
    run: Run,
    undo: Callable[[int], Undone],
    standing: Callable[[], dict[str, Example]],
    database: Database,
    company: Company,
    now: datetime,
) -> None:
    run(FIRST)
    bad = run(BAD)
    salary = database.read_now(lambda conn: dataset.category_by_name(conn, company.id, "salary"))
    assert salary is not None
    database.write_now(lambda conn: dataset.delete_category(conn, company.id, salary.id, now))
    undo(bad)
    assert standing()["What do I earn?"].category == "salary"


def test_a_new_category_with_an_answer_stays(
    run: Run, undo: Callable[[int], Undone], database: Database, company: Company, now: datetime
) -> None:
    bad = run(BAD)
    database.write_now(lambda conn: answers.put(conn, company.id, Answer("application", "en", "Here."), now))
    undo(bad)
    names = [one.name for one in database.read_now(lambda conn: dataset.categories(conn, company.id))]
    assert names == ["application"]


def test_undoing_twice_is_refused_and_changes_the_data_once(
    run: Run, undo: Callable[[int], Undone], database: Database, company: Company
) -> None:
    bad = run(BAD)
    undo(bad)
    with pytest.raises(WrongState, match="undone already"):
        undo(bad)
    with pytest.raises(NotFound):
        undo(bad + 1)
    found = database.read_now(lambda conn: companies.by_id(conn, company.id))
    assert found is not None
    assert found.dataset_revision == 2, "the import and its undoing"


def test_a_starter_set_and_a_dry_run_are_no_imports(database: Database, company: Company, now: datetime) -> None:
    def start(conn: Any) -> None:
        dataset.import_rows(conn, company.id, FIRST, "starter", None, now)
        dataset.import_rows(conn, company.id, BAD, "import", "ana", now, dry_run=True)

    database.write_now(start)
    assert database.read_now(lambda conn: imports.of_company(conn, company.id)) == []


def test_an_import_says_what_it_did(run: Run, database: Database, company: Company, now: datetime) -> None:
    run(FIRST)
    bad = run(BAD, replace=True)
    found = database.read_now(lambda conn: imports.get(conn, company.id, bad))
    assert (found.author, found.added, found.moved, found.removed, found.undone) == ("ana", 1, 1, 1, None)
