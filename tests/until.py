"""Waiting for what nothing tells."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

DEADLINE = 60.0


async def until(condition: Callable[[], bool]) -> None:
    """Return once the condition holds; raise TimeoutError when it does not within a minute."""
    async with asyncio.timeout(DEADLINE):
        while not condition():  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.005)
