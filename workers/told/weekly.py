"""The weekly report: on Monday morning, in the company's time zone, it is queued for everybody who wants it."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Final

from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from storage.figures import day_counts
from storage.outbox import outbox
from storage.outbox.outbox import NewEntry
from storage.people import told_choices
from workers.ticks import Now, utc_now

SECONDS: Final = 60.0
FROM: Final = time(8)
"""When the week's report goes out, by the company's clock."""
LATEST: Final = timedelta(days=1, hours=16)
"""A server that did not run on Monday sends it until midnight of Tuesday; after that the week's is left out."""


class WeeklyReports:
    """Queues the report of the week that is over, once for each person."""

    def __init__(self, database: Database, now: Now = utc_now) -> None:
        self._database = database
        self._now = now

    async def tick(self) -> None:
        """Queue what is due."""
        for company in await self._database.read(companies.all_companies):
            if due := await self._database.read(partial(self._due, company=company)):
                await self._database.write(partial(self._queue, company=company, due=due))

    def _due(self, conn: Connection, company: Company) -> list[NewEntry]:
        monday = monday_of_report(self._now().astimezone(day_counts.zone_of(company)))
        if monday is None:
            return []
        wanted = [_entry(monday, user.id) for user in told_choices.wanting_report(conn, company.id)]
        return [each for each in wanted if not outbox.has(conn, company.id, "report", each.key)]

    def _queue(self, conn: Connection, company: Company, due: list[NewEntry]) -> None:
        for each in due:
            outbox.put_once(conn, company.id, each, self._now())


def monday_of_report(now: datetime) -> date | None:
    """Return the Monday on which a report is due at this moment of the company's clock, None for none.

    >>> monday_of_report(datetime(2026, 3, 9, 7, 59)), monday_of_report(datetime(2026, 3, 9, 8))
    (None, datetime.date(2026, 3, 9))
    >>> monday_of_report(datetime(2026, 3, 11))
    """
    monday = now.date() - timedelta(days=now.weekday())
    begins = datetime.combine(monday, FROM, now.tzinfo)
    return monday if begins <= now < begins + LATEST else None


def _entry(monday: date, person: int) -> NewEntry:
    return NewEntry("report", f"week:{monday}:{person}", str(person), {"monday": monday.isoformat()})
