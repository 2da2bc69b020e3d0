"""The bot comes back where nobody of a company has answered in its time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

import structlog

from bot.dialogue.turn import come_back
from bot.errors import StillStarting
from bot.service import Service
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import inbox
from storage.database.database import Database
from storage.database.errors import Moved
from workers.ticks import Tick

log = structlog.get_logger()

SECONDS = 30.0
Now = Callable[[], datetime]


def _utc_now() -> datetime:
    return datetime.now(UTC)


def coming_back_ticks(database: Database, service: Service, now: Now = _utc_now) -> list[Tick]:
    """Return what the schedule runs."""
    return [Tick(SECONDS, ComingBack(database, service, now).tick)]


class ComingBack:
    """Looks for candidates whom a person has left waiting for too long, and lets the bot answer them again.

    Where their language is still being loaded it looks again with the next tick.
    """

    def __init__(self, database: Database, service: Service, now: Now = _utc_now) -> None:
        self._database = database
        self._service = service
        self._now = now

    async def tick(self) -> None:
        """Come back wherever it is time; what moves meanwhile, or another process does, is left alone."""
        for company in await self._database.read(companies.all_companies):
            before = company.overdue_since(self._now())
            if before is not None:
                await self._of(company, before)

    async def _of(self, company: Company, before: datetime) -> None:
        silent = partial(inbox.left_waiting, company_id=company.id, before=before)
        for conversation_id in await self._database.read(silent):
            think = partial(
                come_back,
                service=self._service,
                company_id=company.id,
                conversation_id=conversation_id,
                now=self._now(),
            )
            with suppress(Moved, StillStarting):
                thought = await self._database.read(think)
                if thought is None:
                    continue
                await self._database.write(thought.keep)
                log.info("bot_came_back", company=company.key, conversation=conversation_id)
