"""The newest openings come first where somebody asks for them, and the reply says since when the first is online."""

from __future__ import annotations

import pytest

from bot.dialogue.search.wishes import changed
from candor.house import job_words
from nlu.understanding import Stage
from storage.openings.wishes import Wish, wish_json, wish_of
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.heard_steps import let_hear
from tests.bot.job_search.conftest import search_of, titles

FRESH = "is there anything I have not seen since Monday"


@pytest.mark.parametrize("text", ["newest first please", FRESH])
def test_the_newest_of_what_is_shown_comes_first(chat: Chat, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    let_hear(monkeypatch, chat, {FRESH: "newest"})
    chat.say("warehouse worker jobs in Berlin")
    (reply,) = chat.say(text).replies
    assert reply.cards[0].title == "Warehouse worker 7"
    assert "“Warehouse worker 7” is the newest, online since 21 February 2026." in (reply.text or "")
    assert [button.title for button in reply.buttons if "without" in button.id][-1] == "✕ newest first"


def test_who_names_a_trade_beside_it_wants_that(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "anything new as a cook in Munich"
    let_hear(monkeypatch, chat, {text: "newest"})
    chat.say("warehouse worker jobs in Berlin")
    assert titles(chat, text) == ["Cook"]


def test_who_wants_the_newest_by_mail_gets_no_order(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    mail = "the fresh ones into my inbox"
    let_hear(monkeypatch, chat, {mail: "newest"})
    monkeypatch.setitem(scripted.SCRIPT, mail, (Stage.GENERAL, "job_subscribe", 0.6))
    chat.say("warehouse worker jobs in Berlin")
    chat.say(mail)
    search = search_of(chat)
    assert search is not None
    assert search.wish.order is None


def test_the_order_is_taken_back_by_its_button(chat: Chat) -> None:
    chat.say("warehouse worker jobs in Berlin")
    chat.say("newest first please")
    chat.say(button="search:without:newest")
    search = search_of(chat)
    assert search is not None
    assert search.wish.order is None


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "newest first"), ("de", "die neuesten zuerst"), ("fr", "les plus récents d'abord"), ("zh", "最新的在前")],
)
def test_it_is_heard_in_each_language(language: str, text: str) -> None:
    said = job_words().wishes.read(text, (), language)
    assert changed(Wish(("nurse",), ("Kassel",)), said) == Wish(("nurse",), ("Kassel",), order="newest")


def test_an_order_by_pay_of_an_older_version_is_kept() -> None:
    stored = wish_json(Wish(("nurse",), ()))
    del stored["order"]
    assert wish_of(stored | {"by_pay": "least_paid"}).order == "least_paid"
