"""Delivering the outbox: what is due is taken, looked up, sent, and tried again for as long as it makes sense."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Generic, TypeVar

import structlog

from bot.letter import UnwritableAddress
from storage import Connection
from storage.database.database import Database
from storage.outbox import outbox
from storage.outbox.outbox import DeliveryOutcome, Entry
from workers.outbox.sender import NotTaken, Sender
from workers.ticks import Now, utc_now

log = structlog.get_logger()

L = TypeVar("L")

MOST_ATTEMPTS: Final = 20
_FIRST_WAIT: Final = timedelta(minutes=1)
_LONGEST_WAIT: Final = timedelta(hours=6)
_RATED_OVER: Final = timedelta(minutes=1)


class OutboxDelivery(Generic[L]):
    """Sends what is due of a sender's kinds, at least once.

    A process that dies after the other side took something and before that was noted makes the next one send it again,
    under the same key.
    """

    def __init__(self, database: Database, sender: Sender[L], now: Now = utc_now) -> None:
        self._database = database
        self._sender = sender
        self._now = now

    async def tick(self) -> None:
        """Deliver all that is due, as much as a minute allows."""
        if await self._database.read(lambda conn: outbox.is_due(conn, self._sender.kinds, self._now())):
            await asyncio.gather(*(self._deliver_all() for _ in range(self._sender.pace.sessions)))

    async def _deliver_all(self) -> None:
        while (taken := await self._database.write(self._take)) is not None:
            entry, letter = taken
            if letter is None:
                log.info("dropped", entry=entry.id, kind=entry.kind, company=entry.company_id)
            else:
                await self._deliver(entry, letter)

    def _take(self, conn: Connection) -> tuple[Entry, L | None] | None:
        """Take an entry and look up what it says now; drop it when there is nothing to say any more."""
        now, kinds, pace = self._now(), self._sender.kinds, self._sender.pace
        if pace.per_minute is not None:
            tried = outbox.tried_since(conn, (*kinds, *pace.counted), now - _RATED_OVER)
            if tried >= pace.per_minute:
                return None
        entry = outbox.take_due(conn, kinds, now, now + pace.lease)
        if entry is None:
            return None
        letter = self._sender.letter(conn, entry, now)
        if letter is None:
            self._conclude(conn, entry, None, "dropped")
        return entry, letter

    async def _deliver(self, entry: Entry, letter: L) -> None:
        try:
            await self._sender.send(letter)
        except NotTaken as error:
            await self._database.write(partial(self._note, entry=entry, letter=letter, error=error))
        except UnwritableAddress as error:
            failure = NotTaken(error, for_good=True)
            await self._database.write(partial(self._note, entry=entry, letter=letter, error=failure))
        except Exception as error:  # whatever is wrong with one, the others go out
            log.exception("not_written", entry=entry.id, kind=entry.kind)
            failure = NotTaken(type(error).__name__)
            await self._database.write(partial(self._note, entry=entry, letter=letter, error=failure))
        else:
            await self._database.write(partial(self._conclude, entry=entry, letter=letter, outcome="sent"))
            log.info("delivered", entry=entry.id, kind=entry.kind, company=entry.company_id)

    def _note(self, conn: Connection, entry: Entry, letter: L, error: NotTaken) -> None:
        now, why = self._now(), str(error)
        later = None if self._sender.pace.afterwards is None else now + self._sender.pace.afterwards
        again = None if error.for_good else next_try(entry.attempts, now) or later
        facts = {"entry": entry.id, "kind": entry.kind, "company": entry.company_id, "reason": why}
        log.warning("not_delivered", **facts, for_good=error.for_good, next_try=again)
        if again is not None:
            outbox.try_again(conn, entry, why, again)
        else:
            self._conclude(conn, entry, letter, "bounced" if error.for_good else "given_up", why)

    def _conclude(
        self, conn: Connection, entry: Entry, letter: L | None, outcome: DeliveryOutcome, why: str | None = None
    ) -> None:
        if outbox.conclude(conn, entry, outcome, self._now(), why):
            self._sender.concluded(conn, entry, letter, outcome, self._now())


def next_try(attempts: int, now: datetime) -> datetime | None:
    """Return when to try again after so many failed attempts: in 1, 2, 4 ... minutes, at most 6 hours; then None.

    >>> from datetime import UTC
    >>> now = datetime(2026, 3, 1, tzinfo=UTC)
    >>> [str(next_try(attempts, now) - now) for attempts in (1, 2, 13)], next_try(MOST_ATTEMPTS, now)
    (['0:01:00', '0:02:00', '6:00:00'], None)
    """
    if attempts >= MOST_ATTEMPTS:
        return None
    wait: timedelta = min(_FIRST_WAIT * 2 ** (attempts - 1), _LONGEST_WAIT)
    return now + wait
