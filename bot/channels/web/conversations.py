"""The use cases the channel serves, as coroutines: a door, and the house's own side of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from bot import conversation as use_cases
from bot.applications.receiving import receive_file
from bot.applications.uploads import Upload
from bot.conversation import IncomingMessage, Opened, Turn
from bot.errors import NotFound
from bot.service import Service
from storage import Connection, Database, Notice, companies
from storage.companies import Company
from storage.conversations import Conversation
from storage.messages import Message

Listener = Callable[[int | None], None]
"""Hears a conversation's id, or None when any may have changed unheard."""


class Conversations(Protocol):
    """What the web channel asks of the rest of the house; raises what bot.conversation and storage raise."""

    async def company(self, key: str) -> Company | None:
        """Return the company with this key, if there is one."""

    async def open(self, company: str, language: str | None) -> Opened:
        """Open a conversation with the company of this key; raises NotFound."""

    async def answer(self, public_id: str, token: str, incoming: IncomingMessage) -> Turn:
        """Take one message and reply, durably; raises Unauthorized, InvalidMessage, Conflict."""

    async def receive(self, public_id: str, token: str, upload: Upload) -> Turn:
        """Take a file and reply, durably; raises Unauthorized, Conflict when none is asked for."""

    async def find(self, public_id: str, token: str) -> Conversation:
        """Return the conversation this token opens; raises Unauthorized."""

    async def history(self, public_id: str, token: str, after: int) -> tuple[Message, ...]:
        """Return messages with a sequence number above `after`, in order, at most 500; raises Unauthorized."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener`, in any thread, when a conversation changed; returns how to stop that."""


class StoredConversations:
    """Conversations kept in the database and answered by `service`."""

    def __init__(self, database: Database, service: Service) -> None:
        self._database = database
        self._service = service

    async def company(self, key: str) -> Company | None:
        """Return the company with this key, if there is one."""
        return await self._database.read(lambda conn: companies.by_key(conn, key))

    async def open(self, company: str, language: str | None) -> Opened:
        """Open a conversation in one transaction."""
        now = datetime.now(UTC)

        def work(conn: Connection) -> Opened:
            known = companies.by_key(conn, company)
            if known is None:
                raise NotFound("company_not_found", company=company)
            return use_cases.open_conversation(conn, self._service, known, language, now)

        return await self._database.write(work)

    async def answer(self, public_id: str, token: str, incoming: IncomingMessage) -> Turn:
        """Answer one message in one transaction."""
        now = datetime.now(UTC)
        return await self._database.write(
            lambda conn: use_cases.answer(conn, self._service, public_id, token, incoming, now)
        )

    async def receive(self, public_id: str, token: str, upload: Upload) -> Turn:
        """Take a file in one transaction."""
        now = datetime.now(UTC)
        return await self._database.write(lambda conn: receive_file(conn, self._service, public_id, token, upload, now))

    async def find(self, public_id: str, token: str) -> Conversation:
        """Return the conversation this token opens."""
        return await self._database.read(lambda conn: use_cases.authenticated(conn, public_id, token))

    async def history(self, public_id: str, token: str, after: int) -> tuple[Message, ...]:
        """Return what was said since `after`."""
        return await self._database.read(lambda conn: use_cases.history(conn, public_id, token, after))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Pass the ids of changed conversations on."""

        def hear(notice: Notice) -> None:
            if notice.kind == "conversation":
                listener(notice.id)
            elif notice.kind == "reconnected":
                listener(None)

        return self._database.subscribe(hear)
