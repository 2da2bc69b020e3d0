"""A desk in a process of its own: `python -m tests.journeys.desk_process URL` prints its port once it serves."""

from __future__ import annotations

import asyncio
import sys

from aiohttp import web

from admin.app import mount
from admin.desk import Desk, DeskSettings
from candor.product import LIBRARIES
from storage import Database
from tests.admin.explained import explained


async def no_training(company_key: str) -> bool:
    """Start nothing."""
    return False


async def serve(url: str) -> None:
    """Serve until the process is ended."""
    with Database.open(url) as database:
        app = web.Application()
        mount(app, Desk(database, no_training, explained, DeskSettings(LIBRARIES), sends_mail=True))
        runner = web.AppRunner(app)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        print(runner.addresses[0][1], flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1]))
