"""A verdict that is taken back leaves the question open and the examples as they were."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from storage import Connection, Database
from storage.companies.companies import Company
from storage.database.errors import WrongState
from storage.dataset import dataset, examples
from storage.reviews import review_undo, reviews
from tests.storage.conftest import Ask

ASKED = "What do I earn?"


@pytest.fixture(autouse=True)
def categories(database: Database, company: Company, now: datetime) -> dict[str, int]:
    names = ("salary", "benefits")
    return {
        name: database.write_now(lambda conn, name=name: dataset.add_category(conn, company.id, name, now).id)  # type: ignore[misc]
        for name in names
    }


def standing(database: Database, company: Company) -> dict[str, tuple[str, str, str | None]]:
    found = database.read_now(lambda conn: dataset.examples(conn, company.id))
    return {each.text: (each.category, each.origin, each.created_by) for each in found}


def judge(database: Database, company: Company, review_id: int, category: str, now: datetime) -> None:
    def work(conn: Connection) -> None:
        reviews.correct(conn, company.id, review_id, category, "Ada", now)

    database.write_now(work)


def undo(database: Database, company: Company, review_id: int, now: datetime) -> None:
    database.write_now(lambda conn: review_undo.undo(conn, company.id, review_id, now))


def statuses(database: Database, company: Company, *ids: int) -> list[str]:
    return [database.read_now(lambda conn, id_=id_: reviews.get(conn, company.id, id_).status) for id_ in ids]  # type: ignore[misc]


def test_an_example_that_was_made_is_gone_again(database: Database, company: Company, ask: Ask, now: datetime) -> None:
    review = ask(ASKED)
    judge(database, company, review, "benefits", now)
    assert ASKED in standing(database, company)
    undo(database, company, review, now)
    assert (standing(database, company), statuses(database, company, review)) == ({}, ["pending"])
    judge(database, company, review, "salary", now)
    assert standing(database, company) == {ASKED: ("salary", "confirmed", "Ada")}, "it is what the bot had guessed"


def test_an_example_that_was_moved_stands_as_before(
    database: Database, company: Company, ask: Ask, categories: dict[str, int], now: datetime
) -> None:
    def stand(conn: Connection) -> None:
        given = {"category_id": categories["salary"], "language": "en", "text": ASKED, "origin": "desk"}
        examples.add_example(conn, company.id, author="Bob", now=now, **given)  # type: ignore[arg-type]

    database.write_now(stand)
    before, review = standing(database, company), ask(ASKED)
    judge(database, company, review, "benefits", now)
    assert standing(database, company) != before
    undo(database, company, review, now)
    assert standing(database, company) == before


def test_what_somebody_changed_since_is_left_alone(
    database: Database, company: Company, ask: Ask, categories: dict[str, int], now: datetime
) -> None:
    review = ask(ASKED)
    judge(database, company, review, "benefits", now)
    (example,) = database.read_now(lambda conn: dataset.examples(conn, company.id))

    def move(conn: Connection) -> None:
        examples.move_example(conn, company.id, example.id, categories["salary"], now)

    database.write_now(move)
    undo(database, company, review, now)
    assert standing(database, company)[ASKED][0] == "salary"
    database.write_now(lambda conn: examples.delete_example(conn, company.id, example.id, now))


def test_an_example_that_somebody_rewrote_since_stays(
    database: Database, company: Company, ask: Ask, now: datetime
) -> None:
    review = ask(ASKED)
    judge(database, company, review, "benefits", now)
    (example,) = database.read_now(lambda conn: dataset.examples(conn, company.id))
    assert database.read_now(lambda conn: review_undo.changed_since(conn, company.id, review)) is None
    new = "What does this position pay?"
    database.write_now(lambda conn: examples.edit_example(conn, company.id, example.id, new, now))
    assert database.read_now(lambda conn: review_undo.changed_since(conn, company.id, review)) == new
    undo(database, company, review, now)
    assert (list(standing(database, company)), statuses(database, company, review)) == ([new], ["pending"])


def test_what_a_verdict_found_in_its_category_is_not_its_to_change(
    database: Database, company: Company, ask: Ask, now: datetime
) -> None:
    first = ask(ASKED)
    judge(database, company, first, "benefits", now - timedelta(days=1))
    (example,) = database.read_now(lambda conn: dataset.examples(conn, company.id))
    second = ask(ASKED)
    judge(database, company, second, "benefits", now)
    database.write_now(lambda conn: examples.edit_example(conn, company.id, example.id, "And my pay?", now))
    assert database.read_now(lambda conn: review_undo.changed_since(conn, company.id, second)) is None
    undo(database, company, second, now)
    assert list(standing(database, company)) == ["And my pay?"]


def test_all_that_one_verdict_closed_are_open_again_and_no_others(
    database: Database, company: Company, ask: Ask, now: datetime
) -> None:
    early = ask(ASKED)
    judge(database, company, early, "benefits", now - timedelta(days=1))
    one, two, other = ask(ASKED), ask(ASKED), ask("Parking?")
    judge(database, company, two, "benefits", now)
    judge(database, company, other, "benefits", now)
    undo(database, company, one, now)
    assert statuses(database, company, early, one, two, other) == ["corrected", "pending", "pending", "corrected"]
    assert ASKED in standing(database, company), "the earlier verdict taught it"


def test_what_is_open_cannot_be_taken_back(database: Database, company: Company, ask: Ask, now: datetime) -> None:
    review = ask(ASKED)
    with pytest.raises(WrongState, match="nothing to take back"):
        undo(database, company, review, now)
