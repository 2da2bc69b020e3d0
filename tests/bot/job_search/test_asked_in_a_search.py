"""A step of a search that asks for a detail, too: what the one opening that is meant tells of it is said."""

from __future__ import annotations

import pytest

from nlu.ads.details import Shares
from tests.bot.conftest import Chat

TOLD = "You look after ten patients."
ASKED = {
    "a full-time nurse job in Hamburg, who shows me the ropes?": "training",
    "a nurse job in Hamburg, who shows me the ropes?": "training",
    "as a driver in Rostock? and who shows me the ropes?": "training",
    "I want to apply as a full-time nurse in Hamburg, who trains me?": "training",
    "a full-time nurse job in Hamburg, no nights": "times",
    "a full-time nurse job in Hamburg and what do you pay": "training",
    "a full-time nurse job in Hamburg like Nurse, ward 3": "team",
    "only full-time": "hours",
}


class Hears:
    """A fake of what hears details: of how one is trained and of hours, in sentences that share no word."""

    def asked(self, text: str) -> Shares:
        return {ASKED[text]: 0.9} if text in ASKED else {}

    def told(self, sentence: str) -> Shares:
        return {"training": 0.8, "hours": 0.8, "times": 0.8, "team": 0.8} if sentence == TOLD else {}


@pytest.fixture(autouse=True)
def hears(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(chat.service.live), "details", lambda self, language: Hears())


def test_the_one_opening_that_fits_tells_what_is_asked_for_too(chat: Chat) -> None:
    shown, told = chat.texts("a full-time nurse job in Hamburg, who shows me the ropes?")
    assert "One opening fits" in shown
    assert f"“{TOLD}”" in told


def test_of_several_openings_none_tells_it(chat: Chat) -> None:
    assert len(chat.texts("a nurse job in Hamburg, who shows me the ropes?")) == 1


def test_what_is_looked_for_asks_for_nothing(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert len(chat.texts("only full-time")) == 1


def test_what_is_ruled_out_asks_for_nothing(chat: Chat) -> None:
    assert len(chat.texts("a full-time nurse job in Hamburg, no nights")) == 1


def test_what_the_company_answers_the_opening_is_not_asked_too(chat: Chat) -> None:
    answer, shown = chat.texts("a full-time nurse job in Hamburg and what do you pay")
    assert answer == "acme pays well."
    assert "One opening fits" in shown


def test_the_title_of_the_opening_is_asked_of_nobody(chat: Chat) -> None:
    assert len(chat.texts("a full-time nurse job in Hamburg like Nurse, ward 3")) == 1


def test_a_button_asks_for_nothing_whatever_its_title_says(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    (reply,) = chat.say("a full-time permanent nurse job in Hamburg").replies
    button = next(each for each in reply.buttons if "permanent" in each.title)
    monkeypatch.setitem(ASKED, button.title, "training")
    replies = chat.say(button=button.id).replies
    assert [len(each.cards) for each in replies] == [1]


def test_where_nothing_fits_nothing_is_told(chat: Chat) -> None:
    chat.say("a full-time nurse job in Hamburg")
    (told,) = chat.texts("as a driver in Rostock? and who shows me the ropes?")
    assert TOLD not in told


def test_who_wants_to_apply_is_asked_for_that_and_told_nothing(chat: Chat) -> None:
    assert all(
        TOLD not in each for each in chat.texts("I want to apply as a full-time nurse in Hamburg, who trains me?")
    )
