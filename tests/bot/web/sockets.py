"""A candidate's side of the WebSocket."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import ClientWebSocketResponse

from bot.channels.web.state import CHANNEL
from tests.bot.web.conftest import Candidate, Client

DEADLINE = 60.0


async def joins(ada: Candidate, after: int = 0, **headers: str) -> ClientWebSocketResponse:
    return await ada.client.ws_connect(f"{ada.path}/socket?after={after}", headers=ada.headers | headers)


async def hears(ws: ClientWebSocketResponse, count: int) -> list[dict[str, Any]]:
    async with asyncio.timeout(DEADLINE):
        return [await ws.receive_json() for _ in range(count)]


async def until_joined(client: Client, count: int) -> None:
    sockets = client.server.app[CHANNEL].sockets  # type: ignore[attr-defined]
    async with asyncio.timeout(DEADLINE):
        while True:
            if len(sockets) == count:
                return
            await asyncio.sleep(0)
