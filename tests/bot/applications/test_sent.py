"""What is said of an application that was sent a moment ago: did it arrive, take it back, something in it is wrong."""

from __future__ import annotations

from datetime import timedelta

import pytest

from nlu.steps.said import Step
from nlu.understanding import Stage
from storage.applications import applications
from tests.bot import conftest as scripted
from tests.bot.applications.conftest import application_of, begin, due_application
from tests.bot.conftest import NOW, Chat
from tests.bot.heard_steps import let_hear

ARRIVED, TAKE_BACK, CORRECT = "so is that in now", "my aunt says I must not", "one letter too many in there"
ADD = "I bake as well, they may know"
HEARD: dict[str, Step] = {ARRIVED: "arrived", TAKE_BACK: "take_back", CORRECT: "correct", ADD: "add_words"}


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, applying: Chat) -> Chat:
    """A chat in which an application has just been sent."""
    let_hear(monkeypatch, applying, HEARD)
    begin(applying)
    for step in ("Anna Lopez", "anna@example.org"):
        applying.ask(step)
    applying.ask(button="apply:skip")
    assert "in the queue to Acme" in applying.ask(button="apply:send")
    return applying


def test_who_asks_whether_it_arrived_hears_that_it_waits(sent: Chat) -> None:
    assert sent.ask(ARRIVED).startswith("Your application for “Cook” is still in the queue to Acme")


def test_and_once_it_was_delivered_that_it_was(sent: Chat) -> None:
    due = due_application(sent, NOW)
    sent.database.write_now(lambda conn: applications.forget(conn, due))
    assert sent.ask(ARRIVED).startswith("Your application for “Cook” has been delivered to Acme.")


@pytest.mark.parametrize("confidence", [0.9, 0.45])
def test_how_an_application_stands_is_asked_of_the_one_just_sent(
    sent: Chat, monkeypatch: pytest.MonkeyPatch, confidence: float
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "any news", (Stage.GENERAL, "application_status", confidence))
    assert sent.ask("any news").startswith("Your application for “Cook” is still in the queue")


@pytest.mark.parametrize("text", [TAKE_BACK, CORRECT, ADD])
def test_to_take_it_back_or_mend_it_is_passed_on_to_people(sent: Chat, text: str) -> None:
    turn = sent.say(text)
    assert turn.decision == "defer"
    assert "I can’t take it back or change it from here. I’ve passed on what you wrote" in turn.replies[0].text
    assert "Anna" not in turn.replies[0].text


@pytest.mark.parametrize("text", ["wait, undo that", "it should have been bo@example.org"])
def test_who_interrupts_or_gives_an_address_mends_what_was_sent(
    sent: Chat, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    let_hear(monkeypatch, sent, {text: "correct"})
    assert "I’ve passed on what you wrote" in sent.ask(text)


def test_what_surely_takes_it_back_and_asks_nothing_is_no_question_to_the_company(
    sent: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "please withdraw it", (Stage.FAQ, "salary", 0.99))
    let_hear(monkeypatch, sent, {"please withdraw it": "take_back"})
    assert "I’ve passed on what you wrote" in sent.ask("please withdraw it")


def test_what_is_surely_a_question_to_the_company_is_answered(sent: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, sent, {"what do you pay": "correct"})
    assert "€18.50 an hour" in sent.ask("what do you pay")


def test_long_after_it_was_sent_it_is_not_spoken_of_any_more(sent: Chat) -> None:
    for _ in range(7):
        sent.ask("what do you pay")
    assert "passed your question" in sent.ask(TAKE_BACK)


def test_a_day_later_it_may_have_been_given_up_and_people_are_asked(
    sent: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    due = due_application(sent, NOW)
    sent.database.write_now(lambda conn: applications.forget(conn, due))
    monkeypatch.setattr(scripted, "NOW", NOW + timedelta(days=1))
    assert "delivered" not in sent.ask(ARRIVED)


def test_nothing_of_it_is_heard_where_nothing_was_sent(applying: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, applying, HEARD)
    assert "passed your question" in applying.ask(ARRIVED)


def test_while_another_is_made_it_is_not_spoken_of(sent: Chat) -> None:
    sent.say("I would like a job as a cook in Munich")
    sent.ask("apply for the first one")
    assert application_of(sent) is not None
    assert "in the queue" not in sent.ask(ARRIVED)
