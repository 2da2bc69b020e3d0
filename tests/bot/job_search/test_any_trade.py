"""Who says where, or as what, but no trade is shown what there is, and asked for the trade beside it."""

from __future__ import annotations

import pytest

from bot.dialogue.search.shown import PAGE
from bot.dialogue.state import Slot
from candor.house import entity_finder, job_words
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import search_of, titles

ASKS = "What kind of job"
NURSES = ["Nurse, ward 3", "Nurse, night shift"]


pytestmark = pytest.mark.usefixtures("many_openings")


@pytest.mark.both_databases
@pytest.mark.parametrize("text", ["a job in Hamburg", "a full time job", "a full time job in Hamburg"])
def test_what_there_is_is_shown_and_the_trade_asked_for(chat: Chat, text: str) -> None:
    (reply,) = chat.say(text).replies
    assert reply.cards
    assert ASKS in reply.text
    assert "search:anything" in [button.id for button in reply.buttons]


def test_the_trade_that_is_named_then_narrows_what_was_shown(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    assert titles(chat, "nurse") == NURSES


def test_it_is_asked_for_once(chat: Chat) -> None:
    chat.say("a job in Hamburg")
    (reply,) = chat.say("what about full time?").replies
    assert reply.cards
    assert ASKS not in reply.text
    search = search_of(chat)
    assert search is not None
    assert search.asked is Slot.PROFESSION


def test_who_says_nothing_is_asked_before_anything_is_shown(chat: Chat) -> None:
    (reply,) = chat.say("I need a job").replies
    assert ASKS in reply.text
    assert not reply.cards


def test_an_address_is_no_trade_but_for_the_person_who_answers(chat: Chat) -> None:
    chat.say("!contact_human")
    chat.say("I need a job")
    (reply,) = chat.say("bo.lind@example.org").replies
    assert "sees this address" in reply.text
    assert not reply.cards


def test_more_is_more_of_the_same(chat: Chat) -> None:
    first = titles(chat, "a full time job")
    assert len(first) == PAGE
    second = titles(chat, "show me more")
    assert second
    assert not {*first} & {*second}


@pytest.mark.parametrize("text", ["I am thrilled to have a job with you", "my dream is a job at Acme"])
def test_how_much_a_job_is_wanted_and_the_companys_name_are_no_trades(chat: Chat, text: str) -> None:
    (reply,) = chat.say(text).replies
    assert ASKS in reply.text
    assert not reply.cards


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I'm itching to work for you", "en"),
        ("ich brenne darauf, bei Ihnen zu arbeiten", "de"),
        ("j'ai hâte de travailler chez vous", "fr"),
        ("很渴望来工作", "zh"),
    ],
)
def test_words_for_how_much_it_is_wanted_name_no_trade(text: str, language: str) -> None:
    assert job_words().wishes.read(text, (), language).trade == ""


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("a job that is posted in Berne", "en"),
        ("the same job in Berne", "en"),
        ("Welche Stellen sind derzeit in Bern ausgeschrieben?", "de"),
        ("ich bin auf der Suche nach einer neuen Arbeit", "de"),
        ("je cherche du travail pendant mes études", "fr"),
        ("cherchez-vous quelqu'un à Berne ?", "fr"),
        ("伯尔尼有没工作", "zh"),
    ],
)
def test_everyday_words_where_a_trade_stands_name_none(text: str, language: str) -> None:
    found = entity_finder().find(text, language)
    assert job_words().wishes.read(text, found, language).trade == ""


@pytest.mark.parametrize("field", ["film", "funeral", "media"])
def test_a_field_of_work_that_no_list_knows_is_looked_for(field: str) -> None:
    assert field in job_words().wishes.read(f"any {field} jobs?", (), "en").trade
