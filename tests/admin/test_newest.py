"""Slow work in the background: its newest result, and what becomes of work that fails or takes too long."""

from __future__ import annotations

import asyncio

import pytest

from admin import newest
from admin.newest import Newest, NewestResult

KEY = (1, "en")


async def settled(work: Newest[int], state: object) -> NewestResult[int]:
    """Return what is known once nothing runs."""
    async with asyncio.timeout(10):
        while (found := work.look(KEY, state, fail)).is_running:  # noqa: ASYNC110
            await asyncio.sleep(0)
    return found


async def fail() -> int:
    raise RuntimeError


async def never() -> int:
    await asyncio.Event().wait()
    return 0


async def seven() -> int:
    return 7


async def test_work_that_takes_too_long_is_ended_and_the_last_result_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "MOST_SECONDS", 0.01)
    work = Newest[int]("work")
    work.look(KEY, "old", seven)
    assert (await settled(work, "old")).value == 7
    work.look(KEY, "new", never)
    assert await settled(work, "new") == NewestResult(7, is_running=False, failure="too_slow")


async def test_time_begins_when_the_work_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newest, "MOST_SECONDS", 0.2)
    work = Newest[int]("work")
    work.look((2, "en"), 0, never)
    work.look(KEY, 0, seven)  # waits for the other company's, which is ended
    assert await settled(work, 0) == NewestResult(7, is_running=False)


async def test_what_failed_is_tried_anew_only_where_it_is_asked_for() -> None:
    work = Newest[int]("work")
    work.look(KEY, 0, fail)
    assert (await settled(work, 0)).failure == "failed"
    assert not work.look(KEY, 0, seven).is_running
    assert work.look(KEY, 0, seven, again=True).is_running
    assert await settled(work, 0) == NewestResult(7, is_running=False)
    assert not work.look(KEY, 0, fail, again=True).is_running, "what was found is not looked for anew"
