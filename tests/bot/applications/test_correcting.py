"""What was given for an application may be given anew at any later step, and nothing is sent by mistake."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.dialogue.application_acts import GoOnApplying
from bot.dialogue.context import Context
from tests.bot.applications.conftest import begin
from tests.bot.applications.filling_in import as_far_as_the_file, in_language, made
from tests.bot.conftest import Chat


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
        ("the name is wrong, its Bo Lopez", "Bo Lopez", "anna@example.org"),
        ("wrong name, Bo Lopez", "Bo Lopez", "anna@example.org"),
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


def test_no_to_the_summary_asks_what_to_change_and_deletes_nothing(applying: Chat) -> None:
    as_far_as_the_file(applying)
    applying.ask(button="apply:skip")
    (asked,) = applying.say("!deny").replies
    assert asked.text == "What would you like to change? Nothing has been sent yet."
    assert [each.title for each in asked.buttons] == [
        "Change the name", "Change the e-mail address", "Change the file", "Cancel the application"
    ]  # fmt: skip
    assert applying.ask(button=asked.buttons[1].id).startswith("Which e-mail address")


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


@pytest.mark.parametrize(
    ("given", "typed", "kept"),
    [
        ("Tom Baker", "sorry it's Thomas Baker", "Thomas Baker"),
        ("Marie Petit", "pardon, Marie Petitjean", "Marie Petitjean"),
        ("Jan Meier", "Quatsch, Jan Maier", "Jan Maier"),
        ("李雷", "写错了，是李蕾", "李蕾"),
        ("Tom Baker", "Tom Baker, as I said", "Tom Baker"),
    ],
)
def test_a_name_that_is_nearly_the_one_given_takes_its_place(applying: Chat, given: str, typed: str, kept: str) -> None:
    begin(applying)
    applying.ask(given)
    applying.ask(typed)
    assert (made(applying).name, made(applying).step) == (kept, "email")


@pytest.mark.parametrize(
    "typed",
    ["oops wrong email, it's bo.a@example.org", "actually use anna.lopez@example.org", "typo, anne@example.org it is"],
)
def test_an_address_that_is_nearly_the_one_given_takes_its_place(applying: Chat, typed: str) -> None:
    as_far_as_the_file(applying)
    applying.ask(typed)
    assert (made(applying).email or "nothing") in typed
    assert (made(applying).name, made(applying).step) == ("Anna Lopez", "file")
