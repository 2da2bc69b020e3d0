"""In words of no list: none of the openings shown is right, or the list of them is wanted again."""

from __future__ import annotations

import pytest

from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear
from tests.bot.job_search.conftest import search_of, titles

NONE, LIST, ELSEWHERE = "i could do not one of those", "enough of that one", "i could do none, try Berlin"


@pytest.fixture(autouse=True)
def hears(monkeypatch: pytest.MonkeyPatch, chat: Chat) -> None:
    let_hear(monkeypatch, chat, {NONE: "none_fits", LIST: "to_list", ELSEWHERE: "none_fits"})


def test_who_likes_none_is_asked_what_should_be_different_and_may_see_more(chat: Chat) -> None:
    chat.say("warehouse worker jobs in Berlin")
    (reply,) = chat.say(NONE).replies
    assert reply.text.startswith("What should be different?")
    assert "search:more" in [button.id for button in reply.buttons]
    assert not reply.cards


def test_the_search_goes_on_with_what_is_named_then(chat: Chat) -> None:
    titles(chat, "nurse jobs in Berlin")
    chat.say(NONE)
    assert titles(chat, "in Hamburg") == titles(chat, "nurse jobs in Hamburg")


def test_who_likes_none_and_names_something_has_it_looked_for(chat: Chat) -> None:
    chat.say("nurse jobs in Hamburg")
    assert "What should be different" not in chat.say(ELSEWHERE).replies[0].text


def test_who_likes_none_and_says_what_hours_has_them_looked_for(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    let_hear(monkeypatch, chat, {"i could do none, something part-time": "none_fits"})
    chat.say("nurse jobs in Hamburg")
    assert "What should be different" not in chat.say("i could do none, something part-time").replies[0].text


def test_the_list_is_shown_again_after_one_opening(chat: Chat) -> None:
    shown = titles(chat, "nurse jobs in Hamburg")
    chat.say("the second one")
    assert titles(chat, LIST) == shown


def test_without_a_search_nothing_of_that_is_heard(chat: Chat) -> None:
    assert "passed your question" in chat.say(NONE).replies[0].text


@pytest.mark.parametrize(("text", "wider"), [("forget it", False), ("forget the town then", True)])
def test_who_only_gives_up_widens_nothing(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str, wider: bool) -> None:
    let_hear(monkeypatch, chat, {text: "place_open"})
    chat.say("nurse jobs in Berlin")
    chat.say(text)
    found = search_of(chat)
    assert found is not None
    assert (not found.wish.cities) is wider
