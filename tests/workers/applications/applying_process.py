"""A process that delivers applications for as long as it lives: database URL as argument."""

from __future__ import annotations

import asyncio
import sys
from functools import partial

from storage import Database
from workers.applications.sender import ApplicationSender, Ways
from workers.outbox.delivery import OutboxDelivery
from workers.outbox.webhook import post


async def deliver(url: str) -> None:
    with Database.open(url) as database:
        await OutboxDelivery(database, ApplicationSender(Ways(partial(post, timeout_seconds=60)))).tick()


if __name__ == "__main__":
    asyncio.run(deliver(sys.argv[1]))
