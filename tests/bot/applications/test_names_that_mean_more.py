"""A name is one whatever else its words mean, where it was asked for; what is typed there and is none is not kept."""

from __future__ import annotations

import pytest

from bot.applications.names import holds_a_given_name, is_written_as_a_name, says_no_part_of_a_name
from tests.bot.applications.conftest import application_of, begin
from tests.bot.conftest import Chat


@pytest.mark.parametrize(
    "name",
    [
        "Tom Baker",
        "Sabine Koch",
        "Marie Boulanger",
        "Fatima Hassan",
        "Paris Jackson",
        "tom cook",
        "王司明",
        "Dilnoza Cook",
    ],
)
def test_a_name_that_holds_a_trade_or_a_place_is_a_name(applying: Chat, name: str) -> None:
    begin(applying)
    assert "Which e-mail address" in applying.ask(name)
    kept = application_of(applying)
    assert kept is not None
    assert kept.name == name


@pytest.mark.parametrize("name", ["Bob", "Hope", "Will", "Ben", "Kim", "lou", "Jarek", "Florence"])
def test_one_word_is_a_name_where_that_was_asked_for(applying: Chat, name: str) -> None:
    begin(applying)
    assert "Which e-mail address" in applying.ask(name)
    kept = application_of(applying)
    assert kept is not None
    assert kept.name == name


@pytest.mark.parametrize("text", ["Why", "Help", "Later", "Stop", "Hello", "Munich", "Nurse"])
def test_one_word_with_a_capital_that_means_something_is_no_name(applying: Chat, text: str) -> None:
    begin(applying)
    applying.ask(text)
    kept = application_of(applying)
    assert kept is None or kept.name is None


@pytest.mark.parametrize(
    "text", ["cook jobs", "Munich please", "a different one", "what now", "show me more", "更多职位"]
)
def test_what_is_sought_or_asked_is_no_name(applying: Chat, text: str) -> None:
    begin(applying)
    applying.ask(text)
    kept = application_of(applying)
    assert kept is not None
    assert kept.name is None


@pytest.mark.parametrize("text", ["no wait", "hang on a sec", "just a moment please", "thanks anyway"])
def test_who_wants_a_moment_is_given_it(applying: Chat, text: str) -> None:
    begin(applying)
    assert "kept for a day" in applying.ask(text)
    kept = application_of(applying)
    assert kept is not None
    assert kept.name is None


@pytest.mark.parametrize(
    "text", ["stop I don't want to apply anymore", "sorry, changed my mind, I don't want to apply"]
)
def test_who_plainly_wants_none_any_more_is_done_with_it(applying: Chat, text: str) -> None:
    begin(applying)
    assert "deleted" in applying.ask(text)
    assert application_of(applying) is None


def test_a_question_deletes_nothing(applying: Chat) -> None:
    begin(applying)
    applying.ask("do I lose it if I don't want to apply?")
    assert application_of(applying) is not None


@pytest.mark.parametrize(
    ("text", "given", "written"),
    [
        ("petra krüger", True, False),
        ("Peter Cook", True, True),
        ("Bo van Dyk", False, True),
        ("欧阳娜娜", True, False),
        ("George Best", True, True),
        ("what now", False, False),
        ("Andere Stellen", False, False),
        ("工资", False, False),
    ],
)
def test_a_name_is_told_by_a_given_name_or_by_its_capitals(text: str, given: bool, written: bool) -> None:
    assert (holds_a_given_name(text), is_written_as_a_name(text)) == (given, written)


@pytest.mark.parametrize(("text", "none"), [("eine andere", True), ("un autre", True), ("Ngozi Eze", False)])
def test_small_words_are_no_part_of_a_name(text: str, none: bool) -> None:
    assert says_no_part_of_a_name(text) is none
