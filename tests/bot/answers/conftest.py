"""A bot whose house sends answers by mail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from storage import Connection
from storage.applications import answer_mails
from storage.applications.answer_mails import AnswerMail
from storage.conversations import conversations, messages
from storage.conversations.conversations import Owner
from storage.conversations.messages import Message, NewMessage
from tests.bot.conftest import NOW, Chat


@pytest.fixture
def mailed(start_chat: Callable[[str], Chat]) -> Chat:
    """A chat with a company whose answers go out by mail."""
    return mailing(start_chat("acme"))


def mailing(chat: Chat) -> Chat:
    """Return the chat in a house that sends mail."""
    return replace(chat, service=replace(chat.service, mails_answers=True))


def said(chat: Chat, text: str | None = None, *, button: str | None = None) -> str:
    """Say something and return what the bot says."""
    return "\n".join(reply.text for reply in chat.say(text, button=button).replies)


def buttons(chat: Chat) -> list[str]:
    """Return the ids of the buttons about the mail under the newest message."""
    return [each.id for each in history(chat)[-1].buttons if each.id.startswith("mail:")]


def history(chat: Chat) -> list[Message]:
    talk = chat.opened.conversation
    return chat.database.read_now(lambda conn: messages.after(conn, talk.company_id, talk.id, 0))


def kept(chat: Chat) -> AnswerMail | None:
    """Return where the chat's answers go."""
    talk = chat.opened.conversation
    return chat.database.read_now(lambda conn: answer_mails.of_conversation(conn, talk.company_id, talk.id))


def belongs_to(chat: Chat, owner: Owner) -> None:
    talk = chat.opened.conversation
    chat.database.write_now(lambda conn: conversations.set_owner(conn, talk.company_id, talk.id, owner, NOW))


def recruiter_writes(chat: Chat, text: str, now: object = NOW) -> int:
    """Answer as a recruiter does; return the message's number."""
    talk = chat.opened.conversation

    def work(conn: Connection) -> int:
        conversations.set_owner(conn, talk.company_id, talk.id, "recruiter", NOW)
        new = NewMessage("outgoing", "recruiter", text)
        return messages.append(conn, talk.company_id, talk.id, new, now).seq  # type: ignore[arg-type]

    return chat.database.write_now(work)
