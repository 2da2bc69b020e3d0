"""Work by the clock is put off while the database does not answer, and the log says so once."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from storage.database.errors import Unavailable
from workers.outage import Outage


class Work:
    """Fails as long as `error` is set."""

    def __init__(self) -> None:
        self.error: BaseException | None = Unavailable("gone")
        self.done = 0

    async def tick(self) -> None:
        if self.error is not None:
            raise self.error
        self.done += 1


async def test_an_outage_is_told_of_once_and_its_end_when_all_go_on() -> None:
    outage, one, other = Outage(), Work(), Work()
    ticks = [outage.patient(each.tick) for each in (one, other)]
    with capture_logs() as logged:
        for tick in (*ticks, *ticks):
            await tick()
        one.error = None
        await ticks[0]()
        assert [each["event"] for each in logged] == ["work_waits_for_database"]
        other.error = None
        for tick in (*ticks, *ticks):
            await tick()
    assert [each["event"] for each in logged] == ["work_waits_for_database", "work_goes_on"]
    assert (one.done, other.done, logged[0]["reason"]) == (3, 2, "gone")


async def test_a_stop_and_any_other_failure_go_through() -> None:
    work = Work()
    tick = Outage().patient(work.tick)
    for error in (asyncio.CancelledError(), ValueError("a mistake")):
        work.error = error
        with pytest.raises(type(error)):
            await tick()
