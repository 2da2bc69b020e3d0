"""The models that answer are kept those that are live, also where another process made them so."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import structlog

from candor import memory
from storage import ChangeNotice, Connection, Database
from storage.database.limits import PATIENT
from workers.outage import Outage

log = structlog.get_logger()

REFRESH_SECONDS = 2.0
Refresh = Callable[[Connection], list[str]]
"""Takes in what went live, and returns a line for each change."""


async def models_kept_fresh(database: Database, refresh: Refresh, outage: Outage) -> AsyncIterator[None]:
    """Take in what went live: at once when told, and by looking every few seconds for what nobody told."""
    loop, told = asyncio.get_running_loop(), asyncio.Event()

    def hear(notice: ChangeNotice) -> None:
        if notice.kind == "model":
            loop.call_soon_threadsafe(told.set)

    unsubscribe = database.subscribe(hear)
    task = asyncio.create_task(_refresh_forever(database, refresh, told, outage))
    yield
    unsubscribe()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def _refresh_forever(database: Database, refresh: Refresh, told: asyncio.Event, outage: Outage) -> None:
    async def look() -> None:
        changes = await database.read(refresh, patience=PATIENT)
        for line in changes:
            log.info("models", change=line)
        if changes:
            await asyncio.to_thread(memory.give_back)

    patient = outage.patient(look)
    while True:
        told.clear()  # what is told from here on may have come too late for the look that follows
        try:
            await patient()
        except Exception:
            log.exception("models_not_refreshed")
        try:
            await asyncio.wait_for(told.wait(), REFRESH_SECONDS)
        except TimeoutError:
            continue
