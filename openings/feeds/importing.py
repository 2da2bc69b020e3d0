"""Taking a reading over: piece by piece, closing last, and held back when a feed suddenly offers far less."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from openings.feeds.reading import FeedContent
from openings.feeds.reasons import FeedReason, FeedReasonCode
from storage import Connection
from storage.database.database import Database
from storage.database.limits import PATIENT
from storage.openings import opening_feeds, opening_import
from storage.openings.opening_feeds import Feed, FeedImport, Marks
from storage.openings.opening_import import Changes

SHRINKS_FROM: Final = 10
"""A feed with fewer openings may lose any number of them: small numbers halve by themselves."""

TOLD: Final = 20
"""So many titles of each kind stand in the log."""


async def take_over(
    database: Database, feed: Feed, reading: FeedContent, now: datetime, *, marks: Marks, accept: bool = False
) -> FeedImport:
    """Make the feed's openings those of the reading, log it and return the report.

    When the feed had at least SHRINKS_FROM openings and offers less than half of them, nothing changes and the outcome
    is "held", unless a person accepts it (`accept`, or before by `opening_feeds.accept`). All is written in pieces, so
    that other writes go on, and what vanished is closed last; a process that dies in between leaves what the next
    import brings to its end. Raise LeaseLost where another process has taken the feed.
    """
    started = time.monotonic()
    standing = await database.read(
        lambda conn: opening_import.open_ids(conn, feed.company_id, feed.id), patience=PATIENT
    )
    gone = sorted(standing.keys() - {content.external_id for content in reading.contents})
    report = _told(FeedImport("imported", offered=len(reading.contents), skipped=len(reading.skipped)), reading)
    if not accept and shrinks(len(standing), report.offered, feed.may_shrink_to):
        held = _would_close(report, len(standing), [standing[key] for key in gone])
        return await _hold(database, feed, replace(held, seconds=time.monotonic() - started), marks, now)
    changes = Changes()
    # Comparing 50,000 openings takes a dozen seconds: readers do it, so that the writer sees only what differs.
    new = await database.read(
        lambda conn: opening_import.differing(conn, feed.company_id, feed.id, reading.contents), patience=PATIENT
    )
    for some in opening_import.pieces(new):
        changes += await database.write(
            lambda conn, its=some: _leased(conn, feed, opening_import.put, its, now)  # type: ignore[misc]
        )
    for lost in opening_import.pieces(gone):
        changes += await database.write(
            lambda conn, its=lost: _leased(conn, feed, opening_import.close, its, now)  # type: ignore[misc]
        )
    done = _with_changes(report, changes, time.monotonic() - started)
    await database.write(lambda conn: _finish(conn, feed, done, marks, now))
    return done


def shrinks(standing: int, offered: int, may_shrink_to: int | None) -> bool:
    """Tell whether a feed offers suspiciously less than stands, and less than a person accepted.

    >>> shrinks(100, 49, None), shrinks(100, 50, None), shrinks(9, 0, None), shrinks(100, 40, 40), shrinks(100, 39, 40)
    (True, False, False, False, True)
    """
    accepted = may_shrink_to is not None and offered >= may_shrink_to
    return standing >= SHRINKS_FROM and 2 * offered < standing and not accepted


async def fail(
    database: Database, feed: Feed, reason: FeedReason, seconds: float, now: datetime, marks: Marks
) -> FeedImport:
    """Log that a feed could not be fetched or read; what stood before stands."""
    return await _hold(database, feed, FeedImport("failed", reason=reason.to_dict(), seconds=seconds), marks, now)


def difference(conn: Connection, feed: Feed, reading: FeedContent) -> Changes:
    """Return what taking the reading over would change."""
    changes = opening_import.difference(conn, feed.company_id, feed.id, reading.contents)
    standing = opening_import.open_ids(conn, feed.company_id, feed.id)
    gone = sorted(standing.keys() - {content.external_id for content in reading.contents})
    return replace(changes, closed=tuple(standing[key] for key in gone))


def _leased(conn: Connection, feed: Feed, change: Callable[..., Changes], its: Sequence[Any], now: datetime) -> Changes:
    opening_feeds.keep(conn, feed)
    return change(conn, feed.company_id, feed.id, its, now)


def _finish(conn: Connection, feed: Feed, report: FeedImport, marks: Marks, now: datetime) -> None:
    opening_feeds.keep(conn, feed)
    opening_feeds.fetched(conn, feed.company_id, feed.id, marks, now)
    opening_feeds.log(conn, feed.company_id, feed.id, report, now)


def _with_changes(report: FeedImport, changes: Changes, seconds: float) -> FeedImport:
    titles = {"added": changes.added, "changed": changes.changed, "closed": changes.closed}
    return replace(
        report,
        added=len(changes.added),
        changed=len(changes.changed),
        closed=len(changes.closed),
        detail=report.detail | {name: list(told[:TOLD]) for name, told in titles.items()},
        seconds=seconds,
    )


async def _hold(database: Database, feed: Feed, report: FeedImport, marks: Marks, now: datetime) -> FeedImport:
    def record(conn: Connection) -> None:
        opening_feeds.keep(conn, feed)
        opening_feeds.not_fetched(conn, feed.company_id, feed.id, marks.next_fetch)
        opening_feeds.log(conn, feed.company_id, feed.id, report, now)

    await database.write(record)
    return report


def _told(report: FeedImport, reading: FeedContent) -> FeedImport:
    detail: dict[str, Any] = {
        "skipped": [each.to_dict() for each in reading.skipped[:TOLD]],
        "notes": [each.to_dict() for each in reading.notes[:TOLD]],
    }
    return replace(report, detail=detail)


def _would_close(report: FeedImport, standing: int, titles: list[str]) -> FeedImport:
    reason = FeedReason(FeedReasonCode.SHRANK, {"offered": report.offered, "standing": standing})
    detail = report.detail | {"closed": titles[:TOLD], "standing": standing}
    return replace(report, outcome="held", reason=reason.to_dict(), detail=detail)
