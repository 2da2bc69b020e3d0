from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from storage import Connection, Database
from storage.answers import answer_versions, answers
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.conversations.messages import Button, Link
from storage.database.errors import NotFound
from storage.dataset import dataset
from storage.dataset.dataset import Category
from storage.erasure import erasure


@pytest.fixture
def salary(database: Database, company: Company, now: datetime) -> Category:
    return database.write_now(lambda conn: dataset.add_category(conn, company.id, "salary", now))


def test_each_change_of_an_answer_is_a_version_and_saving_the_same_is_none(
    database: Database, company: Company, salary: Category, now: datetime
) -> None:
    first = Answer("salary", "en", "Much.", (Button("general:help", "Help"),), (Link("J", "https://j.example"),), "Pay")
    second, later = Answer("salary", "en", "More."), now + timedelta(days=1)

    def change(conn: Connection) -> None:
        answers.put(conn, company.id, first, now, "Ada")
        answers.put(conn, company.id, Answer("salary", "de", "Viel."), now)
        answers.put(conn, company.id, second, later, "Bob")
        answers.put(conn, company.id, second, later, "Ada")
        answers.remove(conn, company.id, "salary", "en", later, "Eve")
        answers.remove(conn, company.id, "salary", "en", later, "Ada")

    database.write_now(change)
    found = database.read_now(lambda conn: answer_versions.of_answer(conn, company.id, "salary", "en", 9))
    assert [(one.answer, one.author, one.created) for one in found] == [
        (Answer("salary", "en", ""), "Eve", later),
        (second, "Bob", later),
        (first, "Ada", now),
    ]
    older = database.read_now(
        lambda conn: answer_versions.of_answer(conn, company.id, "salary", "en", 1, before=found[0].id)
    )
    assert older == found[1:2]
    assert database.read_now(lambda conn: answer_versions.get(conn, company.id, found[2].id)) == found[2]


def test_versions_are_hidden_while_their_category_is_gone(
    database: Database, company: Company, salary: Category, now: datetime
) -> None:
    database.write_now(lambda conn: answers.put(conn, company.id, Answer("salary", "en", "Much."), now))
    version = database.read_now(lambda conn: answer_versions.newest(conn, company.id, "salary", "en"))
    assert version is not None
    database.write_now(lambda conn: dataset.delete_category(conn, company.id, salary.id, now))
    with pytest.raises(NotFound):
        database.read_now(lambda conn: answer_versions.get(conn, company.id, version.id))


def test_what_named_an_address_is_erased_from_the_versions_and_what_stands_stays(
    database: Database, company: Company, salary: Category, now: datetime
) -> None:
    def change(conn: Connection) -> None:
        for text in ("Ask ann@a.example.", "Ask us.", "Ask ann@a.example again."):
            answers.put(conn, company.id, Answer("salary", "en", text), now)
        erasure.erase_address(conn, company.id, "ann@a.example", now)

    database.write_now(change)
    found = database.read_now(lambda conn: answer_versions.of_answer(conn, company.id, "salary", "en", 9))
    assert [one.answer.text for one in found] == ["Ask ann@a.example again.", "Ask us."]
