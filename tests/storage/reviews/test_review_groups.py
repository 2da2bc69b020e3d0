"""Questions that say the same, and were met alike, are one item: counted once, listed once, judged once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from nlu.understanding import Guess
from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.database.errors import AlreadyReviewed
from storage.dataset import dataset
from storage.reviews import review_groups, reviews
from storage.reviews.review_groups import QuestionGroup
from tests.storage.conftest import Ask


@pytest.fixture
def salary(database: Database, company: Company, now: datetime) -> None:
    database.write_now(lambda conn: void(dataset.add_category(conn, company.id, "salary", now)))


def void(_: object) -> None:
    return None


def listed(database: Database, company: Company) -> list[int]:
    return [each.id for each in database.read_now(lambda conn: reviews.queue(conn, company.id))]


def statuses(database: Database, company: Company, ids: list[int]) -> list[str]:
    return [database.read_now(lambda conn, id_=id_: reviews.get(conn, company.id, id_).status) for id_ in ids]  # type: ignore[misc]


def test_the_same_question_is_one_item_and_its_newest_is_shown(database: Database, company: Company, ask: Ask) -> None:
    first, other, again = ask("What do I earn?"), ask("Is there parking?"), ask(" what do I EARN ")
    assert listed(database, company) == [again, other]
    assert database.read_now(lambda conn: review_groups.count(conn, company.id, questions_only=True)) == 2
    found = database.read_now(lambda conn: review_groups.groups(conn, company.id, [again, other, first]))
    assert {id_: group.asked for id_, group in found.items()} == {again: 2, other: 1, first: 2}


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "defer"},
        {"language": "de"},
        {"intent": "benefits", "ranking": (Guess("benefits", 0.75),)},
        {"text": "???"},
    ],
)
def test_what_was_met_otherwise_stands_for_itself(
    change: dict[str, Any], database: Database, company: Company, ask: Ask
) -> None:
    asked = change.get("text", "What do I earn?")
    first, second = ask(asked), ask(**{"text": asked, **change})
    assert listed(database, company) == [second, first]


@pytest.mark.usefixtures("salary")
def test_one_verdict_serves_them_all(database: Database, company: Company, ask: Ask, now: datetime) -> None:
    ids = [ask("What do I earn?"), ask("What do I earn?"), ask("Something else?")]
    database.write_now(lambda conn: void(reviews.confirm(conn, company.id, ids[1], None, "Ada", now)))
    assert statuses(database, company, ids) == ["confirmed", "confirmed", "pending"]
    with pytest.raises(AlreadyReviewed):
        database.write_now(lambda conn: void(reviews.confirm(conn, company.id, ids[0], None, "Bob", now)))
    learnt = database.read_now(lambda conn: dataset.examples(conn, company.id))
    assert [example.text for example in learnt] == ["What do I earn?"]


def test_words_of_ones_own_answer_one_candidate_only(
    database: Database, company: Company, ask: Ask, now: datetime
) -> None:
    ids = [ask("What do I earn?"), ask("What do I earn?")]
    database.write_now(lambda conn: reviews.settle(conn, company.id, ids[1], "Ada", now))
    assert statuses(database, company, ids) == ["pending", "corrected"]
    assert listed(database, company) == [ids[0]]


def test_what_is_asked_after_a_verdict_is_to_be_reviewed_again(
    database: Database, company: Company, ask: Ask, now: datetime
) -> None:
    first = ask("What do I earn?")
    database.write_now(
        lambda conn: reviews.resolve(
            conn, company.id, first, status="dismissed", category=None, reviewer="Ada", now=now
        )
    )
    second = ask("What do I earn?")
    assert listed(database, company) == [second]


def test_a_group_knows_in_which_conversations_candidates_wait(
    database: Database, company: Company, conversation: Conversation, ask: Ask, now: datetime
) -> None:
    one = ask("What do I earn?", kind="defer")
    ask("What do I earn?", kind="defer")

    def group(conn: Connection) -> QuestionGroup:
        return review_groups.groups(conn, company.id, [one])[one]

    assert database.read_now(group) == QuestionGroup(2, ())
    database.write_now(lambda conn: conversations.set_status(conn, company.id, conversation.id, "waiting", now))
    assert database.read_now(group) == QuestionGroup(2, (conversation.id,))


def test_what_is_asked_most_comes_first_then_what_was_not_answered(
    database: Database, company: Company, ask: Ask
) -> None:
    ask("twice?")
    sure, deferred, twice = ask("sure?"), ask("deferred?", kind="defer"), ask("twice?")

    def order(skip: int = 0) -> Callable[[Connection], list[int]]:
        return lambda conn: [each.id for each in reviews.asked_most(conn, company.id, skip=skip)]

    assert database.read_now(order()) == [twice, deferred, sure]
    assert database.read_now(order(skip=2)) == [sure]
