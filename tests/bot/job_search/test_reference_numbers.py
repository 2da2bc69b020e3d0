"""Who comes from an advertisement names its number: the bot speaks of that opening at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from nlu.understanding import Stage
from storage import Connection
from storage.openings import opening_feeds, opening_import
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat, add_company
from tests.bot.job_search.conftest import OPENINGS, search_of, titles


def close_all_but_the_first(chat: Chat) -> None:
    company_id = chat.opened.conversation.company_id

    def close(conn: Connection) -> None:
        (feed,) = opening_feeds.of_company(conn, company_id)
        opening_import.apply(conn, company_id, feed.id, OPENINGS[:1], NOW)

    chat.database.write_now(close)


@pytest.mark.parametrize(
    "text",
    [
        "AC-1004",
        "ac1004",
        "Hello, I saw AC 1004 and like it",
        "vacancy 1004",
        "ref. no. 1004",
        "1004",
        "AC-1004 please",
    ],
)
def test_an_opening_is_shown_by_its_number(chat: Chat, text: str) -> None:
    assert titles(chat, text) == ["Cook"]


def test_what_a_number_is_asked_about_is_answered_from_its_advertisement(chat: Chat) -> None:
    assert "€18.50" in chat.ask("what does AC-1004 pay?")
    assert "München" in chat.ask("where is it?")


def test_whether_it_is_still_open_is_said(chat: Chat) -> None:
    assert chat.ask("is AC-1004 still open?") == ("“Cook” is still being advertised. The ad gives no closing date.")
    assert "30 April 2026" in chat.ask("is AC-1001 still open?")


def test_one_that_is_closed_is_said_to_be_gone(chat: Chat) -> None:
    close_all_but_the_first(chat)
    assert "no longer online" in chat.ask("is AC-1004 still open?")
    assert "no longer online" in chat.ask("AC-1004")


def test_another_number_leaves_what_was_shown_before_and_keeps_what_was_sought(chat: Chat) -> None:
    chat.say("a nurse job in Hamburg")
    assert titles(chat, "what about AC-1005") == ["Cook for our canteen"]
    search = search_of(chat)
    assert search is not None
    assert search.wish.professions == ("nurse",)
    assert titles(chat, "back to the results") == ["Nurse, ward 3", "Nurse, night shift"]


def test_a_number_of_the_list_on_show_picks_from_it(chat: Chat) -> None:
    shown = titles(chat, "a nurse job in Hamburg")
    assert titles(chat, "AC-1002") == ["Nurse, night shift"]
    search = search_of(chat)
    assert search is not None
    assert list(search.titles) == shown


def test_two_numbers_are_put_side_by_side(chat: Chat) -> None:
    assert titles(chat, "AC-1004 or AC-1005") == ["Cook", "Cook for our canteen"]


def test_what_the_company_has_an_answer_to_is_answered_with_it(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "is there free coffee with AC-1004", (Stage.FAQ, "benefits", 0.95))
    (reply,) = chat.say("is there free coffee with AC-1004").replies[:1]
    assert not reply.cards
    assert "Cook" not in reply.text


def test_who_has_a_question_about_one_is_shown_it(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scripted.SCRIPT, "a question on AC-1004", (Stage.GENERAL, "help", 0.9))
    assert titles(chat, "a question on AC-1004") == ["Cook"]


def test_a_number_is_no_trade(chat: Chat) -> None:
    assert titles(chat, "I am looking for a job as AC-1004") == ["Cook"]


@pytest.mark.parametrize("text", ["AC-9999", "I earn 1004 now", "AC-100", "1004 5678"])
def test_what_is_no_number_of_an_opening_shows_none(chat: Chat, text: str) -> None:
    assert titles(chat, text) == []


def test_digits_that_end_two_numbers_name_neither(start_chat: Callable[[str], Chat]) -> None:
    chat = start_chat("acme")
    twin = replace(OPENINGS[4], external_id="XY-1004")

    def offer(conn: Connection) -> None:
        company_id = chat.opened.conversation.company_id
        (feed,) = opening_feeds.of_company(conn, company_id)
        opening_import.apply(conn, company_id, feed.id, [*OPENINGS, twin], NOW)

    chat.database.write_now(offer)
    assert titles(chat, "ref. 1004") == []
    assert titles(chat, "XY-1004") == ["Cook for our canteen"]


def test_another_companys_number_is_nobodys(start_chat: Callable[[str], Chat]) -> None:
    chat = start_chat("acme")
    chat.database.write_now(lambda conn: add_company(conn, "other"))
    stranger = start_chat("other")
    close_all_but_the_first(stranger)
    assert titles(chat, "AC-1004") == ["Cook"]
    assert "no longer online" in stranger.ask("AC-1004")
