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


def test_a_figure_alone_is_a_place_in_the_list(applying: Chat) -> None:
    shown = [card.title for card in applying.say("nurse jobs in Hamburg").replies[0].cards]
    opened = applying.say("open 2").replies[0]
    assert [card.title for card in opened.cards] == [shown[1]]
