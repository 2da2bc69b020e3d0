"""What was given for an application may be given anew at any later step, and nothing is sent by mistake."""

from __future__ import annotations

import pytest

from storage.applications import Application
from tests.bot.answers.conftest import kept, mailing
from tests.bot.applications.conftest import application_of, begin, said
from tests.bot.applications.test_applying import as_far_as_the_file
from tests.bot.conftest import Chat


def made(chat: Chat) -> Application:
    application = application_of(chat)
    assert application is not None
    return application


def test_name_and_address_may_be_given_together(applying: Chat) -> None:
    begin(applying)
    assert said(applying, "Anna Lopez, anna@example.org").startswith("Would you like to add a file")
    assert (made(applying).name, made(applying).email) == ("Anna Lopez", "anna@example.org")


def test_of_a_name_beside_what_is_no_address_the_name_is_kept(applying: Chat) -> None:
    begin(applying)
    assert said(applying, "Anna Lopez anna@example").startswith("That doesn't look like an e-mail address")
    assert (made(applying).name, made(applying).step) == ("Anna Lopez", "email")


@pytest.mark.parametrize(
    ("typed", "name", "email"),
    [
        ("wait, my name is Bo Lopez", "Bo Lopez", "anna@example.org"),
        ("bo@example.org", "Anna Lopez", "bo@example.org"),
        ("sorry, the address should be bo@example.org", "Anna Lopez", "bo@example.org"),
        ("wrong e-mail, it's bo@example.org", "Anna Lopez", "bo@example.org"),
    ],
)
@pytest.mark.parametrize("step", ["file", "confirm"])
def test_what_is_given_anew_later_replaces_what_was_given(
    applying: Chat, step: str, typed: str, name: str, email: str
) -> None:
    as_far_as_the_file(applying)
    if step == "confirm":
        said(applying, button="apply:skip")
    said(applying, typed)
    assert (made(applying).name, made(applying).email, made(applying).step) == (name, email, step)


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("change my email please", "Which e-mail address"),
        ("I made a mistake in my address", "Which e-mail address"),
        ("my name is wrong", "What’s your name?"),
        ("can I change my name?", "What’s your name?"),
        ("that was the wrong CV", "Would you like to add a file"),
    ],
)
def test_who_wants_to_change_a_detail_is_asked_for_it_again(applying: Chat, typed: str, asked: str) -> None:
    as_far_as_the_file(applying)
    said(applying, button="apply:skip")
    assert said(applying, typed).startswith(asked)
    assert made(applying).name == "Anna Lopez"


@pytest.mark.parametrize("typed", ["go on without one please", "I'd rather skip that", "no CV, sorry"])
def test_a_file_is_left_out_in_any_words(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    assert "File: none" in said(applying, typed)


def test_a_question_about_going_without_a_file_is_answered_first(applying: Chat) -> None:
    as_far_as_the_file(applying)
    said(applying, "is it possible without a CV?")
    assert made(applying).step == "file"


def test_no_to_the_summary_asks_what_to_change_and_deletes_nothing(applying: Chat) -> None:
    as_far_as_the_file(applying)
    said(applying, button="apply:skip")
    (asked,) = applying.say("!deny").replies
    assert asked.text == "What would you like to change? Nothing has been sent yet."
    assert [each.title for each in asked.buttons] == [
        "Change the name", "Change the e-mail address", "Change the file", "Cancel the application"
    ]  # fmt: skip
    assert said(applying, button=asked.buttons[1].id).startswith("Which e-mail address")


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
    said(chat, button="apply:skip")
    question = chat.say("do you have unicorns").message.seq
    assert "Which e-mail address" in said(chat, button=f"mail:ask:{question}")
    said(chat, "!affirm")
    assert made(chat).step == "confirm"


@pytest.mark.parametrize("step", ["email", "file"])
def test_an_address_that_is_asked_for_a_persons_answer_is_for_that(applying: Chat, step: str) -> None:
    chat = mailing(applying)
    begin(chat)
    said(chat, "Anna Lopez")
    if step == "file":
        said(chat, "anna@example.org")
    question = chat.say("do you have unicorns").message.seq
    said(chat, button=f"mail:ask:{question}")
    assert "bo@example.org" in said(chat, "bo@example.org")
    assert made(chat).email == (None if step == "email" else "anna@example.org")
    kept_for = kept(chat)
    assert kept_for is not None
    assert kept_for.email == "bo@example.org"
