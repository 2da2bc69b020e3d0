"""Looking which answers were not read in time, queuing mails about them, and forgetting addresses that grew old."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Final

from storage import Connection, jobs
from storage.applications import answer_mails
from storage.database.database import Database
from workers.ticks import Now, utc_now

FORGETTING: Final = "forget-answer-addresses"


class AnswerWatch:
    """Queues one mail about what people wrote and a candidate did not see within `patience`."""

    def __init__(
        self,
        database: Database,
        patience: timedelta,
        per_day: int,
        now: Now = utc_now,
    ) -> None:
        self._database = database
        self._patience = patience
        self._per_day = per_day
        self._now = now

    async def tick(self) -> None:
        """Queue what is due; once a day, forget what nobody needs any more."""
        now = self._now()
        if await self._database.read(lambda conn: jobs.get(conn, FORGETTING, f"{now:%Y-%m-%d}")) is None:
            await self._database.write(self._forget)
        for each in await self._database.read(lambda conn: answer_mails.unread(conn, now - self._patience)):
            await self._database.write(
                partial(
                    answer_mails.queue, company_id=each.mail.company_id, unread=each, per_day=self._per_day, now=now
                )
            )

    def _forget(self, conn: Connection) -> None:
        now = self._now()
        if jobs.claim(conn, FORGETTING, f"{now:%Y-%m-%d}", now):
            count = answer_mails.forget_stale(conn, now)
            jobs.finish(conn, FORGETTING, f"{now:%Y-%m-%d}", "done", str(count), now)
