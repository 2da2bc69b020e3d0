"""Words looked for among the questions to review, whether few or many of them have the words."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from sqlalchemy import select

from nlu.understanding import Understanding
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company, CompanyProfile
from storage.conversations import messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.reviews import decisions, review_narrowing, reviews
from storage.reviews.review_narrowing import Narrowing
from storage.tables.conversation import review
from tests.storage.conftest import Ask

Found = Callable[..., list[int]]


@pytest.fixture(params=[0, 5000], ids=["many", "few"], autouse=True)
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_narrowing, "FEW", request.param)


@pytest.fixture
def found(database: Database, company: Company) -> Found:
    def listed(words: str, **more: str) -> list[int]:
        def work(conn: Connection) -> list[int]:
            within = review_narrowing.narrowed(conn, company.id, Narrowing(words=words, **more))  # type: ignore[arg-type]
            pending = [each.id for each in reviews.queue(conn, company.id, scope="all", within=within)]
            often = [each.id for each in reviews.asked_most(conn, company.id, scope="all", within=within)]
            assert sorted(often) == sorted(pending)
            assert reviews.counts(conn, company.id, scope="all", within=within)["pending"] == len(pending)
            return pending

        return database.read_now(work)

    return listed


def test_questions_are_found_by_their_words(ask: Ask, found: Found) -> None:
    pay, car = ask("What do I earn?"), ask("Is there a CAR for me?")
    assert found("car") == [car]
    assert found("?") == [car, pay]
    assert found("zebra") == []
    assert found("car", language="de") == []


def test_a_closed_question_is_counted_where_it_stands(
    ask: Ask, found: Found, database: Database, company: Company, now: datetime
) -> None:
    closed, open_ = ask("Is there a car?"), ask("May I have a car?")
    database.write_now(
        lambda conn: reviews.resolve(
            conn, company.id, closed, status="dismissed", category=None, reviewer="ana", now=now
        )
    )
    assert found("car") == [open_]

    def dismissed(conn: Connection) -> tuple[list[int], int]:
        within = review_narrowing.narrowed(conn, company.id, Narrowing(words="car"))
        listed = reviews.queue(conn, company.id, status="dismissed", within=within)
        return [each.id for each in listed], reviews.counts(conn, company.id, within=within)["dismissed"]

    assert database.read_now(dismissed) == ([closed], 1)


def test_what_was_understood_counts_and_what_a_choice_was_about_not_the_message_itself(
    found: Found,
    database: Database,
    company: Company,
    conversation: Conversation,
    understood: Callable[..., Understanding],
    now: datetime,
) -> None:
    talk = (company.id, conversation.id)

    def turns(conn: Connection) -> tuple[int, int]:
        asked = messages.append(conn, *talk, NewMessage("incoming", "candidate", "What do I earn?"), now)
        pressed = messages.append(conn, *talk, NewMessage("incoming", "candidate", "Bonus"), now)
        chosen = decisions.NewDecision(understood("Bonus"), "reply", 0.5, about_seq=asked.seq)
        whole = messages.append(conn, *talk, NewMessage("incoming", "candidate", "and in Kassel?"), now)
        meant = decisions.NewDecision(understood("What do I get there?"), "reply", 0.5, question="What do I get there?")
        return (
            decisions.record(conn, *talk, pressed.seq, chosen, now),
            decisions.record(conn, *talk, whole.seq, meant, now),
        )

    choice, reworded = database.write_now(turns)
    assert found("earn") == [choice]
    assert found("bonus") == []
    assert found("get there") == [reworded]
    assert found("kassel") == []


def test_another_company_finds_nothing_even_by_the_numbers_of_what_this_one_found(
    ask: Ask, database: Database, company: Company, now: datetime
) -> None:
    ask("Is there a car?")

    def strange(conn: Connection) -> tuple[list[reviews.Review], int]:
        other = companies.add(conn, CompanyProfile(key="other", name="Other"), now).id
        theirs = review_narrowing.narrowed(conn, company.id, Narrowing(words="car"))
        own = review_narrowing.narrowed(conn, other, Narrowing(words="car"))
        seen = [*reviews.queue(conn, other, within=theirs), *reviews.queue(conn, company.id, within=own)]
        return seen, sum(reviews.counts(conn, other, within=theirs).values())

    assert database.write_now(strange) == ([], 0)


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
def test_few_reviews_are_looked_up_by_their_numbers(
    ask: Ask, database: Database, company: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_narrowing, "FEW", 2)
    ask("Is there a car?")

    def steps(conn: Connection) -> str:
        within = review_narrowing.narrowed(conn, company.id, Narrowing(words="car"))
        query = select(review.c.status).where(*within.of(company.id))
        asked = query.compile(conn, compile_kwargs={"literal_binds": True})
        return "\n".join(step.detail for step in conn.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}"))

    assert "SEARCH review USING INTEGER PRIMARY KEY" in database.read_now(steps)
