"""What is told of feeds of openings: that one was held back, or that one keeps failing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, Final

from storage import Connection
from storage.companies.companies import Company
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed
from workers.alerts import messages as alert_messages

FAILURES: Final = 3
"""So many failures in a row are told: one may be the network."""

News = tuple[str, Callable[[], dict[str, Any]]]


def feed_news(conn: Connection, company: Company, since: datetime, address: str | None) -> Iterator[News]:
    """Yield the events, with what composes their message, of the company's feeds that are in trouble since then.

    Trouble is told once until the feed is imported again.
    """
    for feed in opening_feeds.of_company(conn, company.id):
        last = next(iter(opening_feeds.imports(conn, company.id, feed.id, limit=1)), None)
        if not feed.enabled or last is None or last.created < since:
            continue
        if last.report.outcome == "held":
            yield _event("feed_held", feed), partial(alert_messages.feed_held, company, feed, last.report, address)
        if last.report.outcome == "failed" and feed.failures >= FAILURES:
            yield (
                _event("feed_failing", feed),
                partial(alert_messages.feed_failing, company, feed, last.report, address),
            )


def _event(name: str, feed: Feed) -> str:
    return f"{name}:{feed.id}:{feed.checked:%Y-%m-%dT%H:%M:%S}" if feed.checked else f"{name}:{feed.id}"
