"""Listening comes first: who knocks before the house is open is told to come back."""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from candor.connections import ConnectionLimits, Connections
from candor.serving import serve
from candor.settings import load_settings
from storage.database.errors import StorageError


@dataclass
class House:
    """A house that opens when the test lets it, and notes when it was closed."""

    may_open: threading.Event
    error: Exception | None = None
    closed: bool = False

    def open(self, house: contextlib.ExitStack) -> tuple[web.Application, list[str]]:
        self.may_open.wait(10)
        if self.error is not None:
            raise self.error
        house.callback(lambda: setattr(self, "closed", True))
        app = web.Application()

        async def at_home(_: web.Request) -> web.Response:
            return web.json_response({"closed": self.closed})

        app.router.add_get("/readyz", at_home)
        return app, ["acme"]


@dataclass
class Started:
    """A start under way."""

    house: House
    serving: asyncio.Task[None]
    stop: asyncio.Event
    address: str

    async def open(self, client: aiohttp.ClientSession) -> int:
        """Let the house open and return the first status of /readyz that is not the door's."""
        self.house.may_open.set()
        async with asyncio.timeout(60):
            while True:
                async with client.get(f"{self.address}/readyz") as answer:
                    if answer.status != 503:
                        return answer.status
                await asyncio.sleep(0.01)


@pytest.fixture
async def started(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> AsyncIterator[Started]:
    settings = load_settings(overrides={"data_dir": tmp_path, "server": {"port": 0}})
    house, stop = House(threading.Event()), asyncio.Event()
    serving = asyncio.create_task(serve(settings, Connections(ConnectionLimits(100, 50)), stop, house.open))
    async with asyncio.timeout(60):
        while not (found := re.search(r"Listening on (\S+);", capsys.readouterr().err)):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    yield Started(house, serving, stop, found.group(1))
    house.may_open.set()
    stop.set()
    await asyncio.gather(serving, return_exceptions=True)


async def test_where_machines_read_the_log_the_addresses_are_events_whatever_its_level(
    tmp_path: Path, events_at_error: Callable[[], list[dict[str, Any]]]
) -> None:
    settings = load_settings(overrides={"data_dir": tmp_path, "server": {"port": 0}})
    house, stop = House(threading.Event()), asyncio.Event()
    house.may_open.set()
    logged: list[dict[str, Any]] = []
    serving = asyncio.create_task(serve(settings, Connections(ConnectionLimits(100, 50)), stop, house.open))
    async with asyncio.timeout(60):
        while len(logged) < 2:
            await asyncio.sleep(0.01)
            logged += events_at_error()
    stop.set()
    await serving
    assert [each["event"] for each in logged] == ["listening", "serving"]
    assert logged[1]["companies"] == ["acme"]


async def test_before_the_house_is_open_it_is_alive_and_not_ready(started: Started) -> None:
    async with aiohttp.ClientSession() as client:
        alive = await client.get(f"{started.address}/healthz")
        ready = await client.get(f"{started.address}/readyz")
        assert alive.status == 200
        assert (ready.status, (await ready.json())["not_ready"]) == (503, [{"code": "starting", "count": 1}])


async def test_who_knocks_too_early_is_told_when_to_come_back(started: Started) -> None:
    async with aiohttp.ClientSession(headers={"Accept-Language": "de-AT"}) as client:
        message = await client.post(f"{started.address}/api/v1/conversations/x/messages", json={"text": "hi"})
        assert (message.status, message.headers["Retry-After"]) == (503, "1")
        assert (await message.json())["error"]["code"] == "starting"
        page = await client.get(f"{started.address}/admin/")
        assert page.status == 503
        assert "Wird gerade gestartet" in await page.text()


async def test_the_open_house_takes_over_under_the_same_address_and_is_closed_last(started: Started) -> None:
    async with aiohttp.ClientSession() as client:
        await client.get(f"{started.address}/healthz")
        assert await started.open(client) == 200
    started.stop.set()
    await started.serving
    assert started.house.closed


async def test_a_house_that_cannot_be_opened_ends_the_server_with_its_reason(started: Started) -> None:
    started.house.error = StorageError("the disk is full")
    started.house.may_open.set()
    with pytest.raises(StorageError, match="the disk is full"):
        await started.serving


async def test_a_stop_while_the_house_is_opened_ends_it_without_serving(started: Started) -> None:
    started.stop.set()
    started.house.may_open.set()
    await started.serving
    assert started.house.closed
