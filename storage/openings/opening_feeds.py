"""Feeds of openings: where a company's openings are fetched from, when, and how that went."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, insert, select, update

from storage.database import leases
from storage.database.errors import BeingFetched, WrongState
from storage.database.rows import AnyRow, AnySelect, found, new_id, unique_or
from storage.openings.opening_import import close, open_ids
from storage.tables.opening import feed_import
from storage.tables.opening import opening_feed as table

SELDOM: Final = 365 * 24 * 60
"""Minutes between two fetches at most, whatever a feed says."""

FetchOutcome = Literal["imported", "unchanged", "held", "failed"]


@dataclass(frozen=True, slots=True)
class Feed:
    """A source of openings: `url` is fetched every so many minutes, or names a file that a person imports.

    `next_fetch` is None for a file. `checked` is when it was last fetched with success, `failures` counts those since.
    While `leased_by` is set a process fetches it, and others keep off until `leased_until`, which that process puts off
    for as long as it lives. `may_shrink_to` is how few openings a person accepted for the next import.
    """

    id: int
    company_id: int
    format: str
    url: str
    options: dict[str, Any]
    every_minutes: int
    enabled: bool
    etag: str | None
    last_modified: str | None
    next_fetch: datetime | None
    checked: datetime | None
    leased_by: str | None
    leased_until: datetime | None
    failures: int
    may_shrink_to: int | None
    created: datetime


@dataclass(frozen=True, slots=True)
class FeedImport:
    """How one import went; `detail` holds titles of what changed, and what was skipped or noted.

    `reason` is why it failed or was held back: a code with what fills its text ({"code", "params"}, perhaps "page").
    `error` is the sentence that earlier releases kept instead.
    """

    outcome: FetchOutcome
    offered: int = 0
    added: int = 0
    changed: int = 0
    closed: int = 0
    skipped: int = 0
    detail: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    reason: dict[str, Any] | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Marks:
    """When to fetch again, and by what the server recognises the contents that it gave."""

    next_fetch: datetime | None = None
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class LoggedImport:
    """An import as it stands in the log."""

    id: int
    feed_id: int
    report: FeedImport
    created: datetime


_COLUMNS = [table.c[name] for name in Feed.__slots__]
_LOGGED = [feed_import.c[name] for name in FeedImport.__slots__]


def add(
    conn: Connection,
    company_id: int,
    *,
    format: str,
    url: str,
    now: datetime,
    options: Mapping[str, Any] | None = None,
    every_minutes: int = 60,
    fetched: bool = True,
) -> Feed:
    """Add a feed, or one that was removed again; it is due at once, a file (`fetched` False) never.

    Raise AlreadyExists for an address that the company has.
    """
    values = {"format": format, "url": url, "options": dict(options or {}), "every_minutes": every_minutes}
    values |= {"next_fetch": now if fetched else None, "enabled": True, "failures": 0}
    values |= {"etag": None, "last_modified": None, "may_shrink_to": None} | leases.GIVEN_BACK
    removed = by_url(conn, company_id, url)
    if removed is not None and not removed.enabled:
        conn.execute(update(table).where(*_one(company_id, removed.id)).values(values))
        return get(conn, company_id, removed.id)
    with unique_or(conn, f"The feed {url} exists already: remove it first to change it."):
        feed_id = new_id(conn.execute(insert(table).values(company_id=company_id, created=now, **values)))
    return get(conn, company_id, feed_id)


def change(
    conn: Connection, company_id: int, feed_id: int, *, format: str, url: str, every_minutes: int, now: datetime
) -> None:
    """Fetch a feed from another address, in another format or as often; all of it is read anew at once.

    Raise NotFound, WrongState for one that is not fetched, BeingFetched, or AlreadyExists for an address that the
    company has.
    """
    if get(conn, company_id, feed_id).next_fetch is None:
        raise WrongState("This feed is a file or was removed: there is nothing to fetch.")
    values: dict[str, Any] = {"format": format, "url": url, "every_minutes": every_minutes, "next_fetch": now}
    with unique_or(conn, f"The feed {url} exists already."):
        _when_free(conn, company_id, feed_id, now, **values, etag=None, last_modified=None, failures=0)


def get(conn: Connection, company_id: int, feed_id: int) -> Feed:
    """Return the feed; raise NotFound."""
    return Feed(*found(conn.execute(_of(company_id).where(table.c.id == feed_id)).one_or_none(), "feed"))


def by_url(conn: Connection, company_id: int, url: str) -> Feed | None:
    """Return the company's feed of this address."""
    row = conn.execute(_of(company_id).where(table.c.url == url)).one_or_none()
    return None if row is None else Feed(*row)


def of_company(conn: Connection, company_id: int) -> list[Feed]:
    """Return the company's feeds, the oldest first."""
    return [Feed(*row) for row in conn.execute(_of(company_id).order_by(table.c.id))]


def remove(conn: Connection, company_id: int, feed_id: int, now: datetime) -> int:
    """Switch a feed off for good and close its openings, which are kept; return how many; raise NotFound.

    Who is fetching it at the moment loses the lease, and writes nothing more of it.
    """
    get(conn, company_id, feed_id)
    off = {"enabled": False, "next_fetch": None} | leases.GIVEN_BACK
    conn.execute(update(table).where(*_one(company_id, feed_id)).values(off))
    return len(close(conn, company_id, feed_id, list(open_ids(conn, company_id, feed_id)), now).closed)


def take_due(conn: Connection, now: datetime, wait: Callable[[Feed, datetime], datetime | None]) -> Feed | None:
    """Return a feed of any company that is due and that nobody fetches, leased: for the schedule only.

    Where the process that fetched it last has died, the fetch goes on where that one stopped; should this one die too,
    the feed waits as `wait` says it does after a failure.
    """
    due = (table.c.enabled, table.c.next_fetch <= now, leases.is_free(table, now))
    row = conn.execute(select(*_COLUMNS).where(*due).order_by(table.c.next_fetch, table.c.id).limit(1)).one_or_none()
    if row is None:
        return None
    feed = Feed(*row)
    lease, after_death = leases.new_lease(now), {}
    if feed.leased_by is not None:
        after_death = {"next_fetch": wait(feed, now), "failures": feed.failures + 1}
    mine = update(table).where(*_one(feed.company_id, feed.id), *due).values(lease | after_death)
    return replace(feed, **lease) if conn.execute(mine).rowcount == 1 else None


def take(conn: Connection, company_id: int, feed_id: int, now: datetime) -> Feed:
    """Return the feed, leased, so that others do not fetch it; raise NotFound, or BeingFetched."""
    get(conn, company_id, feed_id)
    _when_free(conn, company_id, feed_id, now, **leases.new_lease(now))
    return get(conn, company_id, feed_id)


def renew(conn: Connection, feed: Feed, now: datetime) -> None:
    """Extend the lease under which the feed was taken; raise LeaseLost where another process has it by now."""
    leases.renew(conn, table, _one(feed.company_id, feed.id), feed.leased_by, now)


def keep(conn: Connection, feed: Feed) -> None:
    """Hold the feed's lease until the end of the transaction; raise LeaseLost where another process has it by now."""
    leases.keep(conn, table, (*_one(feed.company_id, feed.id), table.c.enabled), feed.leased_by)


def release(conn: Connection, feed: Feed) -> None:
    """Give a feed back that was taken and not fetched to its end: it is due when it was."""
    its = (*_one(feed.company_id, feed.id), table.c.leased_by == feed.leased_by)
    conn.execute(update(table).where(*its).values(leases.GIVEN_BACK | {"next_fetch": feed.next_fetch}))


def fetched(conn: Connection, company_id: int, feed_id: int, marks: Marks, now: datetime) -> None:
    """Note a fetch whose openings are stored, and give the feed back."""
    values: dict[str, Any] = {"etag": marks.etag, "last_modified": marks.last_modified, "next_fetch": marks.next_fetch}
    values |= {"failures": 0, "may_shrink_to": None, "checked": now} | leases.GIVEN_BACK
    conn.execute(update(table).where(*_one(company_id, feed_id)).values(values))


def not_fetched(conn: Connection, company_id: int, feed_id: int, next_fetch: datetime | None) -> None:
    """Note a fetch that failed or was held back, and give the feed back; what stood before stands."""
    failed = {"failures": table.c.failures + 1, "next_fetch": next_fetch} | leases.GIVEN_BACK
    conn.execute(update(table).where(*_one(company_id, feed_id)).values(failed))


def fetch_soon(conn: Connection, company_id: int, feed_id: int, now: datetime) -> None:
    """Make a feed due at once; raise NotFound, WrongState for one that is not fetched, or BeingFetched."""
    if get(conn, company_id, feed_id).next_fetch is None:
        raise WrongState("This feed is a file or was removed: there is nothing to fetch.")
    _when_free(conn, company_id, feed_id, now, next_fetch=now)


def accept(conn: Connection, company_id: int, import_id: int, now: datetime) -> None:
    """Let the next import offer as few openings as this one that was held back, and fetch at once.

    Raise NotFound, or BeingFetched while a fetch that does not know of it is under way.
    """
    its = (feed_import.c.company_id == company_id, feed_import.c.id == import_id, feed_import.c.outcome == "held")
    held = found(conn.execute(select(feed_import.c.feed_id, feed_import.c.offered).where(*its)).one_or_none(), "import")
    feed = get(conn, company_id, held.feed_id)
    due = now if feed.next_fetch is not None else None
    _when_free(conn, company_id, feed.id, now, may_shrink_to=held.offered, next_fetch=due)


def log(conn: Connection, company_id: int, feed_id: int, report: FeedImport, now: datetime) -> int:
    """Keep how an import went; return its id."""
    values = {name: getattr(report, name) for name in FeedImport.__slots__}
    added = conn.execute(insert(feed_import).values(company_id=company_id, feed_id=feed_id, created=now, **values))
    return new_id(added)


def imports(conn: Connection, company_id: int, feed_id: int, limit: int = 20) -> list[LoggedImport]:
    """Return the feed's imports, the newest first."""
    its = (feed_import.c.company_id == company_id, feed_import.c.feed_id == feed_id)
    columns = (feed_import.c.id, feed_import.c.feed_id, feed_import.c.created, *_LOGGED)
    rows = conn.execute(select(*columns).where(*its).order_by(feed_import.c.id.desc()).limit(limit))
    return [_logged(row) for row in rows]


def _when_free(conn: Connection, company_id: int, feed_id: int, now: datetime, **values: Any) -> None:
    """Change a feed that nobody is fetching; of several that try at once, the database lets one."""
    free = update(table).where(*_one(company_id, feed_id), leases.is_free(table, now)).values(values)
    if conn.execute(free).rowcount != 1:
        raise BeingFetched(f"Feed {feed_id} is being fetched at the moment; ask again in a minute.")


def _logged(row: AnyRow) -> LoggedImport:
    id_, feed_id, created, *report = row
    return LoggedImport(id_, feed_id, FeedImport(*report), created)


def _one(company_id: int, feed_id: int) -> tuple[Any, ...]:
    return table.c.id == feed_id, table.c.company_id == company_id


def _of(company_id: int) -> AnySelect:
    return select(*_COLUMNS).where(table.c.company_id == company_id)
