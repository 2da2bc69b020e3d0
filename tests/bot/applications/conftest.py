"""A company that takes applications in the chat."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest

from bot.service import Service
from storage import Connection
from storage.applications import applications
from storage.applications.applications import Application, ApplySetting
from storage.outbox import outbox
from tests.bot.conftest import Chat
from tests.bot.job_search.conftest import models, service, start_chat

__all__ = ["models", "service", "start_chat"]

WANTED = ApplySetting("ref=candor", "https://ats.example/in", "s3cret", 14, "https://acme.example/privacy")


@pytest.fixture
def applying(start_chat) -> Chat:  # type: ignore[no-untyped-def]
    """A chat with a company that takes applications in it."""
    return wanting(start_chat("acme"), WANTED)


def wanting(chat: Chat, wanted: ApplySetting, *, mails: bool = False) -> Chat:
    """Let the chat's company want this."""
    company_id = chat.opened.conversation.company_id
    chat.database.write_now(lambda conn: applications.put_setting(conn, company_id, wanted))
    service: Service = replace(chat.service, confirmations_per_day=3 if mails else 0)
    return Chat(chat.database, service, chat.opened)


def begin(chat: Chat) -> str:
    """Search for a cook's job in Munich and begin to apply for it; return what the bot says."""
    chat.say("I would like a job as a cook in Munich")
    (button,) = [each.id for each in offered(chat) if each.id.startswith("apply:start:")]
    return chat.ask(button=button)


def offered(chat: Chat):  # type: ignore[no-untyped-def]
    """Return all buttons of the conversation's messages."""
    from bot.conversation import history

    opened = chat.opened
    found = chat.database.read_now(lambda conn: history(conn, opened.conversation.public_id, opened.token, 0))
    return [button for message in found for button in message.offered]


def application_of(chat: Chat) -> Application | None:
    """Return the application that the conversation is making."""
    talk = chat.opened.conversation
    return chat.database.read_now(lambda conn: applications.in_progress(conn, talk.company_id, talk.id))


def due_application(chat: Chat, now: datetime) -> Application:
    """Take the application that waits in the outbox; there must be one."""

    def work(conn: Connection) -> Application:
        (entry,) = outbox.of_kind(conn, chat.opened.conversation.company_id, "application")
        assert entry.next_try is not None
        assert entry.next_try <= now
        assert entry.application_id is not None
        return applications.get(conn, entry.company_id, entry.application_id)

    return chat.database.read_now(work)
