"""A step of a search that asks for a detail, too: what the one opening that is meant tells of it is said."""

from __future__ import annotations

import pytest

from nlu.ads.details import Shares
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles

TOLD = "You look after ten patients."
ASKED = {
    "a full-time nurse job in Hamburg, who shows me the ropes?": "training",
    "a nurse job in Hamburg, who shows me the ropes?": "training",
    "as a driver in Rostock? and who shows me the ropes?": "training",
    "only full-time": "hours",
}


class Hears:
    """A fake of what hears details: of how one is trained and of hours, in sentences that share no word."""

    def asked(self, text: str) -> Shares:
        return {ASKED[text]: 0.9} if text in ASKED else {}

    def told(self, sentence: str) -> Shares:
        return {"training": 0.8, "hours": 0.8} if sentence == TOLD else {}


@pytest.fixture(autouse=True)
def hears(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(chat.service.live), "details", lambda self, language: Hears())


def said(chat: Chat, text: str) -> list[str]:
    return [reply.text for reply in chat.say(text).replies]


def test_the_one_opening_that_fits_tells_what_is_asked_for_too(chat: Chat) -> None:
    shown, told = said(chat, "a full-time nurse job in Hamburg, who shows me the ropes?")
    assert "One opening fits" in shown
    assert f"“{TOLD}”" in told


def test_of_several_openings_none_tells_it(chat: Chat) -> None:
    assert len(said(chat, "a nurse job in Hamburg, who shows me the ropes?")) == 1


def test_what_is_looked_for_asks_for_nothing(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert len(said(chat, "only full-time")) == 1


def test_where_nothing_fits_the_opening_that_is_talked_of_tells_it_and_stays(chat: Chat) -> None:
    chat.say("a full-time nurse job in Hamburg")
    (told,) = said(chat, "as a driver in Rostock? and who shows me the ropes?")
    assert f"“{TOLD}”" in told
    search = search_of(chat)
    assert search is not None
    assert search.opening is not None


def test_where_nothing_is_talked_of_nothing_fits(chat: Chat) -> None:
    (told,) = said(chat, "as a driver in Rostock? and who shows me the ropes?")
    assert TOLD not in told
    assert titles(chat, "a nurse job in Hamburg")
