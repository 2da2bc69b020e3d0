"""`candor openings`: openings from a file, and the feeds that they are fetched from."""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from bot.openings.feeds.addresses import checked_url
from bot.openings.feeds.formats import FORMATS
from bot.openings.feeds.importing import difference, take_over
from bot.openings.feeds.reading import Reading
from candor.commands.options import Settings, company_option, find_company, with_settings
from candor.demo import ensure_demo
from candor.house import open_database
from candor.openings import OpeningFeeds
from candor.openings_knowledge import knowledge, read_file
from storage import Connection, opening_feeds
from storage.companies import Company
from storage.database import Database
from storage.opening_feeds import Feed, FeedImport, Marks
from storage.opening_import import Changes
from storage.openings import count_open

NOT_TAKEN_OVER = 3
"""Exit code of an import that was held back or failed; what was open before is open."""

format_option = click.option("--format", type=click.Choice(list(FORMATS)), help="Format (default: recognised).")
feed_argument = click.argument("number", type=int)


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
        reading = read_file(file, format, company, now.date())
        _show_reading(reading)
        if dry_run:
            click.echo("would change: " + _counts(_would_change(database, company, file, reading)))
            return
        feed = database.write_now(lambda conn: _feed_of(conn, company, file, format or "file", now))
        report = asyncio.run(take_over(database, feed, reading, now, marks=Marks(), accept=accept))
        _conclude(database, company, report)


@openings.group()
def feeds() -> None:
    """Feeds: addresses that openings are fetched from on schedule."""


@feeds.command("add")
@company_option
@click.argument("url")
@click.option("--format", type=click.Choice(list(FORMATS)), required=True, help="Format of the feed.")
@click.option(
    "--every", "minutes", type=click.IntRange(5), default=60, show_default=True, help="Minutes between fetches."
)
@with_settings
def add(settings: Settings, company_key: str, url: str, format: str, minutes: int) -> None:
    """Add a feed; a running server fetches it within a minute.

    \b
    Examples of addresses:
      schema.org       https://jobs.acme.example/sitemap.xml (or a page, or a JSON list)
      personio         https://acme.jobs.personio.de/xml?language=en
      greenhouse       https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true&pay_transparency=true
      lever            https://api.lever.co/v0/postings/acme?mode=json
      smartrecruiters  https://api.smartrecruiters.com/v1/companies/acme/postings?limit=100
    """
    checked_url(url, settings.openings.limits().allow_hosts)
    now = datetime.now(UTC)
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        feed = database.write_now(
            lambda conn: opening_feeds.add(conn, company.id, format=format, url=url, now=now, every_minutes=minutes)
        )
    click.echo(f"added feed {feed.id}")


@feeds.command("list")
@company_option
@with_settings
def list_(settings: Settings, company_key: str) -> None:
    """List the feeds: number, format, how its last import went, address."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        for feed, last in database.read_now(lambda conn: _with_last_import(conn, company)):
            click.echo(f"{feed.id}\t{feed.format}\t{_in_short(feed, last)}\t{feed.url}")


@feeds.command("fetch")
@company_option
@feed_argument
@click.option("--accept", is_flag=True, help="Take it over though it offers less than half of what is open.")
@with_settings
def fetch(settings: Settings, company_key: str, number: int, accept: bool) -> None:
    """Fetch the feed with this NUMBER now. Exit code 3: it failed or was held back."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        feed = database.read_now(lambda conn: opening_feeds.get(conn, company.id, number))
        if feed.next_fetch is None:
            raise click.UsageError(f"feed {number} is not fetched: it is a file or was removed")
        fetcher = OpeningFeeds(database, settings.openings.limits(), knowledge)
        _conclude(database, company, asyncio.run(fetcher.fetch(feed, accept=accept)))


@feeds.command("remove")
@company_option
@feed_argument
@with_settings
def remove(settings: Settings, company_key: str, number: int) -> None:
    """Stop fetching the feed with this NUMBER and close its openings; they are kept."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        now = datetime.now(UTC)
        closed = database.write_now(lambda conn: opening_feeds.remove(conn, company.id, number, now))
    click.echo(f"removed; {closed} openings closed")


def _feed_of(conn: Connection, company: Company, file: Path, format: str, now: datetime) -> Feed:
    url = f"file:{file.name}"
    known = opening_feeds.by_url(conn, company.id, url)
    if known is not None and known.enabled:
        return known
    return opening_feeds.add(conn, company.id, format=format, url=url, now=now, fetched=False)


def _would_change(database: Database, company: Company, file: Path, reading: Reading) -> Changes:
    def compare(conn: Connection) -> Changes:
        feed = opening_feeds.by_url(conn, company.id, f"file:{file.name}")
        if feed is None:
            return Changes(added=tuple(content.title for content in reading.contents))
        return difference(conn, feed, reading)

    return database.read_now(compare)


def _with_last_import(conn: Connection, company: Company) -> list[tuple[Feed, FeedImport | None]]:
    feeds_ = opening_feeds.of_company(conn, company.id)
    last = {feed.id: opening_feeds.imports(conn, company.id, feed.id, limit=1) for feed in feeds_}
    return [(feed, last[feed.id][0].report if last[feed.id] else None) for feed in feeds_]


def _in_short(feed: Feed, last: FeedImport | None) -> str:
    if not feed.enabled:
        return "removed"
    if last is None:
        return "not fetched yet" if feed.next_fetch is not None else "imported"
    return f"{last.outcome}: {last.error}" if last.error else f"{last.outcome}, {last.offered} openings"


def _show_reading(reading: Reading) -> None:
    for name, reason in reading.skipped[:20]:
        click.echo(f"skipped: {name}: {reason}", err=True)
    if len(reading.skipped) > 20:
        click.echo(f"skipped: {len(reading.skipped) - 20} more", err=True)
    for note in reading.notes[:20]:
        click.echo(f"note: {note}", err=True)


def _conclude(database: Database, company: Company, report: FeedImport) -> None:
    if report.error is not None:
        advice = "; look at it and repeat the command with --accept" if report.outcome == "held" else ""
        click.echo(f"candor: {report.outcome}: {report.error}{advice}", err=True)
        sys.exit(NOT_TAKEN_OVER)
    now_open = database.read_now(lambda conn: count_open(conn, company.id))
    click.echo(f"{report.outcome}: {report.offered} offered, {_report_counts(report)}; {now_open} open in all")


def _counts(changes: Changes) -> str:
    return f"{len(changes.added)} added, {len(changes.changed)} changed, {len(changes.closed)} closed"


def _report_counts(report: FeedImport) -> str:
    return f"{report.added} added, {report.changed} changed, {report.closed} closed, {report.skipped} skipped"
