from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from storage import ChangeNotice, Connection, Database, snapshots
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations.messages import Button, Link
from storage.database.errors import AlreadyExists, DatasetError, InOtherCategory, NotFound
from storage.dataset import categories, dataset, golden
from storage.dataset.dataset import Category, Example, NewExample
from tests.storage.listening import notices_from_now


@pytest.fixture
def salary(database: Database, company: Company, now: datetime) -> Category:
    return database.write_now(lambda conn: dataset.add_category(conn, company.id, "salary", now))


@pytest.fixture
def benefits(database: Database, company: Company, now: datetime) -> Category:
    return database.write_now(lambda conn: dataset.add_category(conn, company.id, "benefits", now))


@pytest.fixture
def add(database: Database, company: Company, now: datetime) -> Callable[..., Example]:
    def write(category: Category, text: str, language: str = "en") -> Example:
        details: dict[str, Any] = {"origin": "desk", "author": "ana", "now": now}
        return database.write_now(
            lambda conn: dataset.add_example(
                conn, company.id, category_id=category.id, language=language, text=text, **details
            )
        )

    return write


@pytest.fixture
def revision(database: Database, company: Company) -> Callable[[], int]:
    def read(conn: Connection) -> int:
        found = companies.by_id(conn, company.id)
        assert found is not None
        return found.dataset_revision

    return lambda: database.read_now(read)


def test_an_example_comes_back_as_it_was_added(
    database: Database, company: Company, salary: Category, add: Callable[..., Example], now: datetime
) -> None:
    added = add(salary, "  What do I earn? ")
    assert added == Example(added.id, salary.id, "salary", "en", "What do I earn?", "desk", now, "ana")
    assert database.read_now(lambda conn: dataset.examples(conn, company.id, language="en")) == [added]


def test_the_same_sentence_is_taken_once(salary: Category, benefits: Category, add: Callable[..., Example]) -> None:
    add(salary, "What do I earn?")
    with pytest.raises(AlreadyExists, match="already stands in this category"):
        add(salary, "what do i EARN")
    with pytest.raises(InOtherCategory, match="salary") as caught:
        add(benefits, "What do I earn")
    assert caught.value.category == "salary"
    assert add(benefits, "What do I earn?", "de").language == "de"


def test_a_very_long_sentence_is_kept_whole_and_compared_whole(salary: Category, add: Callable[..., Example]) -> None:
    long = "ä ö ü 你好 " * 900
    assert add(salary, long + "one").text == long + "one"
    assert add(salary, long + "two").text == long + "two"
    with pytest.raises(AlreadyExists):
        add(salary, long + "TWO")


@pytest.mark.parametrize("text", ["", "  ", "?!"])
def test_a_sentence_without_a_word_is_refused(text: str, salary: Category, add: Callable[..., Example]) -> None:
    with pytest.raises(DatasetError, match="at least one word"):
        add(salary, text)


def test_examples_are_found_by_language_category_and_words(
    database: Database, company: Company, salary: Category, benefits: Category, add: Callable[..., Example]
) -> None:
    texts = ["What do I earn?", "100% remote?", "Is there a car?"]
    earn, remote, car = add(salary, texts[0]), add(benefits, texts[1]), add(benefits, texts[2])
    german = add(benefits, "Gibt es ein Auto?", "de")

    def ids(**filters: Any) -> list[int]:
        return [each.id for each in database.read_now(lambda conn: dataset.examples(conn, company.id, **filters))]

    assert ids() == [earn.id, remote.id, car.id, german.id]
    assert ids(language="en", category_id=benefits.id) == [remote.id, car.id]
    assert ids(search="EARN") == [earn.id]
    assert ids(search="0%") == [remote.id]
    assert ids(limit=1) == [earn.id]


def test_categories_count_their_examples_by_language(
    database: Database, company: Company, salary: Category, benefits: Category, add: Callable[..., Example]
) -> None:
    add(salary, "What do I earn?")
    add(salary, "Was verdiene ich?", "de")
    counted = database.read_now(lambda conn: dataset.categories(conn, company.id, "de"))
    assert counted == [Category(benefits.id, "benefits", "benefits", 0), Category(salary.id, "salary", "salary", 1)]
    assert database.read_now(lambda conn: dataset.category_by_name(conn, company.id, "salary")) == Category(
        salary.id, "salary", "salary", 2
    )
    assert database.read_now(lambda conn: categories.how_many(conn, company.id)) == (2, 2)


def test_an_example_can_be_moved_edited_and_deleted(
    database: Database,
    company: Company,
    salary: Category,
    benefits: Category,
    add: Callable[..., Example],
    now: datetime,
) -> None:
    first, second = add(salary, "What do I earn?"), add(benefits, "Is there a car?")
    moved = database.write_now(lambda conn: dataset.move_example(conn, company.id, first.id, benefits.id, now))
    assert moved.category == "benefits"
    with pytest.raises(AlreadyExists):
        database.write_now(lambda conn: dataset.edit_example(conn, company.id, first.id, "is there a CAR", now))
    edited = database.write_now(lambda conn: dataset.edit_example(conn, company.id, first.id, "what do I EARN?!", now))
    assert edited.text == "what do I EARN?!"
    database.write_now(lambda conn: dataset.delete_example(conn, company.id, second.id, now))
    assert database.read_now(lambda conn: dataset.examples(conn, company.id)) == [edited]


def test_every_change_makes_a_new_revision_and_is_told(
    database: Database,
    company: Company,
    salary: Category,
    benefits: Category,
    add: Callable[..., Example],
    revision: Callable[[], int],
    now: datetime,
) -> None:
    example = add(salary, "What do I earn?")
    told = notices_from_now(database)
    before = revision()
    changes: list[Callable[[Connection], Any]] = [
        lambda conn: dataset.move_example(conn, company.id, example.id, benefits.id, now),
        lambda conn: dataset.edit_example(conn, company.id, example.id, "Wages?", now),
        lambda conn: dataset.delete_example(conn, company.id, example.id, now),
        lambda conn: dataset.delete_category(conn, company.id, salary.id, now),
    ]
    for change in changes:
        database.write_now(change)
    database.write_now(lambda _: None)
    assert revision() == before + len(changes)
    assert told == [ChangeNotice("dataset", company.id, company.id)] * len(changes)


def test_a_category_is_called_otherwise_but_not_by_a_taken_or_empty_name(
    database: Database, company: Company, salary: Category, benefits: Category, now: datetime
) -> None:
    for name, error in (("benefits", AlreadyExists), (" ", DatasetError), ("x" * 201, DatasetError)):
        with pytest.raises(error):
            database.write_now(lambda conn, name=name: dataset.rename_category(conn, company.id, salary.id, name))  # type: ignore[misc]
    database.write_now(lambda conn: dataset.rename_category(conn, company.id, salary.id, "pay"))
    found = database.read_now(lambda conn: dataset.categories(conn, company.id))
    assert [(one.name, one.label) for one in found] == [("benefits", "benefits"), ("salary", "pay")]


def test_what_a_category_is_called_teaches_nothing_and_changes_nothing_that_is_stored_by_its_name(
    database: Database,
    company: Company,
    salary: Category,
    add: Callable[..., Example],
    revision: Callable[[], int],
    now: datetime,
) -> None:
    example, answer = add(salary, "What do I earn?"), Answer("salary", "en", "Much.")
    database.write_now(lambda conn: answers.put(conn, company.id, answer, now))
    before = revision()
    database.write_now(lambda conn: dataset.rename_category(conn, company.id, salary.id, "pay"))
    assert revision() == before
    assert database.read_now(lambda conn: dataset.example(conn, company.id, example.id)) == example
    assert database.read_now(lambda conn: answers.get(conn, company.id, "salary", "en")) == answer


def test_a_name_that_became_free_is_another_category_and_both_are_found_by_what_they_are_called(
    database: Database, company: Company, salary: Category, benefits: Category, now: datetime
) -> None:
    def exchange(conn: Connection) -> Category:
        for category, label in ((salary, "x"), (benefits, "salary"), (salary, "benefits")):
            dataset.rename_category(conn, company.id, category.id, label)
        dataset.rename_category(conn, company.id, benefits.id, "perks")
        return dataset.add_category(conn, company.id, "salary", now)

    added = database.write_now(exchange)
    assert (added.name, added.label) == ("salary (2)", "salary")
    for words, its in (("salary", added), ("benefits", salary), ("perks", benefits)):
        found = database.read_now(lambda conn, words=words: dataset.called(conn, company.id, words))  # type: ignore[misc]
        assert found is not None
        assert found.id == its.id


def test_an_import_knows_a_category_by_its_label_or_else_by_its_first_name(
    database: Database, company: Company, salary: Category, now: datetime
) -> None:
    rows = [NewExample("What do I earn?", "pay", "en"), NewExample("Wages?", "salary", "en")]
    database.write_now(lambda conn: dataset.rename_category(conn, company.id, salary.id, "pay"))
    report = database.write_now(
        lambda conn: dataset.import_rows(conn, company.id, rows, origin="import", author="ana", now=now)
    )
    assert (report.added, report.new_categories) == (2, ())
    found = database.read_now(lambda conn: dataset.examples(conn, company.id))
    assert {one.category for one in found} == {"salary"}


def test_deleting_a_category_deletes_what_belongs_to_it(
    database: Database,
    company: Company,
    salary: Category,
    benefits: Category,
    add: Callable[..., Example],
    now: datetime,
) -> None:
    add(salary, "What do I earn?")
    kept = add(benefits, "Is there a car?")
    database.write_now(lambda conn: answers.put(conn, company.id, Answer("salary", "en", "It depends."), now))
    database.write_now(lambda conn: golden.add(conn, company.id, "Wages?", "salary", "en", now))
    database.write_now(lambda conn: dataset.delete_category(conn, company.id, salary.id, now))
    assert database.read_now(lambda conn: dataset.examples(conn, company.id)) == [kept]
    assert database.read_now(lambda conn: answers.of_company(conn, company.id)) == []
    assert database.read_now(lambda conn: golden.of_company(conn, company.id)) == []


def test_an_answer_is_kept_by_category_and_language_and_replaced(
    database: Database, company: Company, salary: Category, now: datetime
) -> None:
    english = Answer(
        "salary",
        "en",
        "It depends.",
        (Button("faq:benefits", "Benefits"),),
        (Link("Table", "https://acme.example/pay"),),
    )
    german = Answer("salary", "de", "Das kommt darauf an.")
    for each in (Answer("salary", "en", "Old"), german, english):
        database.write_now(lambda conn, each=each: answers.put(conn, company.id, each, now))  # type: ignore[misc]
    assert database.read_now(lambda conn: answers.get(conn, company.id, "salary", "en")) == english
    assert database.read_now(lambda conn: answers.of_company(conn, company.id)) == [german, english]
    assert database.read_now(lambda conn: answers.of_company(conn, company.id, "de")) == [german]
    assert database.read_now(lambda conn: answers.get(conn, company.id, "salary", "fr")) is None
    database.write_now(lambda conn: answers.remove(conn, company.id, "salary", "en", now))
    assert database.read_now(lambda conn: answers.get(conn, company.id, "salary", "en")) is None
    with pytest.raises(NotFound, match="pension"):
        database.write_now(lambda conn: answers.put(conn, company.id, Answer("pension", "en", "Yes"), now))


def test_an_answer_is_taken_in_the_first_language_that_has_one(
    database: Database, company: Company, salary: Category, now: datetime
) -> None:
    for each in (Answer("salary", "en", "It depends."), Answer("salary", "fr", "  ")):
        database.write_now(lambda conn, each=each: answers.put(conn, company.id, each, now))  # type: ignore[misc]

    def written(*languages: str) -> Answer | None:
        return database.read_now(lambda conn: answers.written(conn, company.id, "salary", *languages))

    assert written("fr", "de", "en") == Answer("salary", "en", "It depends.")
    assert written("de", "fr") is None


def test_a_title_is_taken_in_the_first_language_that_has_one(
    database: Database, company: Company, salary: Category, benefits: Category, now: datetime
) -> None:
    for each in (
        Answer("salary", "en", "It depends.", title=" Pay "),
        Answer("salary", "de", "Je nachdem.", title="Gehalt"),
        Answer("benefits", "de", "Kaffee."),
        Answer("benefits", "en", "Coffee.", title="Perks"),
    ):
        database.write_now(lambda conn, each=each: answers.put(conn, company.id, each, now))  # type: ignore[misc]

    def titles(*languages: str) -> dict[str, str]:
        snapshot = database.read_now(lambda conn: snapshots.load(conn, company.id))
        return snapshot.titles(["benefits", "salary"], *languages)

    assert titles("de", "en") == {"salary": "Gehalt", "benefits": "Perks"}
    assert titles("en") == {"salary": "Pay", "benefits": "Perks"}
    assert titles("fr") == {}


def test_a_question_is_pinned_once(database: Database, company: Company, salary: Category, now: datetime) -> None:
    pinned = database.write_now(lambda conn: golden.add(conn, company.id, "What do I earn?", "salary", "en", now))
    with pytest.raises(AlreadyExists, match="pinned already"):
        database.write_now(lambda conn: golden.add(conn, company.id, "what do i earn", "salary", "en", now))
    assert database.read_now(lambda conn: golden.of_company(conn, company.id)) == [pinned]
    database.write_now(lambda conn: golden.remove(conn, company.id, pinned.id))
    assert database.read_now(lambda conn: golden.of_company(conn, company.id, "en")) == []
