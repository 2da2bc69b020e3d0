"""What is asked or answered beside an application is not taken for it, and the application goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.bot.answers.conftest import kept, mailing
from tests.bot.applications.conftest import WANTED, begin, wanting
from tests.bot.applications.filling_in import as_far_as_the_file, made
from tests.bot.conftest import Chat


def test_a_question_that_nobody_can_answer_leaves_the_application_going_on(applying: Chat) -> None:
    chat = mailing(applying)
    as_far_as_the_file(chat)
    passed_on, asked = chat.say("do you have unicorns").replies
    assert "recruiting team" in passed_on.text
    assert [each.title for each in passed_on.buttons] == ["Send me the answer by e-mail"]
    assert asked.text.startswith("Would you like to add a file")
    assert [each.id for each in asked.buttons] == ["apply:upload", "apply:skip", "apply:back", "apply:cancel"]


def test_yes_to_something_else_sends_no_application(applying: Chat) -> None:
    chat = mailing(applying)
    as_far_as_the_file(chat)
    chat.ask(button="apply:skip")
    question = chat.say("do you have unicorns").message.seq
    assert "Which e-mail address" in chat.ask(button=f"mail:ask:{question}")
    chat.ask("!affirm")
    assert made(chat).step == "confirm"


@pytest.mark.parametrize(("typed", "pressed"), [("bo@example.org", None), (None, "mail:no"), ("!deny", None)])
def test_after_a_word_on_the_answers_mail_the_application_goes_on(
    applying: Chat, typed: str | None, pressed: str | None
) -> None:
    chat = mailing(applying)
    as_far_as_the_file(chat)
    question = chat.say("do you have unicorns").message.seq
    assert "add a file" not in chat.ask(button=f"mail:ask:{question}")
    assert "add a file" not in chat.ask("bo@example.org and anna@example.org")
    replies = chat.say(typed, button=f"{pressed}:{question}" if pressed else None).replies
    assert replies[-1].text.startswith("Would you like to add a file")
    assert [each.id for each in replies[-1].buttons] == ["apply:upload", "apply:skip", "apply:back", "apply:cancel"]


@pytest.mark.parametrize("step", ["email", "file"])
def test_an_address_that_is_asked_for_a_persons_answer_is_for_that(applying: Chat, step: str) -> None:
    chat = mailing(applying)
    begin(chat)
    chat.ask("Anna Lopez")
    if step == "file":
        chat.ask("anna@example.org")
    question = chat.say("do you have unicorns").message.seq
    chat.ask(button=f"mail:ask:{question}")
    assert "bo@example.org" in chat.ask("bo@example.org")
    assert made(chat).email == (None if step == "email" else "anna@example.org")
    kept_for = kept(chat)
    assert kept_for is not None
    assert kept_for.email == "bo@example.org"


def test_an_address_that_a_job_alert_asks_for_is_none_for_the_application(start_chat: Callable[[str], Chat]) -> None:
    chat = wanting(start_chat("acme"), WANTED, mails=True)
    as_far_as_the_file(chat)
    assert "Which address shall I write to" in chat.ask("!job_subscribe nurse jobs in Hamburg")
    assert "confirm the alert for: nurse · within 50 km of Hamburg" in chat.ask("bo@example.org")
    assert (made(chat).email, made(chat).step) == ("anna@example.org", "file")
