"""`candor openings`: openings from a file, and the feeds that they are fetched from."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import click

from candor.commands.openings_feeds import feeds
from candor.commands.openings_output import conclude, counted, in_words, show_reading
from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.demo import ensure_demo
from candor.house import open_database
from candor.openings_knowledge import read_file
from openings.feeds.formats import FORMATS
from openings.feeds.importing import difference, take_over
from openings.feeds.reading import FeedContent
from storage import Connection
from storage.companies.companies import Company
from storage.database.database import Database
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed, Marks
from storage.openings.opening_import import Changes
from workers.feeds.schedule import holding

format_option = click.option("--format", type=click.Choice(list(FORMATS)), help="Format (default: recognised).")


@click.group("openings")
def openings() -> None:
    """Import openings from a file, and name the feeds that they are fetched from."""


@openings.command("import")
@company_option
@click.argument("file", type=click.Path(path_type=Path))
@format_option
@click.option("--dry-run", is_flag=True, help="Only show what would change.")
@click.option("--accept", is_flag=True, help="Take it over though it offers less than half of what is open.")
@with_settings
def import_(settings: Settings, company_key: str, file: Path, format: str | None, dry_run: bool, accept: bool) -> None:
    """Make the openings of FILE those on offer from it; what is not in FILE any more is closed.

    A file of the same name is the same feed. Exit code 3: held back, because it offers suspiciously little.
    """
    with open_database(settings) as database:
        ensure_demo(settings, database, train=False)
        company = database.read_now(lambda conn: find_company(conn, company_key))
        now = datetime.now(UTC)
        with in_words(file):
            reading = read_file(file, format, company, company.day(now))
        show_reading(reading)
        if dry_run:
            click.echo("would change: " + counted(_would_change(database, company, file, reading)))
            return
        with in_words():
            feed = database.write_now(lambda conn: _taken(conn, company, file, format or "file", now))
        try:
            taking_over = partial(take_over, database, feed, reading, now, marks=Marks(), accept=accept)
            report = asyncio.run(holding(database, feed, taking_over))
        finally:
            database.write_now(lambda conn: opening_feeds.release(conn, feed))
        conclude(database, company, report)


openings.add_command(feeds)


def _taken(conn: Connection, company: Company, file: Path, format: str, now: datetime) -> Feed:
    """Two imports of one file at once would undo each other's."""
    feed = _feed_of(conn, company, file, format, now)
    return opening_feeds.take(conn, company.id, feed.id, now)


def _feed_of(conn: Connection, company: Company, file: Path, format: str, now: datetime) -> Feed:
    url = f"file:{file.name}"
    known = opening_feeds.by_url(conn, company.id, url)
    if known is not None and known.enabled:
        return known
    return opening_feeds.add(conn, company.id, format=format, url=url, now=now, fetched=False)


def _would_change(database: Database, company: Company, file: Path, reading: FeedContent) -> Changes:
    def compare(conn: Connection) -> Changes:
        feed = opening_feeds.by_url(conn, company.id, f"file:{file.name}")
        if feed is None:
            return Changes(added=tuple(content.title for content in reading.contents))
        return difference(conn, feed, reading)

    return database.read_now(compare)
