"""Undoing a change of the dataset puts back exactly what stood, or says what stands in the way."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from storage import Connection, Database, changes
from storage.answers import answers
from storage.answers.answers import Answer
from storage.changes import InTheWayError
from storage.companies.companies import Company
from storage.conversations.messages import Button
from storage.database.errors import WrongState
from storage.dataset import dataset, dataset_rows, golden
from storage.dataset.dataset import NewExample
from storage.dataset.dataset_rows import Picture
from storage.erasure import erasure

ROWS = [NewExample("What do I earn?", "salary", "en"), NewExample("Is there a car?", "benefits", "en")]
Work = Callable[[Connection], Any]


class Data:
    """A company's data, and changes of it that are recorded."""

    def __init__(self, database: Database, company: Company, now: datetime) -> None:
        self.database, self.id, self.now, self.entries = database, company.id, now, 0
        database.write_now(self._fill)

    def _fill(self, conn: Connection) -> None:
        dataset.import_rows(conn, self.id, ROWS, "starter", None, self.now)
        answers.put(conn, self.id, Answer("salary", "en", "Much."), self.now)
        answers.put(conn, self.id, Answer("benefits", "en", "Cars.", (Button("faq:salary", "Pay"),)), self.now)
        golden.add(conn, self.id, "Wages?", "salary", "en", self.now)

    @property
    def categories(self) -> dict[str, int]:
        found = self.database.read_now(lambda conn: dataset.categories(conn, self.id))
        return {one.label: one.id for one in found}

    def example(self, text: str) -> int:
        found = self.database.read_now(lambda conn: dataset.example_with_text(conn, self.id, "en", text))
        assert found is not None
        return found.id

    def all(self) -> Picture:
        ids = self.categories.values()
        return self.database.read_now(
            lambda conn: dataset_rows.picture(conn, self.id, categories=list(ids), all_answers=True)
        )

    def change(self, work: Work) -> int:
        """Change something and record what all of the data was before and is after; return the entry's number."""
        before, self.entries = self.all(), self.entries + 1
        self.database.write_now(work)
        after, entry = self.all(), self.entries
        self.database.write_now(lambda conn: changes.record(conn, self.id, entry, before, after, self.now))
        return entry

    def undo(self, entry: int) -> None:
        """Undo a change, which is a change itself."""
        self.entries += 1

        def work(conn: Connection) -> None:
            changed = changes.undo(conn, self.id, entry, "ana", self.now)
            changes.note_undone(conn, self.id, self.entries, changed, self.now)

        self.database.write_now(work)


@pytest.fixture
def data(database: Database, company: Company, now: datetime) -> Data:
    return Data(database, company, now)


def acts(data: Data) -> dict[str, Work]:
    """What can be done to the data, by what it is called."""
    its, now, earn = data.categories, data.now, data.example("What do I earn?")
    new: dict[str, Any] = {"language": "en", "text": "Any bonus?", "origin": "desk", "author": "ana", "now": now}
    return {
        "example added": lambda conn: dataset.add_example(conn, data.id, category_id=its["salary"], **new),
        "example edited": lambda conn: dataset.edit_example(conn, data.id, earn, "Wage?", now),
        "example moved": lambda conn: dataset.move_example(conn, data.id, earn, its["benefits"], now),
        "example deleted": lambda conn: dataset.delete_example(conn, data.id, earn, now),
        "category added": lambda conn: dataset.add_category(conn, data.id, "parking", now),
        "category renamed": lambda conn: dataset.rename_category(conn, data.id, its["salary"], "pay"),
        "category deleted": lambda conn: dataset.delete_category(conn, data.id, its["salary"], now),
        "category merged": lambda conn: dataset.merge_category(
            conn, data.id, its["salary"], its["benefits"], "ana", now
        ),
        "answer saved": lambda conn: answers.put(conn, data.id, Answer("salary", "en", "More."), now),
        "answer written": lambda conn: answers.put(conn, data.id, Answer("salary", "de", "Viel."), now),
        "answer removed": lambda conn: answers.remove(conn, data.id, "benefits", "en", now),
        "pin taken away": lambda conn: golden.remove(conn, data.id, golden.of_company(conn, data.id)[0].id),
    }


@pytest.mark.parametrize(
    "name",
    [
        "example added", "example edited", "example moved", "example deleted", "category added", "category renamed",
        "category deleted", "category merged", "answer saved", "answer written", "answer removed", "pin taken away",
    ],
)  # fmt: skip
def test_what_stood_before_stands_again_and_the_undoing_can_be_undone(data: Data, name: str) -> None:
    before = data.all()
    entry = data.change(acts(data)[name])
    after = data.all()
    assert after != before
    data.undo(entry)
    assert data.all() == before
    with pytest.raises(WrongState):
        data.undo(entry)
    data.undo(entry + 1)
    assert data.all() == after
    merged = data.database.read_now(lambda conn: dataset.merged(conn, data.id))
    assert not set(merged) & {int(key) for table, key in before if table == "category" and (table, key) in after}


@pytest.mark.parametrize(
    ("first", "then", "obstacle", "what"),
    [
        ("example edited", "example moved", "changed", "Wage?"),
        ("example edited", "category deleted", "gone", "Wage?"),
        ("example moved", "category deleted", "category_gone", "What do I earn?"),
        ("category added", "something added there", "not_empty", "parking"),
        ("category renamed", "its label given away", "name_taken", "salary"),
        ("category deleted", "its name given away", "name_taken", "salary"),
        ("example deleted", "the same added", "taken", "What do I earn?"),
        ("answer saved", "answer saved again", "changed", "salary"),
    ],
)
def test_what_was_done_later_stands_in_the_way_and_nothing_is_changed(
    data: Data, first: str, then: str, obstacle: str, what: str
) -> None:
    its, now = data.categories, data.now
    new: dict[str, Any] = {"language": "en", "origin": "desk", "author": "ana", "now": now}
    later: dict[str, Work] = {
        **acts(data),
        "something added there": lambda conn: dataset.add_example(
            conn, data.id, category_id=data_id(conn, data, "parking"), text="Where to park?", **new
        ),
        "its label given away": lambda conn: dataset.add_category(conn, data.id, "salary", now),
        "its name given away": lambda conn: dataset.add_category(conn, data.id, "salary", now),
        "the same added": lambda conn: dataset.add_example(
            conn, data.id, category_id=its["benefits"], text="what do I EARN", **new
        ),
        "answer saved again": lambda conn: answers.put(conn, data.id, Answer("salary", "en", "Most."), now),
    }
    entry = data.change(later[first])
    data.database.write_now(later[then])
    before = data.all()
    with pytest.raises(InTheWayError) as refused:
        data.undo(entry)
    assert (refused.value.obstacle, refused.value.what) == (obstacle, what)
    assert data.all() == before


def data_id(conn: Connection, data: Data, label: str) -> int:
    found = dataset.called(conn, data.id, label)
    assert found is not None
    return found.id


def test_what_a_person_said_is_not_brought_back_once_they_are_erased(data: Data) -> None:
    its = data.categories
    new: dict[str, Any] = {"language": "en", "origin": "desk", "author": "ana", "now": data.now}
    data.database.write_now(
        lambda conn: dataset.add_example(conn, data.id, category_id=its["salary"], text="Write to ann@a.example", **new)
    )
    entry = data.change(lambda conn: dataset.delete_category(conn, data.id, its["salary"], data.now))
    data.database.write_now(lambda conn: erasure.erase_address(conn, data.id, "ann@a.example", data.now))
    data.undo(entry)
    found = data.database.read_now(lambda conn: dataset.examples(conn, data.id))
    assert [one.text for one in found if one.category == "salary"] == ["What do I earn?"]
