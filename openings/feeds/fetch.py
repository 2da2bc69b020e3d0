"""Fetching one address of a feed: conditional, limited in size and redirects, to public addresses only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin, urlsplit

import aiohttp

from openings.feeds.addresses import PublicResolver, checked_url, refusal_in
from openings.feeds.network import trouble, unwelcome
from openings.feeds.reasons import FeedError, FeedReasonCode
from openings.feeds.unpacking import Unpacker

MOST_REDIRECTS: Final = 5
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_GONE: Final = frozenset({404, 410})
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
        headers = {"If-None-Match": etag, "If-Modified-Since": last_modified}
        asked = {name: value for name, value in headers.items() if value is not None}
        try:
            return await self._follow(url, asked)
        except FeedError:
            raise
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise refusal_in(error) or trouble(error, url, _host(url)) from None

    async def _follow(self, url: str, headers: Mapping[str, str]) -> Fetched:
        began = _host(url)
        for _ in range(MOST_REDIRECTS + 1):
            checked_url(url, self._limits.allow_hosts)
            async with self._session.get(url, headers=headers, allow_redirects=False) as response:
                if response.status not in _REDIRECTS:
                    return await self._take(url, response)
                url = _next(url, response.headers.get("Location"))
        raise FeedError(FeedReasonCode.REDIRECTS, host=began, most=MOST_REDIRECTS)

    async def _take(self, url: str, response: aiohttp.ClientResponse) -> Fetched:
        known = response.headers.get("ETag"), response.headers.get("Last-Modified")
        if response.status == 304:
            return Fetched(url, None, None, *known)
        if response.status in _GONE:
            raise Gone(FeedReasonCode.GONE, host=_host(url), status=response.status)
        if response.status != 200:
            raise unwelcome(response.status, _host(url))
        unpacker = Unpacker(self._left, response.headers.get("Content-Encoding", ""))
        async for chunk in response.content.iter_chunked(_CHUNK):
            unpacker.feed(chunk)
        body = unpacker.body()
        self._left -= len(body)
        return Fetched(url, body, response.charset, *known)


@asynccontextmanager
async def fetching(limits: FetchLimits, resolver: PublicResolver | None = None) -> AsyncIterator[Fetcher]:
    """Give a Fetcher; after the limit's seconds whatever is under way raises FeedError."""
    connector = aiohttp.TCPConnector(
        resolver=resolver or PublicResolver(limits.allow_hosts), limit=8, use_dns_cache=False
    )
    options = {"headers": _HEADERS, "cookie_jar": aiohttp.DummyCookieJar(), "auto_decompress": False}
    timeout = aiohttp.ClientTimeout(total=None, sock_connect=15, sock_read=30)
    try:
        async with (
            asyncio.timeout(limits.seconds),
            aiohttp.ClientSession(connector=connector, timeout=timeout, **options) as session,  # type: ignore[arg-type]
        ):
            yield Fetcher(session, limits)
    except TimeoutError:
        raise FeedError(FeedReasonCode.TOO_SLOW, seconds=limits.seconds) from None


def same_site(urls: Collection[str], url: str) -> tuple[str, ...]:
    """Return those of the addresses that are on the host of `url`: a feed names no pages of others."""
    return tuple(each for each in urls if _host(each) == _host(url))


def _next(url: str, location: str | None) -> str:
    if not location:
        raise FeedError(FeedReasonCode.REDIRECT_NOWHERE, host=_host(url))
    target = urljoin(url, location)
    if urlsplit(url).scheme == "https" and urlsplit(target).scheme == "http":
        raise FeedError(FeedReasonCode.REDIRECT_TO_HTTP, host=_host(url))
    return target


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or url[:100]
    except ValueError:
        return url[:100]
