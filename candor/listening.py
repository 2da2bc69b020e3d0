"""Listening: connections are admitted one by one, and never more than there is room for."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import socket
from collections.abc import Coroutine
from typing import Any

import structlog
from aiohttp import web

from candor.connections import COMPLAIN_SECONDS, Connection, ConnectionLimits, Connections, MakeHandler
from candor.settings import ServerSettings

log = structlog.get_logger()

# The kernel keeps so many connections until we come to admit them.
BACKLOG = 1024
# When the system has no descriptor left for a new connection, so long passes before the next try.
PAUSE_SECONDS = 0.2
MOST_DESCRIPTORS = 65_536
# More are not worth the memory unless somebody asks for them.
MOST_CONNECTIONS = 20_000
# What databases, model files, feeds and mail may have open beside the connections.
KEPT_DESCRIPTORS = 128


def raise_descriptor_limit() -> None:
    """Let this process open as many files as the system allows it to."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _at_most(hard)
    if _at_most(soft) < wanted:
        with contextlib.suppress(ValueError, OSError):  # macOS allows less than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def connection_limits(settings: ServerSettings) -> ConnectionLimits:
    """Return the configured limits, or what this process's limit of open files leaves room for where that is less."""
    room = connections_within(_at_most(resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
    most = min(room, settings.connections or MOST_CONNECTIONS)
    per_address = min(settings.connections_per_address, max(1, most // 4))
    return ConnectionLimits(most, per_address, settings.trusted_proxies)


def connections_within(files: int) -> int:
    """Return how many connections so many open files leave room for.

    >>> connections_within(1024), connections_within(256)
    (896, 192)
    """
    return files - min(KEPT_DESCRIPTORS, files // 4)


def _at_most(files: int) -> int:
    return MOST_DESCRIPTORS if files == resource.RLIM_INFINITY else min(files, MOST_DESCRIPTORS)


class GuardedSite(web.BaseSite):
    """An address that is listened on; the connections it admits are counted and ended by `connections`."""

    def __init__(self, runner: web.BaseRunner, connections: Connections, host: str, port: int) -> None:
        super().__init__(runner)
        self._connections = connections
        self._host, self._port = host, port
        self._tasks: set[asyncio.Task[None]] = set()
        self._complain_from = 0.0

    @property
    def name(self) -> str:
        """The address as it was asked for."""
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        """Bind and begin to admit; raises OSError when that cannot be done."""
        await super().start()
        handler = self._runner.server
        assert handler is not None
        # asyncio's own accepting takes a whole backlog at once, and repeats itself endlessly when descriptors run out.
        bound = await asyncio.get_running_loop().create_server(handler, self._host, self._port, start_serving=False)
        self._server = bound
        for listening in [each.dup() for each in bound.sockets]:
            listening.setblocking(False)
            listening.listen(BACKLOG)
            self._run(self._admit_all(listening, handler))

    async def stop(self) -> None:
        """Admit nobody any more; what is open stays open."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await super().stop()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _admit_all(self, listening: socket.socket, handler: MakeHandler) -> None:
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                await asyncio.sleep(0)  # accepting what waits already would never let anything else run
                try:
                    accepted, peer = await loop.sock_accept(listening)
                except ConnectionError:
                    continue  # it was gone before we came to it
                except OSError as error:
                    await self._recover(error)
                    continue
                connection = self._connections.admit(peer[0], handler)
                if connection is None:
                    accepted.close()
                else:
                    self._run(_open(accepted, connection))

    async def _recover(self, error: OSError) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() >= self._complain_from:
            self._complain_from = loop.time() + COMPLAIN_SECONDS
            log.error("connection_not_accepted", reason=error.strerror, open=len(self._connections))
        self._connections.send_away_one()
        await asyncio.sleep(PAUSE_SECONDS)


async def _open(accepted: socket.socket, connection: Connection) -> None:
    try:
        await asyncio.get_running_loop().connect_accepted_socket(lambda: connection, accepted)
    except OSError:
        connection.abort()
        accepted.close()
