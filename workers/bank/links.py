"""Looking whether the links of answers lead somewhere: at public addresses only, each now and then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from network.addresses import PublicResolver
from network.following import GONE, following, public_session
from network.troubles import TroubleCode, WebTrouble
from storage import Connection
from storage.answers import answers, link_checks
from storage.answers.answers import addresses
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.database import Database
from workers.ticks import Now, Tick, utc_now

SECONDS: Final = 300.0
AT_ONCE: Final = 4
IN_A_ROUND: Final = 40
PATIENCE: Final = 15.0
"""Seconds that a page may take with all its redirects."""
LEASE: Final = timedelta(minutes=15)
AGAIN: Final = timedelta(days=7)
SOON: Final = timedelta(hours=1)
DAILY: Final = timedelta(days=1)
_NO_NETWORK: Final = frozenset(
    {TroubleCode.UNKNOWN_HOST, TroubleCode.NO_CONNECTION, TroubleCode.SILENT, TroubleCode.BROKEN_OFF}
)
"""What also happens when it is this machine that reaches nobody."""
_RESERVED: Final = (".example", ".test", ".invalid", ".localhost", "example.com", "example.org", "example.net")
_HEADERS: Final = {"User-Agent": "Candor (checks the links of answers)", "Accept": "*/*"}

Look = Callable[[str], Awaitable[str | None]]
"""Follows a link; returns None where it leads somewhere, else why not in a word or two."""


def is_reserved(url: str) -> bool:
    """Tell whether an address is one of those that are kept for examples (RFC 2606) and lead nowhere by intent.

    >>> is_reserved("https://careers.acme.example/pay"), is_reserved("https://example.net.acme.de")
    (True, False)
    """
    host = (urlsplit(url).hostname or "").rstrip(".")
    return any(host == name.lstrip(".") or host.endswith(f".{name.lstrip('.')}") for name in _RESERVED)


class LinkWatch:
    """Looks at the links that are due, of all companies; of several processes one looks at each."""

    def __init__(self, database: Database, look: Look, now: Now = utc_now) -> None:
        self._database = database
        self._look = look
        self._now = now

    async def tick(self) -> None:
        """Look at some of the links that are due, and keep what came of it."""
        for company in await self._database.read(companies.all_companies):
            due = await self._database.write(partial(_due, company=company, now=self._now()))
            if due:
                await self._look_at(company, due)

    async def _look_at(self, company: Company, urls: Collection[str]) -> None:
        turns = asyncio.Semaphore(AT_ONCE)

        async def look(url: str) -> tuple[str, str | None]:
            async with turns:
                return url, await self._look(url)

        seen = await asyncio.gather(*(look(url) for url in urls))
        doubtful = all(error is not None for _, error in seen) and any(error in _NO_NETWORK for _, error in seen)
        reaches = not doubtful or await self._reaches_another(company)
        await self._database.write(partial(_note, company_id=company.id, seen=seen, reaches=reaches, now=self._now()))

    async def _reaches_another(self, company: Company) -> bool:
        """Whether a link that was fine before still is: else it is this machine that reaches nobody."""
        good = await self._database.read(lambda conn: link_checks.a_good_one(conn, company.id))
        return good is not None and await self._look(good) is None


def _due(conn: Connection, company: Company, now: datetime) -> list[str]:
    """Take the links that are due, and forget those that no answer has any more."""
    urls = dict.fromkeys(url for answer in answers.of_company(conn, company.id) for url in addresses(answer))
    looked_at = [url for url in urls if not is_reserved(url)]
    link_checks.forget_others(conn, company.id, looked_at)
    due = link_checks.due(conn, company.id, looked_at, now)[:IN_A_ROUND]
    return [url for url in due if link_checks.claim(conn, company.id, url, now, now + LEASE)]


def _note(
    conn: Connection, company_id: int, seen: Iterable[tuple[str, str | None]], *, reaches: bool, now: datetime
) -> None:
    dead = link_checks.dead(conn, company_id)
    for url, error in seen:
        if error in _NO_NETWORK and not reaches:
            link_checks.put_off(conn, company_id, url, now + SOON)
            continue
        again = AGAIN if error is None else DAILY if url in dead else SOON
        link_checks.note(conn, company_id, url, error, now, now + again)


async def followed(url: str, allow_hosts: Collection[str] = (), patience: float = PATIENCE) -> str | None:
    """Follow a link over its redirects, without reading the page; return None where it leads somewhere, else why not.

    A page that wants a login, or no programs, is there. Only public addresses are gone to, at every step.
    """
    try:
        async with (
            asyncio.timeout(patience),
            public_session(_HEADERS, PublicResolver(allow_hosts)) as session,
            following(session, url, allow_hosts, to_http=True) as (_, response),
        ):
            status = response.status
    except TimeoutError:
        return str(TroubleCode.SILENT)
    except WebTrouble as error:
        return str(error.code)
    return f"status {status}" if status in GONE or status >= 500 else None


def link_ticks(database: Database, allow_hosts: Collection[str]) -> list[Tick]:
    """Return what the schedule runs."""
    return [Tick(SECONDS, LinkWatch(database, partial(followed, allow_hosts=allow_hosts)).tick)]
