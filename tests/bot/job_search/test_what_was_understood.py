"""What a search understood stands beside its openings, each part as a button that takes it away."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.dialogue.search.wishes import changed, parts, without
from nlu.wishes.words import WishWords
from storage.openings.wishes import Wish
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import titles

WHOLE = Wish(
    ("nurse",),
    ("Hamburg",),
    ("DE",),
    work_mode="remote",
    employment_types=("part_time", "permanent"),
    level="entry",
    said=("nurse",),
    pay_from=60000.0,
    pay_unit="year",
    pay_currency="EUR",
)


def chips(chat: Chat, said: str) -> dict[str, str]:
    (reply,) = chat.say(said).replies
    return {each.id: each.title for each in reply.buttons if each.id.startswith("search:without:")}


@pytest.mark.parametrize("part", parts(WHOLE))
def test_taking_a_part_away_leaves_all_others(part: str) -> None:
    left = without(WHOLE, part)
    assert parts(left) == tuple(name for name in parts(WHOLE) if name != part)


def test_what_is_no_part_of_a_wish_changes_nothing() -> None:
    assert without(WHOLE, "freelance") == WHOLE


def test_profession_and_place_are_shown_with_the_openings(chat: Chat) -> None:
    shown = chips(chat, "a nurse job in Hamburg")
    assert list(shown) == ["search:without:profession", "search:without:place"]
    assert shown["search:without:profession"] == "✕ nurse"
    assert shown["search:without:place"].startswith("✕ within 50 km of Hamburg")


def test_a_search_for_anything_anywhere_has_nothing_to_take_away(chat: Chat) -> None:
    assert not chips(chat, "show me all jobs, anything, anywhere")


def test_a_part_taken_away_is_searched_without(chat: Chat) -> None:
    in_hamburg = titles(chat, "a nurse job in Hamburg")
    (reply,) = chat.say(button="search:without:place").replies
    assert {card.title for card in reply.cards} > set(in_hamburg)
    assert "search:without:place" not in {each.id for each in reply.buttons}


def test_where_nothing_fits_the_parts_can_be_taken_away_too(chat: Chat) -> None:
    (reply,) = chat.say("a lawyer job in Hamburg").replies
    assert not reply.cards
    assert {"search:without:profession", "search:without:place"} <= {each.id for each in reply.buttons}


@pytest.mark.parametrize("before", [Wish(("cook",), ("Bern",)), Wish(None, ("Bern",), words="lamplighter")])
def test_a_trade_and_a_place_begin_anew_whether_lists_knew_the_trade_before_or_not(before: Wish) -> None:
    sought = replace(before, employment_types=("part_time",))
    said = WishWords(professions=("nurse",), cities=("Munich",))
    assert parts(changed(sought, said)) == ("profession", "place")
