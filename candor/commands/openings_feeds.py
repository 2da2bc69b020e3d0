"""`candor openings feeds`: addresses that openings are fetched from."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from candor.commands.openings_output import conclude, in_short, in_words, show_remarks
from candor.commands.options import Settings, company_option, find_company, row_number, with_settings
from candor.house import open_database
from candor.openings_knowledge import knowledge
from network.addresses import checked_url
from openings.feeds.delivery import delivering
from openings.feeds.formats import FORMATS
from storage import Connection
from storage.companies.companies import Company
from storage.openings import opening_feeds
from storage.openings.opening_feeds import SELDOM, Feed, FeedImport
from storage.people import audit
from training.low_priority import yield_to_others
from workers.feeds.process import outcome_of, save_outcome
from workers.feeds.schedule import OpeningFeeds

feed_argument = click.argument("number", type=row_number)


@click.group()
def feeds() -> None:
    """Feeds: addresses that openings are fetched from on schedule."""


@feeds.command("add")
@company_option
@click.argument("url")
@click.option("--format", type=click.Choice(list(FORMATS)), required=True, help="Format of the feed.")
@click.option(
    "--every",
    "minutes",
    type=click.IntRange(5, SELDOM),
    default=60,
    show_default=True,
    help="Minutes between fetches.",
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
    with in_words():
        checked_url(url, settings.openings.limits().allow_hosts)
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        feed = database.write_now(lambda conn: _add(conn, company, format, url, minutes))
    click.echo(f"added feed {feed.id}")


@feeds.command("list")
@company_option
@with_settings
def list_(settings: Settings, company_key: str) -> None:
    """List the feeds: number, format, how its last import went, address."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        for feed, last in database.read_now(lambda conn: _with_last_import(conn, company)):
            click.echo(f"{feed.id}\t{feed.format}\t{in_short(feed, last)}\t{feed.url}")


@feeds.command("fetch")
@company_option
@feed_argument
@click.option("--accept", is_flag=True, help="Take it over though it offers less than half of what is open.")
@with_settings
def fetch(settings: Settings, company_key: str, number: int, accept: bool) -> None:
    """Fetch the feed with this NUMBER now. Exit code 3: it failed, was held back, or is being fetched already."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        feed = database.read_now(lambda conn: opening_feeds.get(conn, company.id, number))
        if feed.next_fetch is None:
            raise click.UsageError(f"feed {number} is not fetched: it is a file or was removed")
        fetcher = OpeningFeeds(database, delivering(settings.openings.limits(), knowledge))
        with in_words():
            report = asyncio.run(fetcher.fetch_now(company.id, feed.id, accept=accept))
        show_remarks(report.detail.get("skipped", []), report.detail.get("notes", []), report.skipped)
        conclude(database, company, report)


@feeds.command("read", hidden=True)
@company_option
@feed_argument
@click.option("--today", "today", type=click.DateTime(["%Y-%m-%d"]), required=True)
@click.option("--out", "file", type=click.Path(path_type=Path), required=True)
@with_settings
def read_(settings: Settings, company_key: str, number: int, today: datetime, file: Path) -> None:
    """Fetch and read the feed with this NUMBER and write what came of it to a file, for the server to import."""
    yield_to_others()
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        feed = database.read_now(lambda conn: opening_feeds.get(conn, company.id, number))
    deliver = delivering(settings.openings.limits(), knowledge)
    save_outcome(file, asyncio.run(outcome_of(deliver, feed, company, today.date())))


@feeds.command("remove")
@company_option
@feed_argument
@with_settings
def remove(settings: Settings, company_key: str, number: int) -> None:
    """Stop fetching the feed with this NUMBER and close its openings; they are kept."""
    with open_database(settings) as database:
        company = database.read_now(lambda conn: find_company(conn, company_key))
        closed = database.write_now(lambda conn: _remove(conn, company, number))
    click.echo(f"removed; {closed} openings closed")


def _add(conn: Connection, company: Company, format: str, url: str, minutes: int) -> Feed:
    now = datetime.now(UTC)
    feed = opening_feeds.add(conn, company.id, format=format, url=url, now=now, every_minutes=minutes)
    audit.write(conn, company.id, audit.BY_COMMAND, "feed_added", {"url": feed.url}, now)
    return feed


def _remove(conn: Connection, company: Company, number: int) -> int:
    now = datetime.now(UTC)
    feed = opening_feeds.get(conn, company.id, number)
    closed = opening_feeds.remove(conn, company.id, number, now)
    audit.write(conn, company.id, audit.BY_COMMAND, "feed_removed", {"url": feed.url, "n": closed}, now)
    return closed


def _with_last_import(conn: Connection, company: Company) -> list[tuple[Feed, FeedImport | None]]:
    feeds_ = opening_feeds.of_company(conn, company.id)
    last = {feed.id: opening_feeds.imports(conn, company.id, feed.id, limit=1) for feed in feeds_}
    return [(feed, last[feed.id][0].report if last[feed.id] else None) for feed in feeds_]
