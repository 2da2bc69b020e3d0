"""Who tells of a trade and a place without asking for a job is passed on, and shown what there is all the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.conversation import open_conversation
from bot.guard.guard import Guard
from bot.guard.judgement import GuardLimits
from bot.service import Service
from nlu.understanding import Stage
from storage.database.database import Database
from storage.openings import search_log
from tests.bot import conftest as scripted
from tests.bot.conftest import NOW, Chat, add_company
from tests.bot.job_search.conftest import titles

NURSES = ["Nurse, ward 3", "Nurse, night shift"]
TRADE = "my late mother was a nurse and she taught me everything before she died"
PLACE = "my late mother lived in Hamburg and she told me everything of it before she died"
SEARCHING = "In case you are looking for a job:"


@pytest.mark.both_databases
def test_what_is_told_of_a_trade_and_a_place_is_passed_on_and_searched_for(chat: Chat) -> None:
    assert len(chat.texts(TRADE)) == 1
    turn = chat.say(PLACE)
    first, second = turn.replies
    assert first.text.startswith("I'm not sure")
    assert second.text == f"{SEARCHING} 2 openings fit your search: nurse · within 50 km of Hamburg."
    assert [card.title for card in second.cards] == NURSES
    assert turn.conversation.status == "waiting"
    company_id = chat.opened.conversation.company_id
    assert chat.database.read_now(lambda conn: search_log.total(conn, company_id, NOW)) == (1, 0)


def test_the_place_may_be_told_first(chat: Chat) -> None:
    chat.say(PLACE)
    assert titles(chat, TRADE) == NURSES


def test_the_search_goes_on_from_there(chat: Chat) -> None:
    chat.say(PLACE)
    chat.say(TRADE)
    assert titles(chat, "only part-time") == NURSES[1:]


def test_a_mail_of_the_answer_is_offered_where_it_says_so(chat: Chat, service: Service) -> None:
    mailing = Chat(chat.database, replace(service, mails_answers=True), chat.opened)
    mailing.say(TRADE)
    first, second = mailing.say(PLACE).replies
    assert [button.title for button in first.buttons] == ["Send me the answer by e-mail"]
    assert "Send me the answer by e-mail" not in [button.title for button in second.buttons]


def test_openings_are_shown_also_where_the_guard_hands_over(chat: Chat, service: Service) -> None:
    watched = Chat(chat.database, replace(service, guard=Guard(GuardLimits(0.05, 0.1))), chat.opened)
    watched.say(TRADE)
    first, second = watched.say(PLACE).replies
    assert first.text.startswith("It seems I'm not being much help")
    assert [card.title for card in second.cards] == NURSES


def test_where_the_bot_asks_back_its_topics_can_still_be_chosen(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.say(TRADE)
    monkeypatch.setitem(scripted.SCRIPT, PLACE, (Stage.FAQ, "salary", 0.45))
    first, second = chat.say(PLACE).replies
    assert "Is it about this?" in first.text
    assert [card.title for card in second.cards] == NURSES
    assert chat.texts("!affirm") == ["acme pays well."]


@pytest.mark.parametrize("asks", ["who paid for her shoes in Hamburg?", "who paid for her shoes in Hamburg"])
def test_what_a_question_names_is_not_searched_for(chat: Chat, asks: str) -> None:
    chat.say(TRADE)
    assert len(chat.texts(asks)) == 1


def test_what_is_answered_is_not_searched_for(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.say(TRADE)
    monkeypatch.setitem(scripted.SCRIPT, PLACE, (Stage.FAQ, "salary", 0.9))
    assert chat.texts(PLACE) == ["acme pays well."]


def test_where_nothing_fits_it_says_so_and_what_there_is_instead(chat: Chat) -> None:
    chat.say(TRADE)
    _, second = chat.say(PLACE.replace("Hamburg", "Munich")).replies
    assert second.text.startswith(
        f"{SEARCHING} There is no opening for this search right now: nurse · within 50 km of Munich"
    )
    assert second.buttons


def test_nothing_is_searched_for_while_the_bot_waits_for_something_else(chat: Chat) -> None:
    chat.say(TRADE)
    chat.say("!job_subscribe")
    chat.say("a cook in Munich")
    assert not any(text.startswith(SEARCHING) for text in chat.texts(PLACE))


def test_a_company_without_openings_has_nothing_to_show(database: Database, service: Service) -> None:
    company = database.write_now(lambda conn: add_company(conn, "acme"))
    opened = database.write_now(lambda conn: open_conversation(conn, service, company, "en", NOW))
    chat = Chat(database, service, opened)
    chat.say(TRADE)
    assert len(chat.texts(PLACE)) == 1
