"""What goes live is taken in as soon as it is told, also where that happens during a look."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from candor import model_refresh
from storage import ChangeNotice, Database
from storage.database.errors import Unavailable
from tests.until import until
from workers.outage import Outage

LIVE = ChangeNotice("model", 1, 5)


@dataclass
class ToldDuringALook:
    """A database that is told of a change during each of the first `looks`."""

    looks: int
    looked: int = 0
    hears: list[Callable[[ChangeNotice], None]] = field(default_factory=list)

    def subscribe(self, hear: Callable[[ChangeNotice], None]) -> Callable[[], None]:
        self.hears.append(hear)
        return lambda: self.hears.remove(hear)

    async def read(self, work: Any, *, patience: float | None = None) -> list[str]:
        self.looked += 1
        if self.looked <= self.looks:
            for hear in self.hears:
                await asyncio.to_thread(hear, LIVE)
        return []


async def test_what_is_told_during_a_look_is_looked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_refresh, "REFRESH_SECONDS", 3_600)
    database = ToldDuringALook(looks=2)
    fresh = model_refresh.models_kept_fresh(cast(Database, database), lambda conn: [], Outage())
    await anext(fresh)
    await until(lambda: database.looked == 3)
    with pytest.raises(StopAsyncIteration):
        await anext(fresh)
    assert not database.hears


@dataclass
class Slow:
    """A database in which a look takes for ever."""

    looking: asyncio.Event = field(default_factory=asyncio.Event)

    def subscribe(self, hear: Callable[[ChangeNotice], None]) -> Callable[[], None]:
        return lambda: None

    async def read(self, work: Any, *, patience: float | None = None) -> list[str]:
        self.looking.set()
        await asyncio.Event().wait()
        return []


async def test_a_stop_in_the_middle_of_a_look_ends_it() -> None:
    database = Slow()
    fresh = model_refresh.models_kept_fresh(cast(Database, database), lambda conn: [], Outage())
    await anext(fresh)
    async with asyncio.timeout(60):
        await database.looking.wait()
        with pytest.raises(StopAsyncIteration):
            await anext(fresh)


@dataclass
class Gone:
    """A database that cannot be reached for the first looks."""

    looks: int
    looked: int = 0

    def subscribe(self, hear: Callable[[ChangeNotice], None]) -> Callable[[], None]:
        return lambda: None

    async def read(self, work: Any, *, patience: float | None = None) -> list[str]:
        self.looked += 1
        if self.looked <= self.looks:
            raise Unavailable("gone")
        return []


async def test_looks_that_find_no_database_are_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_refresh, "REFRESH_SECONDS", 0.001)
    database = Gone(looks=3)
    with capture_logs() as logged:
        fresh = model_refresh.models_kept_fresh(cast(Database, database), lambda conn: [], Outage())
        await anext(fresh)
        await until(lambda: database.looked > 4)
        with pytest.raises(StopAsyncIteration):
            await anext(fresh)
    assert [each["event"] for each in logged] == ["work_waits_for_database", "work_goes_on"]


async def test_what_a_tick_of_the_schedule_has_told_is_not_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_refresh, "REFRESH_SECONDS", 0.001)
    database, outage = Gone(looks=3), Outage()

    async def waits() -> None:
        raise Unavailable("gone")

    with capture_logs() as logged:
        await outage.patient(waits)()
        fresh = model_refresh.models_kept_fresh(cast(Database, database), lambda conn: [], outage)
        await anext(fresh)
        await until(lambda: database.looked > 4)
        with pytest.raises(StopAsyncIteration):
            await anext(fresh)
    assert [each["event"] for each in logged] == ["work_waits_for_database"]
