from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from nlu.understanding import Stage, Understanding
from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import messages
from storage.conversations.conversations import Conversation
from storage.conversations.messages import NewMessage
from storage.database.errors import AlreadyReviewed, NotFound
from storage.dataset import dataset
from storage.reviews import decisions, reviewed_questions, reviews
from storage.reviews.decisions import Guessed, KeptInterpretation
from storage.reviews.reviews import Review

Ask = Callable[..., int]


@pytest.fixture
def salary(database: Database, company: Company, now: datetime) -> int:
    return database.write_now(lambda conn: dataset.add_category(conn, company.id, "salary", now)).id


@pytest.fixture
def queue(database: Database, company: Company) -> Callable[..., list[Review]]:
    return lambda **how: database.read_now(lambda conn: reviews.queue(conn, company.id, **how))


@pytest.fixture
def standing(database: Database, company: Company) -> Callable[[], dict[str, tuple[str, str]]]:
    """Return the dataset as {sentence: (category, origin)}."""

    def read() -> dict[str, tuple[str, str]]:
        found = database.read_now(lambda conn: dataset.examples(conn, company.id))
        return {each.text: (each.category, each.origin) for each in found}

    return read


def test_every_decision_waits_for_review_with_question_replies_and_ranking(
    ask: Ask, queue: Callable[..., list[Review]], now: datetime
) -> None:
    first, second = ask("What do I earn?"), ask("Is there a car?", kind="defer")
    newest, oldest = queue()
    assert (newest.id, oldest.id) == (second, first)
    assert (newest.question, newest.replies) == ("Is there a car?", ("Re: Is there a car?",))
    assert (newest.decision.kind, newest.decision.ranking[0].intent) == ("defer", "salary")
    assert (newest.status, newest.category, newest.reviewer, newest.created) == ("pending", None, None, now)
    assert newest.conversation.public_id == "talk"


def test_small_talk_is_left_out_of_the_questions_but_wishes_for_a_human_and_crises_are_not(
    ask: Ask, queue: Callable[..., list[Review]], database: Database, company: Company
) -> None:
    ask("hi", stage=Stage.GENERAL, intent="greet")
    wanted = [
        ask("a human please", stage=Stage.GENERAL, intent="contact_human"),
        ask("I cannot go on", stage=Stage.GENERAL, intent="crisis"),
        ask("???", stage=Stage.NONE, intent=None),
    ]
    assert [each.id for each in queue()] == wanted[::-1]
    assert len(queue(scope="all")) == 4
    assert database.read_now(lambda conn: reviews.counts(conn, company.id))["pending"] == 3
    assert database.read_now(lambda conn: reviews.counts(conn, company.id, scope="all"))["pending"] == 4


@pytest.mark.parametrize("queued", [True, False])
def test_a_step_of_a_search_that_may_be_a_question_waits_among_the_questions(
    database: Database,
    company: Company,
    conversation: Conversation,
    understood: Callable[..., Understanding],
    queue: Callable[..., list[Review]],
    now: datetime,
    queued: bool,
) -> None:
    talk = (company.id, conversation.id)
    seen = understood("Where are you?")
    taken = KeptInterpretation("change", 0.6, Guessed.of(seen))
    meant = replace(seen, stage=Stage.GENERAL, intent="job_search")

    def decide(conn: Connection) -> None:
        asked = messages.append(conn, *talk, NewMessage("incoming", "candidate", seen.text), now)
        made = decisions.NewDecision(meant, "reply", 0.5, interpretation=taken, may_be_a_question=queued)
        decisions.record(conn, *talk, asked.seq, made, now)

    database.write_now(decide)
    assert [each.decision.interpretation for each in queue()] == ([taken] if queued else [])


def test_a_choice_after_asking_back_is_reviewed_as_the_question_it_was_about(
    database: Database,
    company: Company,
    conversation: Conversation,
    salary: int,
    understood: Callable[..., Understanding],
    standing: Callable[[], dict[str, tuple[str, str]]],
    queue: Callable[..., list[Review]],
    now: datetime,
) -> None:
    talk = (company.id, conversation.id)

    def turns(conn: Connection) -> int:
        asked = messages.append(conn, *talk, NewMessage("incoming", "candidate", "What do I earn?"), now)
        first = decisions.record(
            conn,
            *talk,
            asked.seq,
            decisions.NewDecision(understood(), "clarify", 0.5, options=("salary", "benefits")),
            now,
        )
        pressed = messages.append(conn, *talk, NewMessage("incoming", "candidate", "Pay"), now)
        reviews.supersede(conn, company.id, first, now)
        return decisions.record(
            conn, *talk, pressed.seq, decisions.NewDecision(understood("Pay"), "reply", 0.5, about_seq=asked.seq), now
        )

    choice = database.write_now(turns)
    (waiting,) = queue()
    assert (waiting.id, waiting.question, waiting.decision.about_seq) == (choice, "What do I earn?", 1)
    clarified = queue(scope="all")[1].decision
    assert (clarified.kind, clarified.options) == ("clarify", ("salary", "benefits"))
    found = database.read_now(lambda conn: decisions.of_message(conn, *talk, 1))
    assert found == clarified
    database.write_now(lambda conn: reviews.confirm(conn, company.id, choice, None, "ana", now))
    assert standing() == {"What do I earn?": ("salary", "confirmed")}


def test_a_reviewed_question_stays_where_it_was_decided(
    ask: Ask, database: Database, company: Company, queue: Callable[..., list[Review]], now: datetime
) -> None:
    review = ask("What do I earn?", kind="clarify")
    how: dict[str, Any] = {"status": "dismissed", "category": None, "reviewer": "ana", "now": now}
    database.write_now(lambda conn: reviews.resolve(conn, company.id, review, **how))
    database.write_now(lambda conn: reviews.supersede(conn, company.id, review, now))
    assert [each.id for each in queue(status="dismissed")] == [review]


def test_the_queue_is_read_page_by_page(ask: Ask, queue: Callable[..., list[Review]]) -> None:
    ids = [ask(f"Question {number}?") for number in range(5)]
    first = queue(limit=2)
    assert [each.id for each in first + queue(limit=2, before=first[-1].id)] == ids[:0:-1]


def test_confirming_teaches_the_models_own_guess(
    ask: Ask,
    salary: int,
    database: Database,
    company: Company,
    standing: Callable[[], dict[str, tuple[str, str]]],
    now: datetime,
) -> None:
    review = ask("What do I earn?")
    later = now + timedelta(minutes=1)
    example = database.write_now(lambda conn: reviews.confirm(conn, company.id, review, None, "ana", later))
    assert example is not None
    assert standing() == {"What do I earn?": ("salary", "confirmed")}
    done = database.read_now(lambda conn: reviews.get(conn, company.id, review))
    assert (done.status, done.category, done.reviewer, done.updated) == ("confirmed", "salary", "ana", later)


@pytest.mark.parametrize("seen", [{"stage": Stage.GENERAL, "intent": "greet"}, {"stage": Stage.NONE, "intent": None}])
def test_confirming_what_has_no_category_teaches_nothing(
    seen: dict[str, Any], ask: Ask, database: Database, company: Company, now: datetime
) -> None:
    review = ask("hi", **seen)
    assert database.write_now(lambda conn: reviews.confirm(conn, company.id, review, None, "ana", now)) is None
    assert database.read_now(lambda conn: dataset.examples(conn, company.id)) == []
    assert database.read_now(lambda conn: reviews.get(conn, company.id, review)).status == "confirmed"


def test_correcting_moves_a_sentence_that_stands_elsewhere(
    ask: Ask,
    salary: int,
    database: Database,
    company: Company,
    standing: Callable[[], dict[str, tuple[str, str]]],
    now: datetime,
) -> None:
    first = ask("What do I earn?")
    database.write_now(lambda conn: reviews.confirm(conn, company.id, first, None, "ana", now))
    second = ask("what do i EARN")
    database.write_now(lambda conn: dataset.add_category(conn, company.id, "wages", now))
    database.write_now(lambda conn: reviews.correct(conn, company.id, second, "wages", "bob", now))
    assert standing() == {"What do I earn?": ("wages", "corrected")}


def test_correcting_to_an_unknown_category_leaves_the_review_open(
    ask: Ask, database: Database, company: Company, now: datetime
) -> None:
    review = ask("What do I earn?")
    with pytest.raises(NotFound, match="wages"):
        database.write_now(lambda conn: reviews.correct(conn, company.id, review, "wages", "ana", now))
    assert database.read_now(lambda conn: reviews.get(conn, company.id, review)).status == "pending"


async def test_of_two_recruiters_at_once_the_second_hears_who_was_first(
    ask: Ask, salary: int, database: Database, company: Company, now: datetime
) -> None:
    review = ask("What do I earn?")
    answers = await asyncio.gather(
        database.write(lambda conn: reviews.correct(conn, company.id, review, "salary", "ana", now)),
        database.write(lambda conn: reviews.correct(conn, company.id, review, "salary", "bob", now)),
        return_exceptions=True,
    )
    assert isinstance(answers[0], dataset.Example)
    assert isinstance(answers[1], AlreadyReviewed)
    assert answers[1].reviewer == "ana"
    assert "confirmed" in str(answers[1])


def test_dismissing_teaches_nothing(ask: Ask, database: Database, company: Company, now: datetime) -> None:
    review = ask("What do I earn?")
    how: dict[str, Any] = {"status": "dismissed", "category": None, "reviewer": "ana", "now": now}
    database.write_now(lambda conn: reviews.resolve(conn, company.id, review, **how))
    assert database.read_now(lambda conn: dataset.examples(conn, company.id)) == []
    assert database.read_now(lambda conn: reviews.counts(conn, company.id)) == {
        "pending": 0,
        "confirmed": 0,
        "corrected": 0,
        "dismissed": 1,
    }


def test_what_a_version_answered_is_told_with_what_people_said_of_it(
    database: Database, company: Company, ask: Ask, salary: int, now: datetime
) -> None:
    right, late, general = ask("What do I earn?"), ask("Wages?", kind="defer"), ask("Money!", stage=Stage.GENERAL)
    other, _waiting = ask("Pay?", model_version="v9"), ask("Salary?")

    def judge(conn: Connection) -> None:
        for review in (right, other):
            reviews.confirm(conn, company.id, review, None, "Ada", now)
        for review in (late, general):
            reviews.correct(conn, company.id, review, "salary", "Ada", now)

    database.write_now(judge)
    version = database.read_now(lambda conn: reviews.get(conn, company.id, right)).decision.model_version
    told = database.read_now(lambda conn: reviewed_questions.of_version(conn, company.id, "en", version))
    assert [(one.question, one.category, one.answer) for one in told] == [
        ("What do I earn?", "salary", "salary"),
        ("Wages?", "salary", None),
        ("Money!", "salary", None),
    ]
