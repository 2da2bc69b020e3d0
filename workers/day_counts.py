"""The days that are over are counted once and kept, so that figures over months are read at once."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.database.errors import AlreadyExists
from storage.figures import day_counts
from workers.ticks import Now, Tick, utc_now

SECONDS = 60.0


def day_count_ticks(database: Database) -> list[Tick]:
    """Return what the schedule runs."""
    return [Tick(SECONDS, DayCounts(database).tick)]


class DayCounts:
    """Keeps the counts of each company's days, and counts verdicts anew for the days whose questions were judged."""

    def __init__(self, database: Database, now: Now = utc_now) -> None:
        self._database = database
        self._now = now

    async def tick(self) -> None:
        """Keep what is due; after an update of a busy company some days wait for the next ticks."""
        for company in await self._database.read(companies.all_companies):
            await self._of(company)

    async def _of(self, company: Company) -> None:
        now = self._now()
        days = await self._database.read(partial(day_counts.due, company=company, now=now))
        if days:
            keep = partial(day_counts.keep, company_id=company.id, days=days, now=now)
            with suppress(AlreadyExists):  # another process was first
                await self._database.write(keep)
