"""What is asked of an application form in words of no list is told, and the form goes on asking."""

from __future__ import annotations

from collections.abc import Collection

import pytest

from nlu.steps.said import Step
from nlu.understanding import Stage
from tests.bot import conftest as scripted
from tests.bot.applications.any_words import ADD, KEPT, LEFT, NO_FILE, NO_PHONE, WHY, asked_for_a_file, hears
from tests.bot.applications.conftest import application_of, begin
from tests.bot.conftest import Chat
from tests.bot.heard_steps import HeardSteps, let_hear

__all__ = ["asked_for_a_file", "hears"]


@pytest.mark.parametrize(
    ("before", "told"),
    [
        ((), "Not much: I ask for your name"),
        (("Anna Berg",), "Nearly there: after your e-mail address"),
        (("Anna Berg", "anna@example.org"), "Only this: add a file"),
        (("Anna Berg", "anna@example.org", NO_FILE), "That was all: check what stands here"),
    ],
)
def test_what_is_left_is_told_at_each_step_and_asked_for_again(
    applying: Chat, before: tuple[str, ...], told: str
) -> None:
    begin(applying)
    asked = "What’s your name?"
    for text in before:
        asked = applying.ask(text).splitlines()[-1]
    reply = applying.ask(LEFT)
    assert reply.startswith(told)
    assert reply.endswith(asked)


@pytest.mark.parametrize("name", ["Long Nguyen", "Julia Rest", "王小明"])
@pytest.mark.parametrize("step", ["left", "is_kept", "add_words", "no_phone"])
def test_a_name_is_no_question_about_the_form(
    applying: Chat, monkeypatch: pytest.MonkeyPatch, name: str, step: Step
) -> None:
    let_hear(monkeypatch, applying, {name: step})
    begin(applying)
    assert "e-mail address" in applying.ask(name)


def test_what_was_entered_is_said_to_be_kept(asked_for_a_file: Chat) -> None:
    assert "kept for a day" in asked_for_a_file.ask(KEPT)
    assert application_of(asked_for_a_file) is not None


def test_a_question_gives_nothing_up_but_may_ask_whether_it_is_kept(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Torn(HeardSteps):
        def hear(self, text: str, among: Collection[Step], *, asks: bool = False) -> Step | None:
            return "give_up" if "give_up" in among else "is_kept" if "is_kept" in among else None

    monkeypatch.setattr(type(asked_for_a_file.service.live), "steps", lambda self, language: Torn({}))
    assert "kept for a day" in asked_for_a_file.ask("my train is here, may I finish this on Monday?")


def test_asked_for_an_address_who_speaks_of_a_phone_number_is_told_what_an_address_is_for(
    applying: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, applying, {NO_PHONE: "no_phone"})
    begin(applying)
    applying.ask("Anna Berg")
    assert "no phone number is needed" not in applying.ask(NO_PHONE)


def test_what_is_said_of_the_form_counts_beside_an_answer_that_is_known(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, LEFT, (Stage.FAQ, "salary", 0.8))
    assert asked_for_a_file.ask(LEFT).startswith("Only this: add a file")
    monkeypatch.setitem(scripted.SCRIPT, LEFT, (Stage.FAQ, "salary", 0.95))
    assert "pays well" in asked_for_a_file.ask(LEFT)


def test_who_wants_to_add_words_hears_where_and_nothing_is_sent(asked_for_a_file: Chat) -> None:
    asked_for_a_file.ask(NO_FILE)
    assert "what you want to add can stand in there" in asked_for_a_file.ask(ADD)
    assert application_of(asked_for_a_file) is not None


def test_no_phone_number_is_needed(asked_for_a_file: Chat) -> None:
    assert "no phone number is needed" in asked_for_a_file.ask(NO_PHONE)


def test_who_asks_whether_it_goes_without_a_file_is_told_so_and_asked_again(
    asked_for_a_file: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, asked_for_a_file, {"what if I have none?": "no_file"})
    told = asked_for_a_file.ask("what if I have none?")
    assert "A file is up to you" in told
    assert "Would you like to add a file" in told


def test_who_asks_why_is_told_and_asked_again(applying: Chat) -> None:
    begin(applying)
    asked = applying.ask("Anna Berg")
    told = applying.ask(WHY)
    assert "deleted once it has been delivered, after 14 days at the latest" in told
    assert told.endswith(asked)
    kept = application_of(applying)
    assert kept is not None
    assert kept.email is None


@pytest.mark.parametrize(
    ("text", "guess"),
    [
        ("what for?", (Stage.FAQ, "salary", 0.7)),
        ("give me somebody", (Stage.GENERAL, "contact_human", 0.95)),
    ],
)
def test_what_is_surely_something_else_is_no_step(
    applying: Chat, monkeypatch: pytest.MonkeyPatch, text: str, guess: tuple[Stage, str, float]
) -> None:
    monkeypatch.setitem(scripted.SCRIPT, text, guess)
    let_hear(monkeypatch, applying, {text: "why"})
    begin(applying)
    assert "deleted once it has been delivered" not in applying.ask(text)


def test_who_gives_no_address_is_told_why_one_is_needed_and_whom_to_speak_to(
    applying: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_hear(monkeypatch, applying, {"the post does for me": "no_address"})
    begin(applying)
    applying.ask("Anna Berg")
    told = applying.ask("the post does for me")
    assert told.startswith("Without an e-mail address Acme can’t get back to you")
    kept = application_of(applying)
    assert kept is not None
    assert (kept.step, kept.email) == ("email", None)
    assert "Would you like to add a file" in applying.ask("anna@example.org")
