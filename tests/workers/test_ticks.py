"""When work by the clock begins for the first time."""

from __future__ import annotations

import asyncio

from storage.companies.company_settings import as_made
from storage.database.database import Database
from workers.schedule import Schedule
from workers.ticks import Tick


async def test_what_is_to_begin_at_once_does_and_all_else_waits_for_its_time(database: Database) -> None:
    done, began = list[str](), asyncio.Event()

    async def measure() -> None:
        done.append("measured")
        began.set()

    async def tell() -> None:
        done.append("told")

    async def train(company_key: str) -> tuple[str, str]:
        return "promoted", company_key

    also = (Tick(3600, tell), Tick(3600, measure, at_once=True))
    schedule = Schedule(database, as_made, train, also=also)
    schedule.start()
    await asyncio.wait_for(began.wait(), 10)
    await schedule.stop()
    assert done == ["measured"]
