"""Watching canaries: one that holds its own goes live, one that is clearly worse ends, and the history says so."""

from __future__ import annotations

from functools import partial

from evaluation.ratings.canary import Decision, decide
from storage import Connection
from storage.companies import companies
from storage.companies.company_settings import Usual, as_made
from storage.database.database import Database
from storage.database.rows import found
from storage.models import canaries, models
from storage.models.canaries import Trial
from storage.people import audit
from workers.ticks import Now, utc_now

ACTOR = "Candor"
"""Who did it, in the history."""

_ACTIONS = {"promote": "canary_held_its_own", "end": "canary_was_worse"}


class CanaryWatch:
    """Looks at what recruiters confirmed of every canary, and acts once across processes: the first one to write."""

    def __init__(
        self,
        database: Database,
        usual: Usual = as_made,
        *,
        now: Now = utc_now,
    ) -> None:
        self._database = database
        self._usual = usual
        self._now = now

    async def tick(self) -> None:
        """Let every canary that has shown enough go live, or end."""
        for trial in (await self._database.read(canaries.running)).values():
            decision = await self._database.read(partial(self._decide, trial=trial))
            if decision is not None:
                await self._database.write(partial(self._conclude, trial=trial, decision=decision))

    def _decide(self, conn: Connection, trial: Trial) -> Decision | None:
        seen = canaries.arms(conn, trial.company_id, trial.id)
        its = found(companies.by_id(conn, trial.company_id), "company").settings(self._usual)
        return decide(seen.canary, seen.live, tolerance=its.tolerance, enough=its.canary_reviews)

    def _conclude(self, conn: Connection, trial: Trial, decision: Decision) -> None:
        companies.alone(conn, trial.company_id)
        standing = canaries.newest(conn, trial.company_id, trial.model_id)
        if standing is None or standing.id != trial.id or standing.ended is not None:
            return
        seen, now = canaries.arms(conn, trial.company_id, trial.id), self._now()
        if decision == "promote":
            version = models.promote(conn, trial.company_id, trial.model_id, now)
        else:
            version = models.end_canary(conn, trial.company_id, trial.model_id, "worse", now)
        detail = {
            "version": version.name,
            "confirmed": seen.canary.confirmed,
            "reviewed": seen.canary.reviewed,
            "live_confirmed": seen.live.confirmed,
            "live_reviewed": seen.live.reviewed,
        }
        audit.write(conn, trial.company_id, ACTOR, _ACTIONS[decision], detail, now)
