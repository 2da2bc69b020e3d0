"""Who wants something else where a search leaves nothing, or besides at the same place, is shown any job there."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Chat


@pytest.fixture
def chat(start_chat) -> Chat:  # type: ignore[no-untyped-def]
    chat: Chat = start_chat("acme")
    return chat


@pytest.mark.parametrize("said", ["anything else in Berlin then?", "ok, any other work?", "something else then"])
def test_where_nothing_was_found_the_trade_is_dropped(chat: Chat, said: str) -> None:
    chat.ask("a job as a pilot in Berlin")
    found = chat.ask(said)
    assert "pilot" not in found
    assert "Berlin" in found


def test_besides_at_the_same_place_any_job_is_shown(chat: Chat) -> None:
    chat.ask("a job as a cook in Munich")
    assert "any job" in chat.ask("what else is there in Munich?")


def test_a_list_that_goes_on_is_turned(chat: Chat) -> None:
    before = chat.ask("any job in Berlin")
    assert chat.ask("anything else?") != before


@pytest.mark.parametrize("said", ["which ones?", "what ones do you have", "and which are they"])
def test_which_ones_shows_those_on_show_again(chat: Chat, said: str) -> None:
    shown = chat.say("any job in Berlin").replies[0].cards
    assert chat.say(said).replies[0].cards == shown
