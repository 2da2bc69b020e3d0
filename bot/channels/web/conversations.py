"""The use cases the channel serves, as coroutines: a door, and the house's own side of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import Protocol

from bot import conversation as use_cases
from bot.applications.uploads import UploadedFile
from bot.conversation import Opened
from bot.dialogue.loading import IncomingMessage
from bot.dialogue.receiving import receive_file
from bot.dialogue.storing import Turn
from bot.dialogue.turn import take_turn
from bot.ending import end
from bot.errors import NotFound, StillStarting
from bot.identity import identify
from bot.service import Service
from bot.tokens import authenticated
from storage import ChangeNotice, Connection, Database
from storage.companies import companies, logos
from storage.companies.companies import Company
from storage.conversations import identities, receipts, typists
from storage.conversations.conversations import Conversation, PrivacyShown
from storage.conversations.messages import Message, NewMessage

PATIENCE = 15.0
"""Seconds that a message waits for its language while the server starts; proxies wait for longer, people hardly."""

LOOKED_EVERY = 0.1

Listener = Callable[[int | None], None]
"""Hears a conversation's id, or None when any may have changed unheard."""
TypingListener = Callable[[int, int], None]
"""Hears a conversation's id and who of the desk types in it."""


class Conversations(Protocol):
    """What the web channel asks of the rest of the house; raises what bot.conversation and storage raise."""

    async def company(self, key: str) -> Company | None:
        """Return the company with this key, if there is one."""

    async def logo(self, company_id: int) -> bytes | None:
        """Return the company's logo, if it has one."""

    async def welcome(self, company: Company, language: str) -> tuple[NewMessage, ...]:
        """Return what the bot says first in this language; nothing is kept of it."""

    async def open(
        self, company: str, language: str | None, privacy: PrivacyShown | None = None, time_zone: str | None = None
    ) -> Opened:
        """Open a conversation with the company of this key, after this privacy notice; raises NotFound."""

    async def answer(self, public_id: str, token: str, incoming: IncomingMessage) -> Turn:
        """Take one message and reply, durably; raises Unauthorized, InvalidMessage, Conflict."""

    async def receive(self, public_id: str, token: str, upload: UploadedFile) -> Turn:
        """Take a file and reply, durably; raises Unauthorized, Conflict when none is asked for."""

    async def identify(self, public_id: str, token: str, user: str, signature: str) -> None:
        """Note whose conversation it is; raises Unauthorized, Forbidden, Conflict."""

    async def find(self, public_id: str, token: str) -> Conversation:
        """Return the conversation this token opens; raises Unauthorized."""

    async def user(self, public_id: str, token: str) -> str | None:
        """Return whose it is on the company's site, None where nobody has proved it; raises Unauthorized."""

    async def history(self, public_id: str, token: str, after: int) -> tuple[Message, ...]:
        """Return messages with a sequence number above `after`, in order, at most 500; raises Unauthorized."""

    async def end(self, public_id: str, token: str) -> None:
        """End the conversation by its candidate's wish; raises Unauthorized."""

    async def speak(self, public_id: str, token: str, language: str) -> None:
        """Go on in another language; raises Unauthorized, Conflict where the company does not speak it."""

    async def seen(self, public_id: str, token: str, seq: int) -> None:
        """Note that the candidate has seen what people answered, up to this number; raises Unauthorized."""

    async def typing(self, public_id: str, token: str) -> None:
        """Tell the desk that the candidate types, where a person is concerned with it; raises Unauthorized."""

    async def typists(self, company_id: int, persons: Collection[int]) -> list[str]:
        """Return the first names of these people of the desk."""

    async def person(self, public_id: str, token: str) -> str | None:
        """Return the first name of the person who answers, None while the bot does; raises Unauthorized."""

    def subscribe(self, listener: Listener, typing: TypingListener) -> Callable[[], None]:
        """Call, in any thread, when a conversation changed or somebody of the desk types; returns how to stop that."""


class StoredConversations:
    """Conversations kept in the database and answered by `service`; `told` hears of each turn once it is kept."""

    def __init__(
        self,
        database: Database,
        service: Service,
        patience: float = PATIENCE,
        told: Callable[[Turn], None] = lambda turn: None,
    ) -> None:
        self._database = database
        self._service = service
        self._patience = patience
        self._told = told

    async def company(self, key: str) -> Company | None:
        """Return the company with this key, if there is one."""
        return await self._database.read(lambda conn: companies.by_key(conn, key))

    async def logo(self, company_id: int) -> bytes | None:
        """Return the company's logo, if it has one."""
        return await self._database.read(lambda conn: logos.of_company(conn, company_id))

    async def welcome(self, company: Company, language: str) -> tuple[NewMessage, ...]:
        """Return what the bot says first."""
        now = datetime.now(UTC)
        return await self._database.read(lambda conn: use_cases.welcome(conn, self._service, company, language, now))

    async def open(
        self, company: str, language: str | None, privacy: PrivacyShown | None = None, time_zone: str | None = None
    ) -> Opened:
        """Open a conversation in one transaction."""
        now = datetime.now(UTC)

        def work(conn: Connection) -> Opened:
            known = companies.by_key(conn, company)
            if known is None:
                raise NotFound("company_not_found", company=company)
            return use_cases.open_conversation(conn, self._service, known, language, now, privacy, time_zone)

        return await self._database.write_at_once(work)

    async def answer(self, public_id: str, token: str, incoming: IncomingMessage) -> Turn:
        """Answer one message, waiting for its language where that is still being loaded.

        Raises StillStarting when it is not there after `PATIENCE` seconds: nothing is kept, the sender tries again.
        """
        now, deadline = datetime.now(UTC), asyncio.get_running_loop().time() + self._patience
        while True:
            try:
                turn = await take_turn(self._database, self._service, public_id, token, incoming, now)
            except StillStarting as error:
                if not await self._came(error, deadline):
                    raise
            else:
                self._told(turn)
                return turn

    async def _came(self, missing: StillStarting, deadline: float) -> bool:
        """Wait until the language can be answered, or the deadline has passed; tell which."""
        loop = asyncio.get_running_loop()
        while not self._service.live.answers(missing.company_id, missing.language):
            if loop.time() >= deadline:
                return False
            await asyncio.sleep(LOOKED_EVERY)
        return True

    async def receive(self, public_id: str, token: str, upload: UploadedFile) -> Turn:
        """Take a file in one transaction."""
        now = datetime.now(UTC)
        return await self._database.write_at_once(
            lambda conn: receive_file(conn, self._service, public_id, token, upload, now)
        )

    async def identify(self, public_id: str, token: str, user: str, signature: str) -> None:
        """Note whose conversation it is, in one transaction."""
        now = datetime.now(UTC)
        await self._database.write_at_once(lambda conn: identify(conn, public_id, token, user, signature, now))

    async def find(self, public_id: str, token: str) -> Conversation:
        """Return the conversation this token opens."""
        return await self._database.read(lambda conn: authenticated(conn, public_id, token))

    async def user(self, public_id: str, token: str) -> str | None:
        """Read who was named in it."""

        def work(conn: Connection) -> str | None:
            its = authenticated(conn, public_id, token)
            return identities.of_conversation(conn, its.company_id, its.id)

        return await self._database.read(work)

    async def history(self, public_id: str, token: str, after: int) -> tuple[Message, ...]:
        """Return what was said since `after`."""
        return await self._database.read(lambda conn: use_cases.history(conn, public_id, token, after))

    async def end(self, public_id: str, token: str) -> None:
        """End the conversation, its waiting and its links."""
        now = datetime.now(UTC)

        def work(conn: Connection) -> None:
            its = authenticated(conn, public_id, token, for_update=True)
            end(conn, self._service.texts, its, "ended_in_chat", now)

        await self._database.write_at_once(work)

    async def speak(self, public_id: str, token: str, language: str) -> None:
        """Keep in which language the bot goes on."""
        now = datetime.now(UTC)
        await self._database.write_at_once(lambda conn: use_cases.speak(conn, public_id, token, language, now))

    async def seen(self, public_id: str, token: str, seq: int) -> None:
        """Keep how far the candidate has read."""
        now = datetime.now(UTC)

        def work(conn: Connection) -> None:
            its = authenticated(conn, public_id, token, for_update=True)
            receipts.note_seen(conn, its.company_id, its.id, seq, now)

        await self._database.write_at_once(work)

    async def typing(self, public_id: str, token: str) -> None:
        """Tell the desk that the candidate types, where they wait for a person or one answers; nothing is kept."""

        def work(conn: Connection) -> None:
            its = authenticated(conn, public_id, token)
            if its.owner == "recruiter" or its.status == "waiting":
                typists.note(conn, its.company_id, its.id)

        await self._database.write_at_once(work)

    async def typists(self, company_id: int, persons: Collection[int]) -> list[str]:
        """Read the first names of these people."""
        found = await self._database.read(lambda conn: typists.people(conn, company_id, persons))
        return [each.first_name for each in found]

    async def person(self, public_id: str, token: str) -> str | None:
        """Read who looks after a conversation in which a person answers."""

        def work(conn: Connection) -> str | None:
            its = authenticated(conn, public_id, token)
            if its.owner != "recruiter" or its.assignee_id is None:
                return None
            return next((each.first_name for each in typists.people(conn, its.company_id, [its.assignee_id])), None)

        return await self._database.read(work)

    def subscribe(self, listener: Listener, typing: TypingListener) -> Callable[[], None]:
        """Pass the ids of changed conversations on, and who of the desk types."""

        def hear(notice: ChangeNotice) -> None:
            if notice.kind == "conversation":
                listener(notice.id)
            elif notice.kind == "typing" and notice.person:
                typing(notice.id, notice.person)
            elif notice.kind == "reconnected":
                listener(None)

        return self._database.subscribe(hear)
