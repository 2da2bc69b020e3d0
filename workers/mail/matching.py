"""Matching subscriptions with new openings, whenever each is due; what was missed while nobody ran is made up for."""

from __future__ import annotations

from collections.abc import Sequence

from openings.closest import widened
from openings.criteria import criteria_of
from openings.job_words import JobWords
from storage import Connection, jobs
from storage.companies import companies
from storage.database.database import Database
from storage.openings import synonyms
from storage.subscriptions import subscription_matches, subscriptions
from storage.subscriptions.subscription_matches import Due
from workers.ticks import Now, utc_now

FORGETTING = "forget-addresses"


class SubscriptionMatching:
    """Looks which subscriptions are due and queues a mail for each that has something new.

    Queuing and moving the subscription on are one transaction that only one process can win.
    """

    def __init__(self, database: Database, jobs: JobWords, now: Now = utc_now) -> None:
        self._database = database
        self._jobs = jobs
        self._now = now

    async def tick(self) -> None:
        """Match all that is due; once a day, forget addresses that nobody needs any more."""
        await self._database.write(self._forget)
        for due in await self._database.read(lambda conn: subscription_matches.due(conn, self._now())):
            await self._match(due)

    async def _match(self, due: Due) -> None:
        ids = await self._database.read(lambda conn: self._fitting(conn, due)) if due.has_news else ()
        company_id = due.subscription.company_id
        await self._database.write(lambda conn: subscription_matches.settle(conn, company_id, due, ids, self._now()))

    def _fitting(self, conn: Connection, due: Due) -> Sequence[int]:
        its = due.subscription
        company = companies.by_id(conn, its.company_id)
        if company is None:
            return ()
        own = synonyms.of_company(conn, company.id)
        wish = widened(its.wish, self._jobs.related)
        criteria = criteria_of(wish, company, its.language, self._jobs.atlas, own)
        return subscription_matches.fresh(conn, due, criteria, company.day(self._now()))

    def _forget(self, conn: Connection) -> None:
        now = self._now()
        if jobs.claim(conn, FORGETTING, f"{now:%Y-%m-%d}", now):
            count = subscriptions.forget_stale(conn, now)
            jobs.finish(conn, FORGETTING, f"{now:%Y-%m-%d}", "done", str(count), now)
