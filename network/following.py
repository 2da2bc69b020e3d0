"""Following an address over its redirects, to public addresses only at every step."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urljoin, urlsplit

import aiohttp

from network.addresses import PublicResolver, checked_url, refusal_in
from network.troubles import TroubleCode, WebTrouble, host_of, trouble

MOST_REDIRECTS: Final = 5
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
GONE: Final = frozenset({404, 410})
_PATIENCE: Final = aiohttp.ClientTimeout(total=None, sock_connect=15, sock_read=30)


@asynccontextmanager
async def public_session(headers: Mapping[str, str], resolver: PublicResolver) -> AsyncIterator[aiohttp.ClientSession]:
    """Give a session that keeps no cookies, unpacks nothing and connects to what the resolver allows."""
    connector = aiohttp.TCPConnector(resolver=resolver, limit=8, use_dns_cache=False)
    async with aiohttp.ClientSession(
        connector=connector,
        headers=headers,
        timeout=_PATIENCE,
        cookie_jar=aiohttp.DummyCookieJar(),
        auto_decompress=False,
    ) as session:
        yield session


@asynccontextmanager
async def following(
    session: aiohttp.ClientSession,
    url: str,
    allowed_hosts: Collection[str],
    headers: Mapping[str, str] | None = None,
    *,
    to_http: bool,
) -> AsyncIterator[tuple[str, aiohttp.ClientResponse]]:
    """Give the address where the redirects end, and its answer; raise WebTrouble, also for what fails while it is read.

    A redirect without a target ends there. `to_http`: whether one may lead from https to http.
    """
    began = url
    try:
        for _ in range(MOST_REDIRECTS + 1):
            checked_url(url, allowed_hosts)
            async with await _asked(session, url, headers) as response:
                target = response.headers.get("Location") if response.status in REDIRECTS else None
                if not target:
                    yield url, response
                    return
                url = _next(url, target, to_http=to_http)
    except (aiohttp.ClientError, OSError) as error:
        raise refusal_in(error) or trouble(error, began) from None
    raise WebTrouble(TroubleCode.REDIRECTS, host=host_of(began), most=MOST_REDIRECTS)


async def _asked(session: aiohttp.ClientSession, url: str, headers: Mapping[str, str] | None) -> aiohttp.ClientResponse:
    try:
        return await session.get(url, headers=headers, allow_redirects=False)
    except (aiohttp.ClientError, OSError):
        raise
    except ValueError as error:
        raise refusal_in(error) or trouble(error, url) from None


def _next(url: str, target: str, *, to_http: bool) -> str:
    try:
        target = urljoin(url, target)
        is_weaker = urlsplit(url).scheme == "https" and urlsplit(target).scheme == "http"
    except ValueError:
        raise WebTrouble(TroubleCode.NOT_AN_ADDRESS, url=target) from None
    if is_weaker and not to_http:
        raise WebTrouble(TroubleCode.REDIRECT_TO_HTTP, host=host_of(url))
    return target
