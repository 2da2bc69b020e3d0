"""A turn is thought out beside all else: nothing of it is lost, doubled or old, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any, cast

import pytest

from bot.conversation import history
from bot.dialogue.storing import Turn
from bot.dialogue.turn import ATTEMPTS
from bot.live import LiveModels
from nlu.understanding import Understanding
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.conversations import conversations
from storage.conversations.messages import Message
from tests.bot.conftest import NOW, Chat, ScriptedModels

PAY = "what do you pay"
SECONDS = 20.0


@dataclass
class Interrupted(ScriptedModels):
    """Understands as scripted, while something else happens: one after the other, each once."""

    meanwhile: list[Callable[[], object]] = field(default_factory=list)

    def parse(self, *given: Any, **more: Any) -> Understanding:
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return super().parse(*given, **more)


def interrupted(chat: Chat, *meanwhile: Callable[[], object]) -> Chat:
    """The same chat, where this happens while a message is understood."""
    models = cast(LiveModels, Interrupted(meanwhile=list(meanwhile)))
    return Chat(chat.database, replace(chat.service, live=models), chat.opened)


def said(chat: Chat) -> list[Message]:
    opened = chat.opened
    return list(chat.database.read_now(lambda conn: history(conn, opened.conversation.public_id, opened.token, 0)))


def texts(turn: Turn) -> list[str]:
    return [reply.text for reply in turn.replies]


@pytest.mark.both_databases
def test_messages_from_two_tabs_at_once_are_each_answered_once(chat: Chat) -> None:
    other: list[Turn] = []
    here = interrupted(chat, lambda: other.append(chat.say("perks", client_id="there")))
    turn = here.say(PAY, client_id="here")
    assert (texts(other[0]), texts(turn)) == (["acme has free coffee."], ["acme pays well."])
    kept = said(chat)
    assert [each.seq for each in kept] == [1, 2, 3, 4, 5]
    assert [each.text for each in kept[1:]] == ["perks", "acme has free coffee.", PAY, "acme pays well."]
    assert [each.reply_to for each in kept[1:]] == [None, 2, None, 4]


@pytest.mark.both_databases
def test_a_message_that_two_tabs_send_at_once_is_answered_once(chat: Chat) -> None:
    other: list[Turn] = []
    here = interrupted(chat, lambda: other.append(chat.say(PAY, client_id="same")))
    turn = here.say(PAY, client_id="same")
    assert turn.replayed
    assert (turn.message, turn.replies) == (other[0].message, other[0].replies)
    assert len(said(chat)) == 3


@pytest.mark.both_databases
def test_an_answer_that_changes_meanwhile_is_given_as_it_is_now(chat: Chat) -> None:
    chat.say(PAY)
    company_id = chat.opened.conversation.company_id

    def rewrite(conn: Connection) -> None:
        answers.put(conn, company_id, Answer("salary", "en", "We pay better."), NOW)

    here = interrupted(chat, lambda: chat.database.write_now(rewrite))
    assert texts(here.say(PAY, client_id="2")) == ["We pay better."]
    assert len(said(chat)) == 5


def test_what_a_company_changes_is_said_from_the_next_message_on(chat: Chat) -> None:
    chat.say("do you have unicorns")
    company_id, database = chat.opened.conversation.company_id, chat.database
    known = database.read_now(lambda conn: companies.by_id(conn, company_id))
    assert known is not None
    profile = CompanyProfile(known.key, "Nova", ("en",), answer_time={"en": "by tomorrow"})
    database.write_now(lambda conn: companies.change(conn, company_id, profile))
    assert "by tomorrow" in texts(chat.say("xyzzy"))[0]


def test_the_bot_is_silent_where_a_person_took_over_while_it_thought(chat: Chat) -> None:
    talk = chat.opened.conversation

    def take_over(conn: Connection) -> None:
        conversations.set_owner(conn, talk.company_id, talk.id, "recruiter", NOW)

    turn = interrupted(chat, lambda: chat.database.write_now(take_over)).say(PAY)
    assert (turn.replies, turn.decision) == ((), None)
    assert [each.text for each in said(chat)[1:]] == [PAY]


def test_a_conversation_that_goes_on_each_time_is_held_at_last(chat: Chat) -> None:
    here = interrupted(chat, *[lambda n=n: chat.say("perks", client_id=f"there {n}") for n in range(ATTEMPTS)])
    assert texts(here.say(PAY, client_id="here")) == ["acme pays well."]
    kept = said(chat)
    assert [each.seq for each in kept] == list(range(1, 2 * (ATTEMPTS + 1) + 2))
    assert [each.text for each in kept].count(PAY) == 1


def test_nobody_waits_for_a_turn_that_is_thought_out_slowly(chat: Chat, start_chat: Callable[[str], Chat]) -> None:
    begun, done = Event(), Event()

    def think_long() -> None:
        begun.set()
        assert done.wait(SECONDS)

    slow, quick = interrupted(chat, think_long), start_chat("other")
    with ThreadPoolExecutor(1) as threads:
        turn = threads.submit(slow.say, PAY)
        assert begun.wait(SECONDS)
        assert texts(quick.say(PAY)) == ["other pays well."]
        assert not turn.done()
        done.set()
        assert texts(turn.result(SECONDS)) == ["acme pays well."]
