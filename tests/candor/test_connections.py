"""Silent, slow and too many connections: visitors are served all the same."""

from __future__ import annotations

import asyncio
import os
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import structlog.testing
from aiohttp import ClientSession, web
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import WebSettings, setup
from bot.texts import load_texts
from candor import listening
from candor.connections import ConnectionLimits, Connections
from candor.listening import GuardedSite, connection_limits
from candor.proxy import visitor_known
from candor.request_guard import guarding
from candor.settings import ServerSettings
from tests.bot.web.conftest import LOOPBACK
from tests.bot.web.fakes import FakeConversations, company
from tests.until import DEADLINE, until


class Site:
    """A small application behind guarded connections."""

    def __init__(self, connections: Connections, port: int) -> None:
        self.connections = connections
        self.port = port
        self.entered = asyncio.Event()
        self.gate = asyncio.Event()
        self._held: list[asyncio.StreamWriter] = []

    async def later(self, _: web.Request) -> web.Response:
        """Answer when the gate opens."""
        self.entered.set()
        await self.gate.wait()
        return web.Response()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def silent(self) -> asyncio.StreamReader:
        return await self.says(b"")

    async def says(self, words: bytes) -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._held.append(writer)  # or it would be closed when nobody knows it any more
        writer.write(words)
        return reader

    async def get(self, path: str) -> int:
        async with ClientSession() as session, session.get(self.address + path) as response:
            await response.read()
            return response.status


async def is_closed(reader: asyncio.StreamReader) -> bool:
    """Whether the server ends the connection, sooner or later, without a word."""
    async with asyncio.timeout(DEADLINE):
        try:
            return await reader.read() == b""
        except ConnectionError:
            return True


@asynccontextmanager
async def serving(most: int = 100, per_address: int = 100, **limits: Any) -> AsyncIterator[Site]:
    connections = Connections(ConnectionLimits(most, per_address, **limits))
    app = web.Application(middlewares=[guarding(per_address)])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    site = Site(connections, 0)
    app.router.add_get("/now", _now)
    app.router.add_get("/large", _large)
    app.router.add_get("/later", site.later)
    app.router.add_get("/socket", _echo)
    app.router.add_post("/body", _body)
    await runner.setup()
    await GuardedSite(runner, connections, "127.0.0.1", 0).start()
    site.port = runner.addresses[0][1]
    try:
        yield site
    finally:
        site.gate.set()
        await runner.cleanup()


async def _now(_: web.Request) -> web.Response:
    return web.Response(body=b"now")


async def _large(_: web.Request) -> web.Response:
    return web.Response(body=b"x" * 20_000_000)


async def _body(request: web.Request) -> web.Response:
    return web.Response(body=await request.read())


async def _echo(request: web.Request) -> web.WebSocketResponse:
    ws = web.WebSocketResponse()
    await ws.prepare(request)
    async for message in ws:
        await ws.send_str(message.data)
    return ws


async def test_silent_connections_beyond_the_limit_do_not_keep_visitors_out() -> None:
    async with serving(most=4) as site:
        silent = [await site.silent() for _ in range(12)]
        assert [await site.get("/now") for _ in range(3)] == [200] * 3
        assert await is_closed(silent[0])
        assert len(site.connections) <= 4


async def test_who_is_being_served_never_gives_a_place_up() -> None:
    async with serving(most=2) as site, ClientSession() as session:
        ws = await session.ws_connect(site.address + "/socket")
        for _ in range(6):
            await site.silent()
        assert await site.get("/now") == 200
        await ws.send_str("still there")
        assert await ws.receive_str(timeout=DEADLINE) == "still there"
        await ws.close()


async def test_a_newcomer_is_refused_at_once_when_everybody_is_being_served() -> None:
    async with serving(most=1) as site:
        first = asyncio.create_task(site.get("/later"))
        await asyncio.wait_for(site.entered.wait(), DEADLINE)
        with structlog.testing.capture_logs() as logs:
            assert [await is_closed(await site.silent()) for _ in range(3)] == [True] * 3
        site.gate.set()
        assert await first == 200
        assert [line["event"] for line in logs] == ["connections_refused"]


@pytest.mark.parametrize("words", [b"", b"GET /now HTTP/1.1\r\nHost: here\r\nX-Slow: "])
async def test_a_connection_without_a_whole_request_is_closed_in_time(words: bytes) -> None:
    async with serving(idle_seconds=0.1) as site:
        assert await is_closed(await site.says(words))


async def test_a_connection_is_closed_when_no_other_request_follows() -> None:
    async with serving(idle_seconds=0.1) as site:
        reader = await site.says(b"GET /now HTTP/1.1\r\nHost: here\r\n\r\n")
        async with asyncio.timeout(DEADLINE):
            assert (await reader.read()).endswith(b"now")


async def test_a_body_that_does_not_come_ends_its_connection() -> None:
    async with serving(body_seconds=0.1) as site:
        reader = await site.says(b"POST /body HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\nslow")
        assert await is_closed(reader)
        await until(lambda: len(site.connections) == 0)


async def test_a_client_that_does_not_read_its_answer_is_given_up() -> None:
    async with serving(unread_seconds=0.1) as site:
        await site.says(b"GET /large HTTP/1.1\r\nHost: here\r\n\r\n")
        await until(lambda: len(site.connections) == 1)
        await until(lambda: len(site.connections) == 0)


async def test_a_slow_answer_is_waited_for() -> None:
    async with serving(idle_seconds=0.5, body_seconds=0.5) as site:
        answer = asyncio.create_task(site.get("/later"))
        await asyncio.wait([answer], timeout=1.5)
        site.gate.set()
        assert await answer == 200


async def test_a_trusted_proxy_may_keep_its_connection() -> None:
    async with serving(idle_seconds=0.05, trusted=LOOPBACK) as site:
        reader = await site.silent()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(reader.read(), 0.3)


class FakeTransport(asyncio.Transport):
    """Remembers that it was ended."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def admitted(connections: Connections, peer: str) -> FakeTransport | None:
    connection, transport = connections.admit(peer, asyncio.Protocol), FakeTransport()
    if connection is not None:
        connection.connection_made(transport)
    return transport if connection is not None else None


async def test_at_its_limit_an_address_makes_room_for_itself_and_nobody_else() -> None:
    connections = Connections(ConnectionLimits(100, 2))
    other = admitted(connections, "203.0.113.5")
    theirs = [admitted(connections, f"2001:db8::{number}") for number in range(1, 5)]
    assert [each is not None and each.aborted for each in (other, *theirs)] == [False, True, True, False, False]
    assert len(connections) == 3


@pytest.mark.parametrize("peer", ["127.0.0.1", "::1", "10.0.0.7"])
async def test_loopback_and_trusted_proxies_have_no_limit_of_their_own(peer: str) -> None:
    connections = Connections(ConnectionLimits(100, 2, (ip_network("10.0.0.0/8"),)))
    assert not any(transport.aborted for transport in [admitted(connections, peer) for _ in range(9)] if transport)
    assert len(connections) == 9


async def test_a_visitor_behind_a_proxy_has_a_limit_of_requests(aiohttp_client: AiohttpClient) -> None:
    app, gate = web.Application(middlewares=[visitor_known(LOOPBACK), guarding(2)]), asyncio.Event()
    setup(app, FakeConversations(company(1, "demo", "Demo Company")), load_texts(), WebSettings())
    waiting = 0

    async def later(_: web.Request) -> web.Response:
        nonlocal waiting
        waiting += 1
        await gate.wait()
        return web.Response()

    app.router.add_get("/later", later)
    client = await aiohttp_client(app)
    greedy = {"X-Forwarded-For": "198.51.100.7"}
    first = [asyncio.create_task(client.get("/later", headers=greedy)) for _ in range(2)]
    await until(lambda: waiting == 2)
    refused = await client.get("/later", headers=greedy)
    assert (refused.status, refused.headers["Retry-After"]) == (429, "5")
    other = asyncio.create_task(client.get("/later", headers={"X-Forwarded-For": "198.51.100.8"}))
    await until(lambda: waiting == 3)
    gate.set()
    assert [(await task).status for task in (*first, other)] == [200] * 3
    assert (await client.get("/later", headers=greedy)).status == 200


async def test_without_descriptors_it_says_so_once_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PAUSE_SECONDS", 0.01)
    async with serving() as site:
        with closing(socket.socket()) as client, structlog.testing.capture_logs() as logs:
            client.setblocking(False)
            with no_descriptor_left():
                await asyncio.get_running_loop().sock_connect(client, ("127.0.0.1", site.port))
                await until(lambda: bool(logs))
                await asyncio.wait([asyncio.create_task(asyncio.Event().wait())], timeout=0.1)
            await until(lambda: len(site.connections) == 1)
        assert [line["event"] for line in logs] == ["connection_not_accepted"]
        assert await site.get("/now") == 200


@contextmanager
def no_descriptor_left() -> Iterator[None]:
    """Let nothing in this process be opened for a while."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path(os.devnull).open() as lowest:
        free = lowest.fileno()
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_limits_follow_from_the_descriptors_and_what_is_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1024, 4096))
    by_default = connection_limits(ServerSettings())
    assert (by_default.most, by_default.per_address) == (896, 224)
    configured = connection_limits(ServerSettings(connections=200, connections_per_address=20))
    assert (configured.most, configured.per_address) == (200, 20)
    assert connection_limits(ServerSettings(connections=100_000)).most == 896


def test_the_process_opens_as_many_files_as_it_may(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = [(1024, 524_288)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, pair: limits.append(pair))
    listening.raise_descriptor_limit()
    assert limits[-1] == (65_536, 524_288)
