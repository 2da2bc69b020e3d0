"""Fetching one address of a feed: conditional, limited in size and redirects, to public addresses only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

import aiohttp

from network.addresses import PublicResolver
from network.following import GONE, REDIRECTS, following, public_session
from network.troubles import WebTrouble, host_of
from openings.feeds.network import of_feed, unwelcome
from openings.feeds.reasons import FeedError, FeedReasonCode
from openings.feeds.unpacking import Unpacker

_CHUNK: Final = 1 << 16
_HEADERS: Final = {
    "User-Agent": "Candor (job feed reader)",
    "Accept": "application/json, application/xml, text/xml, text/csv, text/html;q=0.9, */*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}


class Gone(FeedError):
    """There is nothing at an address (any more)."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """How much may be fetched, how long it may take, and which hosts may have private addresses."""

    most_bytes: int = 20_000_000
    seconds: float = 120
    allow_hosts: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Fetched:
    """What an address gave: the body, unpacked, and by what the server recognises it; None when it has not changed."""

    url: str
    body: bytes | None
    charset: str | None = None
    etag: str | None = None
    last_modified: str | None = None


class Fetcher:
    """Fetches addresses of one feed; use as made by `fetching`."""

    def __init__(self, session: aiohttp.ClientSession, limits: FetchLimits) -> None:
        self._session = session
        self._limits = limits
        self._left = limits.most_bytes

    async def get(self, url: str, *, etag: str | None = None, last_modified: str | None = None) -> Fetched:
        """Return what the address gives; raise FeedError.

        All that one Fetcher gets counts towards the size limit together.
        """
        known = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        headers = {name: value for name, value in known.items() if value is not None}
        allowed = self._limits.allow_hosts
        try:
            async with following(self._session, url, allowed, headers, to_http=False) as (ended, response):
                return await self._take(ended, response)
        except WebTrouble as error:
            raise of_feed(error) from None

    async def _take(self, url: str, response: aiohttp.ClientResponse) -> Fetched:
        known = response.headers.get("ETag"), response.headers.get("Last-Modified")
        if response.status == 304:
            return Fetched(url, None, None, *known)
        if response.status in REDIRECTS:
            raise FeedError(FeedReasonCode.REDIRECT_NOWHERE, host=host_of(url))
        if response.status in GONE:
            raise Gone(FeedReasonCode.GONE, host=host_of(url), status=response.status)
        if response.status != 200:
            raise unwelcome(response.status, host_of(url))
        unpacker = Unpacker(self._left, response.headers.get("Content-Encoding", ""))
        async for chunk in response.content.iter_chunked(_CHUNK):
            unpacker.feed(chunk)
        body = unpacker.body()
        self._left -= len(body)
        return Fetched(url, body, response.charset, *known)


@asynccontextmanager
async def fetching(limits: FetchLimits, resolver: PublicResolver | None = None) -> AsyncIterator[Fetcher]:
    """Give a Fetcher; after the limit's seconds whatever is under way raises FeedError."""
    behind = resolver or PublicResolver(limits.allow_hosts)
    try:
        async with asyncio.timeout(limits.seconds), public_session(_HEADERS, behind) as session:
            yield Fetcher(session, limits)
    except TimeoutError:
        raise FeedError(FeedReasonCode.TOO_SLOW, seconds=limits.seconds) from None


def same_site(urls: Collection[str], url: str) -> tuple[str, ...]:
    """Return those of the addresses that are on the host of `url`: a feed names no pages of others."""
    return tuple(each for each in urls if host_of(each) == host_of(url))
