"""What an earlier or newer Candor left open in a conversation: the next message is answered, none lost or doubled."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import update

from bot.conversation import history
from bot.dialogue.state import VERSION
from storage import Connection
from storage.conversations import messages
from storage.conversations.messages import Button, NewMessage
from storage.tables.conversation import conversation
from tests.bot.conftest import NOW, Chat
from tests.bot.job_search.conftest import search_of, titles

MIGRATED: dict[str, Any] = {
    "version": 1,
    "expected": ["city"],
    "search": {
        "wish": {"professions": ["nurse"], "cities": None},
        "shown": [],
        "titles": [],
        "page": 0,
        "opening": None,
        "asked": "city",
    },
    "searching": True,
}
"""What revision 0021 makes of a search that had asked where."""
NURSES = ["Nurse, ward 3", "Nurse, night shift"]


def left_open(chat: Chat, state: dict[str, Any]) -> None:
    talk = chat.opened.conversation
    change = update(conversation).where(conversation.c.id == talk.id).values(state=state)
    chat.database.write_now(lambda conn: conn.execute(change))


def said(chat: Chat) -> list[str]:
    talk, token = chat.opened.conversation.public_id, chat.opened.token
    return [each.text for each in chat.database.read_now(lambda conn: history(conn, talk, token, 0))]


@pytest.mark.both_databases
def test_a_search_that_was_open_when_the_database_was_migrated_goes_on(chat: Chat) -> None:
    left_open(chat, MIGRATED)
    assert titles(chat, "hamburg") == NURSES
    assert said(chat).count("hamburg") == 1


def test_a_conversation_with_the_state_of_a_newer_candor_is_answered_and_begins_anew(chat: Chat) -> None:
    left_open(chat, MIGRATED | {"version": VERSION + 1, "search": {"of": "another shape"}})
    before = len(said(chat))
    assert titles(chat, "I would like a nurse job in Hamburg") == NURSES
    search = search_of(chat)
    assert search is not None
    assert search.wish.cities == ("Hamburg",)
    assert len(said(chat)) == before + 2


@pytest.mark.parametrize(
    ("id_", "answer"), [("faq:salary", "acme pays well."), ("general:job_search", "What kind of job")]
)
def test_a_button_that_an_earlier_version_sent_still_says_what_it_said(id_: str, answer: str, chat: Chat) -> None:
    talk = chat.opened.conversation

    def send(conn: Connection) -> None:
        old = NewMessage("outgoing", "bot", "How may I help?", buttons=(Button(id_, "This"),))
        messages.append(conn, talk.company_id, talk.id, old, NOW)

    chat.database.write_now(send)
    assert answer in chat.say(button=id_).replies[0].text
