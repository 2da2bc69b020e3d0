"""What a feed delivers when it is fetched: its reading, or word that nothing has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from network.addresses import PublicResolver
from openings.feeds.completion import Knowledge
from openings.feeds.fetch import FetchLimits, fetching
from openings.feeds.reading import FeedContent, read
from openings.feeds.source import collect
from storage.companies.companies import Company
from storage.openings.opening_feeds import Feed


@dataclass(frozen=True, slots=True)
class FeedDelivery:
    """A feed's reading, None when it has not changed; `etag` and `last_modified` tell the next time whether it has."""

    reading: FeedContent | None
    etag: str | None = None
    last_modified: str | None = None


Deliver: TypeAlias = Callable[[Feed, Company, date], Awaitable[FeedDelivery]]
"""Fetches a company's feed and reads it as of a day; raises FeedError."""


def delivering(
    limits: FetchLimits, known: Callable[[Company], Knowledge], resolver: PublicResolver | None = None
) -> Deliver:
    """Return what fetches and reads feeds in this process; `known` gives what is known when they are read."""

    async def deliver(feed: Feed, company: Company, today: date) -> FeedDelivery:
        async with fetching(limits, resolver) as fetcher:
            source = await collect(fetcher, feed.format, feed.url, etag=feed.etag, last_modified=feed.last_modified)
        if source is None:
            return FeedDelivery(None, feed.etag, feed.last_modified)
        reading = await asyncio.to_thread(lambda: read(source.drafts, known(company), today, source.notes))
        return FeedDelivery(reading, source.etag, source.last_modified)

    return deliver
