"""What was given for an application may be given anew at any later step, and nothing is sent by mistake."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.dialogue.context import Context
from bot.dialogue.cues import cues_of
from bot.dialogue.job_acts import GoOnApplying
from bot.dialogue.tasks.application_heard import plain_step
from nlu.understanding import Stage, Understanding
from storage.applications.applications import Application, ApplicationStep
from tests.bot.answers.conftest import kept, mailing
from tests.bot.applications.conftest import WANTED, application_of, begin, wanting
from tests.bot.applications.test_applying import as_far_as_the_file
from tests.bot.conftest import NOW, Chat


def made(chat: Chat) -> Application:
    application = application_of(chat)
    assert application is not None
    return application


def test_name_and_address_may_be_given_together(applying: Chat) -> None:
    begin(applying)
    assert applying.ask("Anna Lopez, anna@example.org").startswith("Would you like to add a file")
    assert (made(applying).name, made(applying).email) == ("Anna Lopez", "anna@example.org")


def test_of_a_name_beside_what_is_no_address_the_name_is_kept(applying: Chat) -> None:
    begin(applying)
    assert applying.ask("Anna Lopez anna@example").startswith("That doesn't look like an e-mail address")
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
        applying.ask(button="apply:skip")
    applying.ask(typed)
    assert (made(applying).name, made(applying).email, made(applying).step) == (name, email, step)


@pytest.mark.parametrize("typed", ["my name is wrong, it's Bo Reed", "name is misspelt, should be Bo Reed"])
def test_the_right_name_beside_the_wish_to_change_it_is_taken(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    applying.ask(typed)
    assert (made(applying).name, made(applying).step) == ("Bo Reed", "file")


@pytest.mark.parametrize("typed", ["my name is misspelt, it's a typo", "my name is wrong, is that a problem"])
def test_half_a_sentence_beside_the_wish_to_change_a_name_is_none(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    applying.ask(typed)
    assert made(applying).name == "Anna Lopez"


def test_a_name_that_may_be_a_yes_elsewhere_leaves_no_wrong_one_as_it_was(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask("my name is wrong")
    assert "couldn’t read that as a name" in applying.ask("Nan")
    assert made(applying).step == "name"


@pytest.mark.parametrize("typed", ["never mind, it's fine", "yes send it", "no thanks"])
def test_a_name_that_was_given_stays_where_none_is_said_instead(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    assert applying.ask("my name is wrong").startswith("What’s your name?")
    assert applying.ask(typed).startswith("Would you like to add a file")
    assert made(applying).name == "Anna Lopez"


@pytest.mark.parametrize("typed", ["that's private", "it's a secret", "no thanks", "yes", "OK, send it"])
def test_what_is_no_name_is_not_taken_for_one(applying: Chat, typed: str) -> None:
    begin(applying)
    assert "What’s your name?" in applying.ask(typed) or "couldn’t read that as a name" in applying.ask(typed)
    assert made(applying).name is None


@pytest.mark.parametrize(
    ("typed", "name"),
    [("my names Bo Reed", "Bo Reed"), ("you can call me Bo", "Bo"), ("it's me, Bo", "Bo"), ("Im Jiyeon", "Im Jiyeon")],
)
def test_words_before_a_name_are_no_part_of_it(applying: Chat, typed: str, name: str) -> None:
    begin(applying)
    applying.ask(typed)
    assert made(applying).name == name


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
    applying.ask(button="apply:skip")
    assert applying.ask(typed).startswith(asked)
    assert made(applying).name == "Anna Lopez"


@pytest.mark.parametrize("typed", ["go on without one please", "I'd rather skip that", "no CV, sorry"])
def test_a_file_is_left_out_in_any_words(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    assert "File: none" in applying.ask(typed)


def test_a_question_about_going_without_a_file_is_answered_first(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask("is it possible without a CV?")
    assert made(applying).step == "file"


def test_no_to_the_summary_asks_what_to_change_and_deletes_nothing(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask(button="apply:skip")
    (asked,) = applying.say("!deny").replies
    assert asked.text == "What would you like to change? Nothing has been sent yet."
    assert [each.title for each in asked.buttons] == [
        "Change the name", "Change the e-mail address", "Change the file", "Cancel the application"
    ]  # fmt: skip
    assert applying.ask(button=asked.buttons[1].id).startswith("Which e-mail address")


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


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("My name is Anna Berg and my email is anna@example.org", "Anna Berg"),
        ("Ich heiße Anna Berg, meine Mail ist anna@example.org", "Anna Berg"),
        ("Je m'appelle Anna Berg et mon mail est anna@example.org", "Anna Berg"),
        ("王芳，邮箱是anna@example.org", "王芳"),
        ("Anna Lopez (anna@example.org)", "Anna Lopez"),
        ("Anna Lopez <anna@example.org>", "Anna Lopez"),
        ("my e-mail is anna@example.org", None),
        ("Contact me at anna@example.org", None),
        ("anna@example.org", None),
    ],
)
def test_an_address_at_the_first_step_is_kept_and_only_a_name_is_taken_for_one(
    applying: Chat, typed: str, name: str | None
) -> None:
    begin(applying)
    asked = applying.ask(typed)
    assert (made(applying).name, made(applying).email) == (name, "anna@example.org")
    assert asked.startswith("What’s your name?" if name is None else "Would you like to add a file")


@pytest.mark.parametrize(
    "typed",
    [
        "my name is correct",
        "my name is not right",
        "my name is incorrect",
        "mein Name ist nicht richtig",
        "mon nom est mal écrit",
        "désolé, on m'appelle au téléphone",
        "我妈叫我去吃饭了，一会儿再填",
        "他叫我等一下",
    ],
)
def test_what_only_sounds_like_an_introduction_leaves_the_name_as_it_is(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    applying.ask(typed)
    assert made(applying).name == "Anna Lopez"


@pytest.mark.parametrize("name", ["Dr. Anna Berg", "Anna K. Berg"])
def test_a_title_or_an_initial_ends_no_name(applying: Chat, name: str) -> None:
    as_far_as_the_file(applying)
    applying.ask(f"wait, my name is {name}. Thanks")
    assert made(applying).name == name


def in_language(context: Context, text: str, language: str, step: ApplicationStep) -> GoOnApplying | None:
    seen = replace(context, understanding=Understanding(text, language, Stage.NONE, None, 0.0, (), (), "v"))
    making = Application(1, 1, 1, 1, "k", step, language, "Anna", "a@b.example", None, None, NOW, None)
    seen = replace(seen, application=making)
    return plain_step(seen, cues_of(seen))


@pytest.mark.parametrize(
    ("language", "text", "skips"),
    [
        ("fr", "Sans problème, je vous l'envoie tout de suite", False),
        ("fr", "Je dois d'abord passer un appel", False),
        ("zh", "不用急，我马上上传", False),
        ("en", "I won't send it without my CV", False),
        ("de", "Ohne meinen Lebenslauf will ich das nicht abschicken", False),
        ("de", "Ja, ohne Witz, hier kommt er", False),
        ("de", "Ohne meinen Lebenslauf bitte", True),
        ("fr", "Sans", True),
        ("fr", "je n'ai pas de CV", True),
        ("zh", "不用附简历", True),
        ("zh", "不附文件，直接继续下一步", True),
        ("en", "without my CV please", True),
    ],
)
def test_a_file_is_left_out_only_where_the_words_say_so(
    in_context: Callable[[str], Context], language: str, text: str, skips: bool
) -> None:
    act = in_language(in_context(text), text, language, "file")
    assert (act == GoOnApplying("skip")) == skips


@pytest.mark.parametrize(
    ("language", "text", "detail"),
    [
        ("en", "Yes, the name is correct, send it", None),
        ("en", "my email is correct", None),
        ("en", "no mistake in the address", None),
        ("zh", "姓名没错", None),
        ("zh", "邮箱没错，发送吧", None),
        ("de", "Name ist nicht falsch", None),
        ("fr", "pas de faute dans mon nom", None),
        ("en", "my name is not right", "name"),
        ("en", "please correct my name", "name"),
        ("de", "mein Name ist nicht richtig", "name"),
        ("fr", "mon nom est mal écrit", "name"),
        ("zh", "姓名不对", "name"),
        ("zh", "我的邮箱填错了，想改一下", "email"),
    ],
)
def test_who_agrees_with_the_summary_changes_nothing(
    in_context: Callable[[str], Context], language: str, text: str, detail: str | None
) -> None:
    act = in_language(in_context(text), text, language, "confirm")
    assert act == (None if detail is None else GoOnApplying("change", detail))


def test_one_detail_after_the_other_may_be_wrong(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask(button="apply:skip")
    applying.ask("my name is wrong")
    assert applying.ask("and my e-mail is wrong").startswith("Which e-mail address")


def test_an_address_that_a_job_alert_asks_for_is_none_for_the_application(start_chat: Callable[[str], Chat]) -> None:
    chat = wanting(start_chat("acme"), WANTED, mails=True)
    as_far_as_the_file(chat)
    assert "Which address shall I write to" in chat.ask("!job_subscribe nurse jobs in Hamburg")
    assert "confirm the alert for: nurse · within 50 km of Hamburg" in chat.ask("bo@example.org")
    assert (made(chat).email, made(chat).step) == ("anna@example.org", "file")
