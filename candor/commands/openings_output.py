"""What `candor openings` tells of readings, imports and feeds."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from admin.openings.reasons import outcome_in_words, reason_in_words, remark_in_words
from admin.texts import FALLBACK, Say, load_texts
from network.troubles import WebTrouble
from openings.feeds.importing import TOLD
from openings.feeds.network import of_feed
from openings.feeds.reading import FeedContent
from openings.feeds.reasons import FeedError
from storage.companies.companies import Company
from storage.database.database import Database
from storage.database.errors import BeingFetched
from storage.openings.opening_feeds import Feed, FeedImport
from storage.openings.opening_import import Changes
from storage.openings.openings import count_open

NOT_TAKEN_OVER = 3
"""Exit code of an import that was held back or failed, or that another is at; what was open before is open."""


def says() -> Say:
    """Return the words of the command line."""
    return load_texts()[FALLBACK]


@contextmanager
def in_words(about: object = None) -> Iterator[None]:
    """Turn a feed that cannot be read or taken into one line, which begins with what it is about."""
    try:
        yield
    except (FeedError, WebTrouble) as error:
        why = of_feed(error) if isinstance(error, WebTrouble) else error
        said = reason_in_words(says(), why.reason.to_dict())
        raise click.ClickException(said if about is None else f"{about}: {said}") from None
    except BeingFetched:
        click.echo(f"candor: {says()('error.feed_busy')}", err=True)
        sys.exit(NOT_TAKEN_OVER)


def show_remarks(skipped: Sequence[Mapping[str, Any]], notes: Sequence[Mapping[str, Any]], all_skipped: int) -> None:
    """Tell what was skipped and noted, as it is stored, on standard error."""
    for remark in skipped:
        click.echo(f"skipped: {remark_in_words(says(), remark)}", err=True)
    if all_skipped > len(skipped):
        click.echo(f"skipped: {all_skipped - len(skipped)} more", err=True)
    for note in notes:
        click.echo(f"note: {remark_in_words(says(), note)}", err=True)


def show_reading(reading: FeedContent) -> None:
    """Tell what was skipped and noted in a file."""
    skipped, notes = ([each.to_dict() for each in some[:TOLD]] for some in (reading.skipped, reading.notes))
    show_remarks(skipped, notes, len(reading.skipped))


def conclude(database: Database, company: Company, report: FeedImport) -> None:
    """Tell how an import went; exit with NOT_TAKEN_OVER when it was held back or failed."""
    why = outcome_in_words(says(), report)
    if why is not None:
        advice = " If that is right, repeat the command with --accept." if report.outcome == "held" else ""
        click.echo(f"candor: {report.outcome}: {why}{advice}", err=True)
        sys.exit(NOT_TAKEN_OVER)
    now_open = database.read_now(lambda conn: count_open(conn, company.id))
    click.echo(f"{report.outcome}: {report.offered} offered, {_report_counts(report)}; {now_open} open in all")


def in_short(feed: Feed, last: FeedImport | None) -> str:
    """Return in a line how a feed is."""
    if not feed.enabled:
        return "removed"
    if last is None:
        return "not fetched yet" if feed.next_fetch is not None else "imported"
    why = outcome_in_words(says(), last)
    return f"{last.outcome}: {why}" if why else f"{last.outcome}, {last.offered} openings"


def counted(changes: Changes) -> str:
    """Return how much would change."""
    return f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.closed)} closed"


def _report_counts(report: FeedImport) -> str:
    return f"{report.added} added, {report.changed} changed, {report.closed} closed, {report.skipped} skipped"
