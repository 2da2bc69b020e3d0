"""A profession or place that a message named which the bot did not understand is not lost to the search after it."""

from __future__ import annotations

import pytest

from nlu.understanding import Stage
from storage.openings.wishes import Wish
from tests.bot import conftest as scripted
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles

NURSES = ["Nurse, ward 3", "Nurse, night shift"]
LIVED = "my late mother lived in Hamburg and she told me everything of it before she died"
TOLD = "my late mother was a nurse and she taught me everything before she died"


def wish_of(chat: Chat) -> Wish | None:
    search = search_of(chat)
    return search.wish if search else None


def test_a_profession_told_before_the_search_began_is_looked_for(chat: Chat) -> None:
    assert chat.say(TOLD).replies[0].text.startswith("I'm not sure")
    assert titles(chat, "a job in Hamburg") == NURSES
    assert wish_of(chat) == Wish(("nurse",), ("Hamburg",))


def test_a_place_told_before_the_search_began_is_looked_in(chat: Chat) -> None:
    assert chat.say(LIVED).replies[0].text.startswith("I'm not sure")
    assert titles(chat, "a job as nurse") == NURSES


def test_the_button_of_a_search_asks_only_for_what_was_not_told(chat: Chat) -> None:
    chat.say(TOLD)
    assert "nurse" in chat.say(button="general:job_search").replies[0].text
    assert titles(chat, "Hamburg") == NURSES


def test_what_the_bot_asked_back_about_is_not_lost_either(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "for ten years I was a nurse", (Stage.FAQ, "salary", 0.45))
    assert "Is it about this?" in chat.say("for ten years I was a nurse").replies[0].text
    assert titles(chat, "a job in Hamburg") == NURSES


def test_what_is_said_when_the_search_begins_wins(chat: Chat) -> None:
    chat.say(TOLD)
    chat.say(LIVED)
    assert titles(chat, "a job as cook in Munich") == ["Cook"]
    assert wish_of(chat) == Wish(("cook",), ("Munich",))


def test_of_two_professions_told_the_later_one_counts(chat: Chat) -> None:
    chat.say(TOLD)
    chat.say(TOLD.replace("a nurse", "a cook"))
    assert titles(chat, "a job in Munich") == ["Cook"]


def test_what_a_question_names_is_no_wish(chat: Chat) -> None:
    chat.say("does a nurse get her shoes paid by the hospital where she works?")
    chat.say("a job in Hamburg")
    assert wish_of(chat) == Wish(None, ("Hamburg",))


def test_what_was_answered_is_no_wish(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, TOLD, (Stage.FAQ, "salary", 0.9))
    chat.say(TOLD)
    chat.say("a job in Hamburg")
    assert wish_of(chat) == Wish(None, ("Hamburg",))


@pytest.mark.parametrize("forgets", ["!start_over", "!stop"])
def test_what_was_told_before_starting_over_or_stopping_is_forgotten(chat: Chat, forgets: str) -> None:
    chat.say(TOLD)
    chat.say(forgets)
    chat.say("a job in Hamburg")
    assert wish_of(chat) == Wish(None, ("Hamburg",))


def test_what_was_told_in_another_language_is_read_in_that(chat: Chat) -> None:
    told = "[de] meine verstorbene Mutter war Krankenpflegerin und hat mir vor ihrem Tod alles gezeigt was sie konnte"
    assert not chat.say(told).replies[0].cards
    chat.say("[en] a job in Hamburg")
    assert wish_of(chat) == Wish(("nurse",), ("Hamburg",))
