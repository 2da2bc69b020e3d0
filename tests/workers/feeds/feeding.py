"""A clock and a careers site for tests of feeds."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from aiohttp import web


@dataclass
class Jobs:
    """A careers site: serves a table of so many jobs, or an error, once it may."""

    count: int = 3
    status: int = 200
    asked: int = 0
    was_asked: asyncio.Event = field(default_factory=asyncio.Event)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, request: web.Request) -> web.Response:
        """Answer a request, with 304 to who has the table."""
        self.asked += 1
        self.was_asked.set()
        await self.may_answer.wait()
        etag = f'"{self.count}"'
        if request.headers.get("If-None-Match") == etag:
            return web.Response(status=304)
        rows = "".join(f"{number},Nurse {number},Kassel\n" for number in range(self.count))
        return web.Response(status=self.status, text=f"id,title,city\n{rows}", headers={"ETag": etag})
