"""A process that delivers applications for as long as it lives: database URL as argument."""

from __future__ import annotations

import asyncio
import sys
from functools import partial

from bot.texts import load_texts
from storage import Database
from workers.applications.delivery import ApplicationDelivery, Ways
from workers.applications.webhook import post


async def deliver(url: str) -> None:
    with Database.open(url) as database:
        await ApplicationDelivery(database, load_texts(), Ways(partial(post, timeout_seconds=60))).tick()


if __name__ == "__main__":
    asyncio.run(deliver(sys.argv[1]))
