"""Who comes from an advertisement says its title: the bot speaks of that opening, in the language of the talk."""

from __future__ import annotations

import pytest

from storage import Connection
from storage.openings import opening_feeds, opening_import
from tests.bot.conftest import NOW, Chat
from tests.bot.job_search.conftest import BERLIN, MUNICH, OPENINGS, opening, search_of, titles

LIFTS = opening(
    20, "Monteur Aufzüge und Fahrtreppen (m/w/d)", "fitter", BERLIN, description="Sie reisen viel.", language="de"
)
TWICE = [opening(number, "Verkauf in Teilzeit", "salesperson", place) for number, place in ((21, BERLIN), (22, MUNICH))]


@pytest.fixture(autouse=True)
def lifts(chat: Chat) -> None:
    """Let the company seek somebody for lifts, too, and somebody for two shops."""
    company = chat.opened.conversation.company_id

    def work(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company)
        opening_import.apply(conn, company, feed.id, [*OPENINGS, LIFTS, *TWICE], NOW)

    chat.database.write_now(work)


@pytest.mark.parametrize(
    "text",
    [
        "where is Monteur Aufzüge und Fahrtreppen (m/w/d) based?",
        "where is the monteur aufzuge und fahrtreppen based?",
        "hello, the Monteur Aufzüge und Fahrtreppen one: where is it based?",
    ],
)
def test_what_is_asked_of_an_opening_by_its_title_is_answered_from_its_advertisement(chat: Chat, text: str) -> None:
    assert "Berlin" in chat.ask(text)
    search = search_of(chat)
    assert search is not None
    assert search.titles == (LIFTS.title,)


def test_a_following_question_is_about_it(chat: Chat) -> None:
    chat.ask("where is Monteur Aufzüge und Fahrtreppen based?")
    assert "still being advertised" in chat.ask("is it still open?")


@pytest.mark.parametrize("text", ["where is Verkauf in Teilzeit based?", "where is the nurse based?"])
def test_a_title_that_two_have_and_a_trade_point_at_none(chat: Chat, text: str) -> None:
    chat.say(text)
    search = search_of(chat)
    assert search is None or search.opening is None


def test_a_title_without_a_question_looks_for_such_jobs(chat: Chat) -> None:
    assert "Software developer" in titles(chat, "software developer jobs in Berlin")


def test_one_that_is_closed_is_not_found_by_its_title(chat: Chat) -> None:
    company = chat.opened.conversation.company_id

    def close(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company)
        opening_import.apply(conn, company, feed.id, OPENINGS, NOW)

    chat.database.write_now(close)
    assert "passed your question" in chat.ask("where is Monteur Aufzüge und Fahrtreppen based?")


def test_the_words_of_a_title_tell_nothing_of_the_language(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    def detect(self: object, text: str, among: object, *, last: str | None = None, default: str) -> str:
        return "de" if "Aufzüge" in text else last or default

    monkeypatch.setattr(type(chat.service.detector), "detect", detect)
    chat.say("where is Monteur Aufzüge und Fahrtreppen based?")
    assert chat.say("what does it pay?").conversation.language == "en"
