"""Openings, feeds and searches for tests of the desk."""

from __future__ import annotations

from datetime import date

from storage import Connection
from storage.conversations import conversations
from storage.openings import opening_feeds, opening_import, search_log
from storage.openings.opening_feeds import Feed, FeedImport, Marks
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish
from tests.admin.world import NOW, World

SHRANK = {"code": "shrank", "params": {"offered": 3, "standing": 20}}
URL = "https://acme.jobs.personio.de/xml"


def add_feed(world: World, titles: tuple[str, ...] = ("Cook", "Nurse"), url: str = URL, *, file: bool = False) -> Feed:
    """Add a feed of the demo company with these openings, in Kassel."""

    def fill(conn: Connection) -> Feed:
        feed = opening_feeds.add(conn, world.demo.id, format="personio", url=url, now=NOW, fetched=not file)
        offered = [
            OpeningContent(title, title, places=(Place("Kassel", country="DE"),), url=f"https://acme.example/{number}",
                           posted=date(2026, 2, 1))
            for number, title in enumerate(titles)
        ]  # fmt: skip
        opening_import.apply(conn, world.demo.id, feed.id, offered, NOW)
        return feed

    feed: Feed = world.now(fill)
    log(world, feed, FeedImport("imported", len(titles), added=len(titles), detail={"added": list(titles)}))
    return feed


def log(world: World, feed: Feed, report: FeedImport) -> int:
    """Log an import; one that is held back or failed counts as such."""

    def write(conn: Connection) -> int:
        if report.outcome in ("held", "failed"):
            opening_feeds.not_fetched(conn, world.demo.id, feed.id, feed.next_fetch)
        else:
            opening_feeds.fetched(conn, world.demo.id, feed.id, Marks(feed.next_fetch), NOW)
        return opening_feeds.log(conn, world.demo.id, feed.id, report, NOW)

    return int(world.now(write))


def hold_back(world: World, feed: Feed) -> int:
    """Log that an import was held back."""
    return log(world, feed, FeedImport("held", 3, detail={"standing": 20, "closed": ["Cook"]}, reason=SHRANK))


def search_in_vain(world: World, wish: Wish, times: int = 1) -> None:
    """Let somebody search so often without finding anything."""

    def search(conn: Connection) -> None:
        name = f"search-{wish.professions}-{wish.cities}"
        talk = conversations.create(conn, world.demo.id, public_id=name[:32], token_hash=name, language="en", now=NOW)
        for _ in range(times):
            search_log.record(conn, world.demo.id, talk.id, wish, 0, "en", NOW)

    world.now(search)
