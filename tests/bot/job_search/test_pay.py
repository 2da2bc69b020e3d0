"""The least pay that is wished for filters openings, in whatever unit; what it leaves out is said."""

from __future__ import annotations

import pytest

from bot.conversation import open_conversation
from bot.service import Service
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_feeds, opening_import
from storage.openings.openings import Salary
from tests.bot.conftest import NOW, Chat, add_company
from tests.bot.job_search.conftest import BERLIN, opening, search_of, titles

OPENINGS = [
    opening(1, "Cook, by the year", "cook", BERLIN, salary=Salary(31_000, 36_000, "EUR", "year")),
    opening(2, "Cook, by the month", "cook", BERLIN, salary=Salary(2_900, 3_100, "EUR", "month")),
    opening(3, "Cook, by the hour", "cook", BERLIN, salary=Salary(13, 14, "EUR", "hour")),
    opening(4, "Cook, in francs", "cook", BERLIN, salary=Salary(60_000, None, "CHF", "year")),
    opening(5, "Cook, nothing said", "cook", BERLIN),
    opening(6, "Cook, no unit", "cook", BERLIN, salary=Salary(None, 3_000, "EUR", None)),
]
WELL_PAID = {"Cook, by the year", "Cook, by the month", "Cook, in francs", "Cook, no unit"}


@pytest.fixture
def chat(database: Database, service: Service) -> Chat:
    def furnished(conn: Connection) -> Company:
        company = companies.by_key(conn, "acme") or add_company(conn, "acme")
        feed = opening_feeds.add(conn, company.id, format="csv", url="file:test", now=NOW, fetched=False)
        opening_import.apply(conn, company.id, feed.id, OPENINGS, NOW)
        return company

    company = database.write_now(furnished)
    opened = database.write_now(lambda conn: open_conversation(conn, service, company, "en", NOW))
    return Chat(database, service, opened)


@pytest.mark.both_databases
def test_openings_that_pay_enough_are_shown_whatever_their_unit(chat: Chat) -> None:
    assert set(titles(chat, "a cook job in Berlin above 36k")) == WELL_PAID


def test_what_pays_less_or_says_nothing_is_counted_and_one_button_away(chat: Chat) -> None:
    (reply,) = chat.say("a cook job in Berlin, at least 3000 a month").replies
    assert "at least 3,000 a month" in reply.text
    assert "2 more of these openings pay less or do not say what they pay" in reply.text
    assert {button.id: button.title for button in reply.buttons}["search:any_pay"] == "Any pay (6)"
    (reply,) = chat.say(button="search:any_pay").replies
    assert "6 openings fit" in reply.text
    assert "pay" not in reply.text


@pytest.mark.both_databases
def test_a_currency_that_is_said_must_be_the_advertisement_s(chat: Chat) -> None:
    assert titles(chat, "a cook job in Berlin above 50000 CHF") == ["Cook, in francs"]


def test_pay_said_later_refines_the_search(chat: Chat) -> None:
    chat.say("a cook job in Berlin")
    assert set(titles(chat, "above 36k")) == WELL_PAID


def test_where_nothing_pays_enough_the_others_are_offered(chat: Chat) -> None:
    (reply,) = chat.say("a cook job in Berlin above 90k").replies
    assert "There is no opening for this search right now" in reply.text
    assert "Any pay (6)" in [button.title for button in reply.buttons]


def test_what_neither_is_there_nor_pays_enough_is_offered_without_both(chat: Chat) -> None:
    (reply,) = chat.say("a cook job in Lisbon above 90k").replies
    assert "There is no opening for this search right now" in reply.text
    assert {button.id: button.title for button in reply.buttons}["search:loosened"] == (
        "Anywhere, without these conditions (6)"
    )
    (reply,) = chat.say(button="search:loosened").replies
    assert "6 openings fit" in reply.text


def test_a_new_search_keeps_no_pay(chat: Chat) -> None:
    chat.say("a cook job in Berlin above 90k")
    chat.say("a cook job in Berlin")
    search = search_of(chat)
    assert search is not None
    assert search.wish.pay_from is None


@pytest.mark.parametrize("said", ["more than 5 years of experience", "from 2027"])
def test_other_numbers_do_not_filter(chat: Chat, said: str) -> None:
    assert len(titles(chat, f"a cook job in Berlin, {said}")) == 4
