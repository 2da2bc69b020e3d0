"""Keeping openings findable when the terms they are found by are made in another way than when they came."""

from __future__ import annotations

from functools import partial

import structlog

from storage.companies import companies
from storage.database.database import Database
from storage.openings import opening_index
from workers.ticks import Tick

log = structlog.get_logger()

PIECE = 50
"""Openings whose terms are made anew in one transaction."""


SECONDS_AFTER_START = 20.0


def search_term_ticks(database: Database) -> list[Tick]:
    """Return what the schedule runs."""
    return [Tick(SECONDS_AFTER_START, SearchTerms(database).tick)]


class SearchTerms:
    """Makes terms of another version anew, once after a start, piece by piece beside all else that is written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._done = False

    async def tick(self) -> None:
        """Make all that is left anew; nothing once that is done."""
        if self._done:
            return
        for company in await self._database.read(companies.all_companies):
            renew = partial(opening_index.renew, company_id=company.id, most=PIECE)
            count = 0
            while some := await self._database.write(renew):
                count += some
            if count:
                log.info("search_terms_renewed", company=company.key, openings=count)
        self._done = True
