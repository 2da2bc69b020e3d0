"""Looking what happens in the inbox, and queuing whom to tell of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Final

from storage import Connection, companies, jobs, outbox, waits, webhooks
from storage.companies import Company
from storage.database import Database
from storage.outbox import NewEntry
from storage.waits import Change
from storage.webhooks import Webhook
from workers.told.decisions import webhooks_told

SECONDS: Final = 3.0
FORGETTING: Final = "forget-webhook-log"


class InboxWatch:
    """Notes each wait as it begins, takes too long and ends; who is to be told is queued in the same transaction.

    Of several processes that see a change one notes it.
    """

    def __init__(self, database: Database, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._database = database
        self._now = now

    async def tick(self) -> None:
        """Note all that has happened; once a day, forget old deliveries."""
        now = self._now()
        if await self._database.read(lambda conn: jobs.get(conn, FORGETTING, f"{now:%Y-%m-%d}")) is None:
            await self._database.write(self._forget)
        for company in await self._database.read(companies.all_companies):
            while changes := await self._database.read(partial(self._changes, company=company)):
                if not await self._database.write(partial(self._note, company=company, changes=changes)):
                    break

    def _changes(self, conn: Connection, company: Company) -> list[Change]:
        now = self._now()
        return waits.changes(conn, company.id, company.overdue_since(now), now)

    def _note(self, conn: Connection, company: Company, changes: Sequence[Change]) -> bool:
        """Note what nobody else has, and queue it; False where that is nothing."""
        hooks, noted = webhooks.of_company(conn, company.id), False
        for change in changes:
            wait = waits.note(conn, company.id, change)
            if wait is not None:
                noted = True
                self._queue(conn, company, change, wait, hooks)
        return noted

    def _queue(self, conn: Connection, company: Company, change: Change, wait: int, hooks: Sequence[Webhook]) -> None:
        for hook, event in webhooks_told(hooks, change):
            said = {"event": event, "wait": wait, "at": change.at.isoformat()}
            its = {"recipient": str(hook.id), "payload": said, "conversation_id": change.conversation_id}
            new = NewEntry("webhook", f"{event}:{wait}:{hook.id}", **its)  # type: ignore[arg-type]
            outbox.put_once(conn, company.id, new, self._now())

    def _forget(self, conn: Connection) -> None:
        now = self._now()
        if jobs.claim(conn, FORGETTING, f"{now:%Y-%m-%d}", now):
            count = webhooks.forget_log(conn, now - timedelta(days=webhooks.KEPT_DAYS))
            jobs.finish(conn, FORGETTING, f"{now:%Y-%m-%d}", "done", str(count), now)


def watch_ticks(database: Database) -> list[tuple[float, Callable[[], Awaitable[None]]]]:
    """Return what the schedule runs."""
    return [(SECONDS, InboxWatch(database).tick)]
