"""Working under a lease: as long as the work goes on, others are told that it does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeAlias, TypeVar

import structlog

from storage.database.errors import Unavailable
from storage.database.leases import LEASE

log = structlog.get_logger()

T = TypeVar("T")
Pause: TypeAlias = Callable[[float], Awaitable[None]]

BEAT: Final = LEASE.total_seconds() / 4
"""Seconds between two renewals: one or two of them may fail."""


async def under_lease(
    work: Callable[[], Awaitable[T]], renew: Callable[[], Awaitable[None]], pause: Pause = asyncio.sleep
) -> T:
    """Do the work and renew its lease every BEAT seconds; when it is lost, stop the work and raise LeaseLost."""
    working = asyncio.ensure_future(work())
    beating = asyncio.create_task(_beat(renew, pause))
    try:
        await asyncio.wait({working, beating}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            await beating
        return await working
    finally:
        for task in (working, beating):
            task.cancel()
        await asyncio.gather(working, beating, return_exceptions=True)


async def _beat(renew: Callable[[], Awaitable[None]], pause: Pause) -> None:
    while True:
        await pause(BEAT)
        try:
            await renew()
        except Unavailable as error:
            log.warning("lease_not_renewed", reason=str(error))
