"""The list of openings is gone back to, and a place in it that it does not have is told to be none."""

from __future__ import annotations

import pytest

from bot.dialogue.search import asking
from candor.house import entity_finder, job_words
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles


@pytest.mark.parametrize("text", ["back to the list", "back"])
def test_after_an_opening_the_list_is_shown_again(chat: Chat, text: str) -> None:
    shown = titles(chat, "nurse jobs in Hamburg")
    chat.say("the second one")
    (reply,) = chat.say(text).replies
    assert [card.title for card in reply.cards] == shown
    assert "first ones" not in (reply.text or "")


def test_before_the_first_page_it_is_said_that_these_are_the_first_and_they_are_shown(chat: Chat) -> None:
    shown = titles(chat, "warehouse worker jobs in Berlin")
    (reply,) = chat.say("previous page").replies
    assert (reply.text or "").startswith("These are already the first ones.")
    assert [card.title for card in reply.cards] == shown


def test_the_page_that_was_left_is_the_one_gone_back_to(chat: Chat) -> None:
    chat.say("warehouse worker jobs in Berlin")
    second = titles(chat, "show me more")
    chat.say("the second one")
    assert titles(chat, "back to the list") == second


def test_a_place_that_the_list_does_not_have_is_told_to_be_none(chat: Chat) -> None:
    shown = titles(chat, "nurse jobs in Hamburg")
    (reply,) = chat.say("the third one").replies
    assert (reply.text or "").startswith("Only 2 openings are on show.")
    assert [card.title for card in reply.cards] == shown


def test_where_openings_of_any_trade_were_shown_none_is_asked_for_in_another_town(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "FEW", 2)
    assert len(titles(chat, "jobs in Hamburg")) == 2
    chat.say("the second one")
    assert len(titles(chat, "and in Berlin?")) == 4
    search = search_of(chat)
    assert search is not None
    assert search.asked is None


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "back to the list"), ("de", "zurück zur Liste"), ("fr", "retour à la liste"), ("zh", "返回列表")],
)
def test_who_wants_the_list_goes_on_with_the_search(language: str, text: str) -> None:
    assert "go_on" in job_words().wishes.read(text, entity_finder().find(text, language), language).marks
