"""A misspelt town is guessed where it can only be one of the company's, and the reply says what was guessed."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from nlu.entities.near_towns import near_town
from storage.database.database import Database
from tests.bot.conftest import Chat, add_company
from tests.bot.job_search.conftest import search_of

TOWNS = {
    "Kassel": "Kassel",
    "Köln": "Cologne",
    "Cologne": "Cologne",
    "Essen": "Essen",
    "Hamburg": "Hamburg",
    "Hambourg": "Hamburg",
}


def cities(chat: Chat) -> tuple[str, ...] | None:
    search = search_of(chat)
    return search.wish.cities if search else None


def test_the_only_town_that_is_near_is_looked_in_and_said(chat: Chat) -> None:
    (reply,) = chat.say("nurse jobs in Berrlin").replies
    assert cities(chat) == ("Berlin",)
    assert (reply.text or "").startswith("I take “Berrlin” to mean Berlin.")
    assert [card.title for card in reply.cards] == ["Nurse, day clinic"]


def test_a_town_asked_for_is_guessed_too(chat: Chat) -> None:
    chat.say("nurse jobs")
    (reply,) = chat.say("Berrlin").replies
    assert cities(chat) == ("Berlin",)
    assert "Berlin" in (reply.text or "")


def test_a_small_town_of_the_companys_countries_is_looked_around_in(
    database: Database, start_chat: Callable[[str], Chat]
) -> None:
    database.write_now(lambda conn: add_company(conn, "acme", ("DE",)))
    chat = start_chat("acme")
    (reply,) = chat.say("nurse jobs in Rehfelde").replies
    assert cities(chat) == ("Rehfelde",)
    assert "within 50 km of Rehfelde" in (reply.text or "")
    assert [card.title for card in reply.cards] == ["Nurse, day clinic"]


def test_a_small_town_of_another_country_is_not_known(chat: Chat) -> None:
    chat.say("nurse jobs in Thirsk")
    assert cities(chat) is None


def test_a_town_far_from_all_is_not_guessed(chat: Chat) -> None:
    (reply,) = chat.say("nurse jobs in Wuppertahlen").replies
    assert "I take" not in (reply.text or "")
    assert cities(chat) is None


@pytest.mark.parametrize(
    ("text", "rest", "language", "found"),
    [
        ("jobs in Kasel", ["Kasel"], "en", ("Kasel", "Kassel")),
        ("Jobs in Kölln", ["Kölln"], "de", ("Kölln", "Cologne")),
        ("postes à Kasssel", ["Kasssel"], "fr", ("Kasssel", "Kassel")),
        ("gutes Esssen in der Kantine", ["gutes", "Esssen", "Kantine"], "de", None),
        ("jobs in Kln", ["Kln"], "de", None),
        ("jobs in Kassel", ["Kassel"], "en", None),
        ("jobs in Hamburg", ["Hamburg"], "en", None),
    ],
)
def test_a_word_counts_that_stands_where_a_place_does(
    text: str, rest: list[str], language: str, found: tuple[str, str] | None
) -> None:
    assert near_town(text, rest, language, TOWNS) == found
