"""Who plainly wants to apply for one of the openings shown begins at once, where applications are taken in the chat."""

from __future__ import annotations

import pytest

from tests.bot.applications.conftest import application_of
from tests.bot.conftest import Chat


@pytest.mark.parametrize(
    "text", ["I want to apply for the first one", "apply for #1", "apply for 1", "I'd like to apply for the top one"]
)
def test_an_application_begins_for_the_opening_that_is_picked(applying: Chat, text: str) -> None:
    applying.say("nurse jobs in Hamburg")
    assert "What’s your name?" in applying.ask(text)
    assert application_of(applying) is not None


@pytest.mark.parametrize(
    "text",
    [
        "I don't want to apply for the first one",
        "the first one",
        "i want to apply",
    ],
)
def test_a_refusal_and_what_names_none_of_several_begin_none(applying: Chat, text: str) -> None:
    applying.say("nurse jobs in Hamburg")
    applying.ask(text)
    assert application_of(applying) is None


def test_who_has_applied_already_begins_none(applying: Chat) -> None:
    text = "i already applied, apply for it was what i did"
    applying.say("I would like a job as a cook in Munich")
    applying.ask(text)
    assert application_of(applying) is None


def test_a_figure_alone_is_a_place_in_the_list(applying: Chat) -> None:
    shown = [card.title for card in applying.say("nurse jobs in Hamburg").replies[0].cards]
    opened = applying.say("open 2").replies[0]
    assert [card.title for card in opened.cards] == [shown[1]]


@pytest.mark.parametrize("text", ["apply", "ok apply", "apply please", "I'm in!"])
def test_who_says_no_more_than_that_begins_for_the_one_shown(applying: Chat, text: str) -> None:
    applying.say("I would like a job as a cook in Munich")
    assert "What’s your name?" in applying.ask(text)
    assert application_of(applying) is not None


@pytest.mark.parametrize("text", ["I'm in Poland now", "I'm in my last year of school", "how do people apply?"])
def test_what_only_begins_or_ends_so_begins_none(applying: Chat, text: str) -> None:
    applying.say("I would like a job as a cook in Munich")
    applying.ask(text)
    assert application_of(applying) is None


def test_of_several_it_is_asked_back_for_which(applying: Chat) -> None:
    applying.say("nurse jobs in Hamburg")
    assert "Which of these" in applying.ask("ok apply")


def test_who_says_so_again_is_asked_for_what_is_next(applying: Chat) -> None:
    applying.say("I would like a job as a cook in Munich")
    applying.ask("apply")
    assert applying.ask("ok apply") == "What’s your name?"


def test_a_question_in_an_application_is_about_the_opening_that_it_is_for(applying: Chat) -> None:
    shown = [card.title for card in applying.say("nurse jobs in Hamburg").replies[0].cards]
    applying.ask("I want to apply for the first one")
    assert shown[0] in applying.ask("where is it?")
