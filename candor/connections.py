"""Open connections: how many there may be, from whom, and how long each may keep us waiting for its client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

import structlog
from aiohttp import StreamReader, web

from candor.proxy import Network, address_of, counted_as, is_within

log = structlog.get_logger()

MakeHandler = Callable[[], asyncio.Protocol]

COMPLAIN_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """How many connections there may be, `most` in all and `per_address`, and how long, in seconds, one may wait.

    `idle_seconds`: for a whole request head, from the beginning or after an answer; `proxy_idle_seconds`: the same for
    `trusted` proxies, which keep connections for the next visitor. `body_seconds`: for a body, and as long again as it
    takes at `body_bytes_per_second`. `unread_seconds`: for a client to read on what it is sent.
    """

    most: int
    per_address: int
    trusted: Sequence[Network] = ()
    idle_seconds: float = 20.0
    proxy_idle_seconds: float = 3600.0
    body_seconds: float = 20.0
    body_bytes_per_second: int = 65_536
    unread_seconds: float = 30.0


class Connections:
    """The open connections of this process; used on the event loop.

    When there is no room, who has waited longest for its client gives its place up to a newcomer, so that silent
    connections never keep visitors out. Loopback addresses and trusted proxies are limited by nothing but `most`.
    """

    def __init__(self, limits: ConnectionLimits) -> None:
        self.limits = limits
        self.refused = 0
        self._open: set[Connection] = set()
        self._by_address: dict[str, set[Connection]] = {}
        self._waiting: dict[Connection, None] = {}  # who has waited longest comes first
        self._complain_from = 0.0

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, peer: str, make_handler: MakeHandler) -> Connection | None:
        """Return the protocol of a new connection from this address; None when there is no room for it."""
        address = address_of(peer)
        trusted = address is not None and is_within(address, self.limits.trusted)
        limited = counted_as(address) if address and not (trusted or address.is_loopback) else None
        if not self._room_for(limited):
            self._refuse()
            return None
        idle = self.limits.proxy_idle_seconds if trusted else self.limits.idle_seconds
        connection = Connection(self, make_handler, limited, idle)
        self._open.add(connection)
        if limited:
            self._by_address.setdefault(limited, set()).add(connection)
        return connection

    def send_away_one(self) -> bool:
        """Close the connection that has waited longest for its client; False when all are being served."""
        return _send_away(next(iter(self._waiting), None))

    def note(self, connection: Connection) -> None:
        """Take in that this one waits for its client from now on, or no longer does."""
        self._waiting.pop(connection, None)
        if connection.waits_since is not None:
            self._waiting[connection] = None

    def forget(self, connection: Connection) -> None:
        """Give the place of this one free, if that has not been done."""
        self._open.discard(connection)
        if connection.address in self._by_address:
            self._by_address[connection.address].discard(connection)
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    def _room_for(self, address: str | None) -> bool:
        theirs = self._by_address.get(address, ()) if address else ()
        if len(theirs) >= self.limits.per_address and not _send_away(_longest_waiting(theirs)):
            return False
        return len(self) < self.limits.most or self.send_away_one()

    def _refuse(self) -> None:
        self.refused += 1
        now = time.monotonic()
        if now >= self._complain_from:
            self._complain_from = now + COMPLAIN_SECONDS
            log.warning("connections_refused", open=len(self), most=self.limits.most, refused=self.refused)


class Connection(asyncio.Protocol):
    """Passes everything on to aiohttp's protocol, and ends a connection whose client takes too long.

    `address`: what limits count it for, None when it is not limited by address.
    """

    def __init__(
        self, connections: Connections, make_handler: MakeHandler, address: str | None, idle_seconds: float
    ) -> None:
        self.address = address
        self.waits_since: float | None = None
        self._connections = connections
        self._handler = make_handler()
        self._idle_seconds = idle_seconds
        self._transport: asyncio.Transport | None = None
        self._body: StreamReader | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._handler.connection_made(transport)
        if self._ended:
            transport.abort()
        else:
            self._wait(self._idle_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place free."""
        self._end()
        self._handler.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass on what came."""
        self._handler.data_received(data)

    def eof_received(self) -> bool | None:
        """Pass on that nothing more comes."""
        return self._handler.eof_received()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        self._handler.pause_writing()
        self._wait(self._connections.limits.unread_seconds)

    def resume_writing(self) -> None:
        """Go on, as the client has read."""
        self._handler.resume_writing()
        if self._body is None:
            self._wait(self._idle_seconds)
        else:
            self._serve()

    def begin(self, request: web.Request) -> None:
        """Serve a request once its whole body is there."""
        limits, body = self._connections.limits, request.content
        self._body = body
        self._wait(limits.body_seconds + (request.content_length or 0) / limits.body_bytes_per_second)
        body.on_eof(partial(self._whole, body))

    def finish(self) -> None:
        """Wait for the next request."""
        self._body = None
        self._wait(self._idle_seconds)

    def abort(self) -> None:
        """End it at once, whatever the client still sends or has not read."""
        self._end()
        if self._transport is not None:
            self._transport.abort()

    def _whole(self, body: StreamReader) -> None:
        if body is self._body:
            self._serve()

    def _wait(self, seconds: float) -> None:
        if self._ended:
            return
        self._serve()
        loop = asyncio.get_running_loop()
        self.waits_since = loop.time()
        self._connections.note(self)
        self._deadline = loop.call_later(seconds, self.abort)

    def _serve(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self.waits_since = None
        self._connections.note(self)

    def _end(self) -> None:
        self._serve()
        self._ended = True
        self._connections.forget(self)


def _longest_waiting(connections: Iterable[Connection]) -> Connection | None:
    waiting = ((each.waits_since, each) for each in connections if each.waits_since is not None)
    return min(waiting, key=itemgetter(0), default=(0.0, None))[1]


def _send_away(connection: Connection | None) -> bool:
    if connection is not None:
        connection.abort()
    return connection is not None
