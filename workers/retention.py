"""Erasing the conversations that companies keep no longer."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog

from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import Usual
from storage.database.database import Database
from storage.erasure import retention
from workers.ticks import Now, Tick, utc_now

log = structlog.get_logger()

SECONDS: Final = 600.0
AT_ONCE: Final = 100
"""So many go in one transaction: who writes to a candidate waits for no more."""
MOST: Final = 5000
"""So many go in one tick, after somebody has set a time for conversations of many years."""
LEAST: Final = timedelta(days=2)
"""A conversation is kept until its day has been counted."""


class Retention:
    """Erases what rested for as long as its company keeps conversations; several processes may look at once."""

    def __init__(self, database: Database, usual: Usual, now: Now = utc_now) -> None:
        self._database = database
        self._usual = usual
        self._now = now

    async def tick(self) -> None:
        """Erase what is due."""
        for company in await self._database.read(companies.all_companies):
            gone = 0
            while gone < MOST and (erased := await self._database.write(partial(self._erase, company_id=company.id))):
                gone += erased
            if gone:
                log.info("conversations_erased", company=company.key, count=gone)

    def _erase(self, conn: Connection, company_id: int) -> int:
        """Erase some, by what the company has set now: it may have chosen to keep them since."""
        company = companies.by_id(conn, company_id)
        before = company and self._before(company)
        talks = retention.due(conn, company_id, before, AT_ONCE) if before else []
        if talks:
            retention.erase(conn, company_id, talks)
        return len(talks)

    def _before(self, company: Company) -> datetime | None:
        days = company.settings(self._usual).kept_days
        return self._now() - max(timedelta(days=days), LEAST) if days else None


def retention_ticks(database: Database, usual: Usual) -> list[Tick]:
    """Return what the schedule runs."""
    return [Tick(SECONDS, Retention(database, usual).tick)]
