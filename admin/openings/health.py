"""How a feed is: its last imports, whether somebody fetches it now, and why something went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from storage import Connection
from storage.openings import opening_feeds, opening_list
from storage.openings.opening_feeds import Feed, LoggedImport

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Health:
    """A feed, how many of its openings are open, its imports, the newest first, and what time it is."""

    feed: Feed
    open: int
    imports: Sequence[LoggedImport]
    now: datetime

    @property
    def last(self) -> LoggedImport | None:
        """The import that ended last."""
        return self.imports[0] if self.imports else None

    @property
    def state(self) -> str:
        """How it is, in one word: removed, waiting (never imported), held, failed or well."""
        if not self.feed.enabled:
            return "removed"
        if self.last is None:
            return "waiting"
        outcome = self.last.report.outcome
        return outcome if outcome in ("held", "failed") else "well"

    @property
    def is_being_fetched(self) -> bool:
        """Whether somebody is fetching it at the moment."""
        until = self.feed.leased_until
        return self.feed.leased_by is not None and until is not None and until > self.now

    @property
    def is_accepted(self) -> bool:
        """Whether a person accepted what is held back, which then counts from the next fetch on."""
        return self.feed.may_shrink_to is not None


def every_health(conn: Connection, company_id: int, now: datetime) -> list[Health]:
    """Return how each of the company's feeds is, those that were removed last."""
    counts = opening_list.open_by_feed(conn, company_id)
    return [
        Health(feed, counts.get(feed.id, 0), opening_feeds.imports(conn, company_id, feed.id, limit=1), now)
        for feed in sorted(opening_feeds.of_company(conn, company_id), key=lambda feed: (not feed.enabled, feed.id))
    ]


def health(conn: Connection, company_id: int, feed_id: int, now: datetime) -> Health:
    """Return how one feed is, with the log of its imports; raise NotFound."""
    feed = opening_feeds.get(conn, company_id, feed_id)
    imports = opening_feeds.imports(conn, company_id, feed_id, limit=SHOWN)
    return Health(feed, opening_list.open_by_feed(conn, company_id).get(feed_id, 0), imports, now)
