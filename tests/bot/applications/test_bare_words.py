"""A word alone answers what an application has just asked, ends it, or is no name."""

from __future__ import annotations

import pytest

from tests.bot.applications.conftest import application_of, begin
from tests.bot.conftest import Chat


def to_the_file(applying: Chat) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    applying.ask("anna@example.org")


@pytest.mark.parametrize("text", ["yes", "yes please", "sure"])
def test_yes_to_a_file_asks_for_it(applying: Chat, text: str) -> None:
    to_the_file(applying)
    assert applying.ask(text).startswith("Would you like to add a file")


@pytest.mark.parametrize("text", ["yes send it", "send it please", "OK, submit it"])
def test_who_has_it_sent_instead_of_adding_a_file_is_shown_all(applying: Chat, text: str) -> None:
    to_the_file(applying)
    assert "File: none" in applying.ask(text)


@pytest.mark.parametrize("text", ["don't send it", "send it?", "send it to my wife first"])
def test_who_does_not_have_it_sent_is_shown_nothing(applying: Chat, text: str) -> None:
    to_the_file(applying)
    assert "File: none" not in applying.ask(text)


def test_yes_to_the_question_for_an_address_is_none(applying: Chat) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    assert applying.ask("yes").startswith("Which e-mail address")


def test_no_to_what_is_shown_at_the_end_asks_what_to_change(applying: Chat) -> None:
    to_the_file(applying)
    applying.ask("no")
    assert applying.ask("no").startswith("What would you like to change?")


def test_who_sends_after_that_is_shown_it_once_more(applying: Chat) -> None:
    to_the_file(applying)
    applying.ask("no")
    applying.ask("not yet")
    assert "Please check" in applying.ask("send it")


def test_forget_it_ends_an_application(applying: Chat) -> None:
    begin(applying)
    assert "was deleted" in applying.ask("forget it")
    assert application_of(applying) is None


@pytest.mark.parametrize("text", ["hm", "uh", "pardon?"])
def test_what_only_sounds_is_no_name(applying: Chat, text: str) -> None:
    begin(applying)
    assert "e-mail address" not in applying.ask(text)


@pytest.mark.parametrize("text", ["the first one", "number 2"])
def test_who_only_picks_one_of_a_list_has_not_applied(applying: Chat, text: str) -> None:
    applying.say("nurse jobs in Hamburg")
    applying.ask(text)
    assert application_of(applying) is None


@pytest.mark.parametrize("text", ["thanks", "ok", "please", "sorry"])
def test_a_polite_word_ends_nothing(applying: Chat, text: str) -> None:
    begin(applying)
    applying.ask("Anna Lopez")
    applying.ask(text)
    assert application_of(applying) is not None


@pytest.mark.parametrize("text", ["that's the one for me", "I want it!", "yes, this one interests me"])
def test_who_wants_the_one_shown_applies_for_it(applying: Chat, text: str) -> None:
    applying.say("I would like a job as a cook in Munich")
    assert "You’re applying for" in applying.ask(text)


@pytest.mark.parametrize("text", ["that's the one for me to avoid", "I want it remote", "is that the one for me?"])
def test_who_says_more_than_that_does_not(applying: Chat, text: str) -> None:
    applying.say("I would like a job as a cook in Munich")
    applying.ask(text)
    assert application_of(applying) is None


def test_who_picks_the_one_that_was_asked_for_applies_for_it(applying: Chat) -> None:
    applying.say("nurse jobs in Hamburg")
    applying.ask("apply")
    assert "You’re applying for" in applying.ask("the first one")


@pytest.mark.parametrize("text", ["not the first one", "what does the first one pay?"])
def test_who_asks_or_refuses_instead_has_not_applied(applying: Chat, text: str) -> None:
    applying.say("nurse jobs in Hamburg")
    applying.ask("apply")
    applying.ask(text)
    assert application_of(applying) is None


NAMES = ("Maria da Silva", "Karl zu Guttenberg", "Can Kaya", "Tu Nguyen", "Ma Long", "李想", "Tom Baker")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_hold_words_that_mean_something_elsewhere(applying: Chat, name: str) -> None:
    begin(applying)
    assert "e-mail address" in applying.ask(name)
