"""Fetching from a local server, for tests."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable

from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult

from openings.feeds.fetch import Fetched, FetchLimits, fetching

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
Serve = Callable[[Answer], Awaitable[str]]
HERE = frozenset({"127.0.0.1"})
ALLOWED = FetchLimits(1_000_000, 20, HERE)


async def get(url: str, limits: FetchLimits = ALLOWED, **known: str) -> Fetched:
    """Fetch an address."""
    async with fetching(limits) as fetcher:
        return await fetcher.get(url, **known)


class Pointing(AbstractResolver):
    """A name server that knows one address for every name, or none."""

    def __init__(self, address: str | None) -> None:
        self._address = address

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the address."""
        if self._address is None:
            raise OSError(-2, "Name or service not known")
        family = socket.AF_INET6 if ":" in self._address else socket.AF_INET
        return [ResolveResult(hostname=host, host=self._address, port=port, family=family, proto=0, flags=0)]

    async def close(self) -> None:
        """Nothing was opened."""
