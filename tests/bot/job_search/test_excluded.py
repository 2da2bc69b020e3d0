"""What somebody does not want is left out of a search, said in the reply and remembered until it is taken back."""

from __future__ import annotations

import pytest

from bot.dialogue.search.wishes import parts, without
from storage.openings.wishes import Excluded, Wish, wish_json, wish_of
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles

WHOLE = Wish(
    ("nurse",),
    (),
    excluded=Excluded(
        ("cook",),
        ("Kassel",),
        ("AT",),
        ("DE-BY",),
        ("internship",),
        ("hybrid",),
        ("lead",),
    ),
)


def excluded(chat: Chat) -> Excluded:
    search = search_of(chat)
    assert search is not None
    return search.wish.excluded


@pytest.mark.parametrize("text", ["nurse jobs, but not in Hamburg", "Nurse jobs anywhere but Hamburg?"])
def test_openings_of_a_town_that_is_not_wanted_are_left_out(chat: Chat, text: str) -> None:
    (reply,) = chat.say(text).replies
    assert [card.title for card in reply.cards] == ["Nurse, day clinic"]
    assert "except Hamburg" in (reply.text or "")


def test_openings_of_a_trade_that_is_not_wanted_are_left_out(chat: Chat) -> None:
    (reply,) = chat.say("I don't want to work as a warehouse worker, what other jobs do you have in Berlin?").replies
    assert {card.title for card in reply.cards} == {"Nurse, day clinic", "Cook for our canteen", "Software developer"}
    assert "no warehouse worker" in (reply.text or "")


def test_what_is_not_wanted_narrows_the_search_that_goes_on(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert titles(chat, "no part-time please, and not in Hamburg") == ["Nurse, day clinic"]
    assert excluded(chat).cities == ("Hamburg",)


def test_it_is_remembered_and_taken_back_by_naming_it_again(chat: Chat) -> None:
    chat.say("nurse jobs, but not in Hamburg")
    assert titles(chat, "only full-time") == ["Nurse, day clinic"]
    assert excluded(chat).cities == ("Hamburg",)
    assert len(titles(chat, "Hamburg is fine too")) == 2
    assert excluded(chat) == Excluded()
    search = search_of(chat)
    assert search is not None
    assert search.wish.cities == ()


def test_it_is_taken_back_by_its_button(chat: Chat) -> None:
    chat.say("nurse jobs, but not in Hamburg")
    assert len(titles(chat, button="search:without:no_place")) == 3


def test_an_opening_with_a_place_elsewhere_is_not_left_out(chat: Chat) -> None:
    assert "Cook for our canteen" in titles(chat, "cook jobs, but not in Munich")


@pytest.mark.parametrize("part", parts(WHOLE))
def test_taking_a_part_away_leaves_all_others(part: str) -> None:
    assert parts(without(WHOLE, part)) == tuple(name for name in parts(WHOLE) if name != part)


def test_what_is_excluded_is_kept_with_the_conversation() -> None:
    assert wish_of(wish_json(WHOLE)) == WHOLE
    assert wish_of({"professions": ["nurse"], "cities": []}) == Wish(("nurse",), ())
