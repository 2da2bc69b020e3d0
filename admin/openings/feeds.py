"""The pages of feeds: how each one is, what its imports changed, and what a person does about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.pages import done, render
from admin.visit import FORM, path_id, seat_of
from storage import Connection, opening_feeds, opening_list
from storage.errors import AlreadyExists, NotFound
from storage.opening_feeds import Feed, LoggedImport

FEEDS = "/admin/openings/feeds"
URL_LIMIT = 2000
SHOWN = 20
OFTEN, SELDOM, USUAL = 5, 7 * 24 * 60, 60
"""Minutes between two fetches: at least, at most, and where nothing is said."""


@dataclass(frozen=True, slots=True)
class Health:
    """A feed, how many of its openings are open, and its imports, the newest first."""

    feed: Feed
    open: int
    imports: Sequence[LoggedImport]

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
    def is_accepted(self) -> bool:
        """Whether a person accepted what is held back, which then counts from the next fetch on."""
        return self.feed.may_shrink_to is not None


async def list_page(request: web.Request) -> web.Response:
    """Show the health of every feed, and the form to add one."""
    seat = seat_of(request)
    feeds = await seat.read(lambda conn: _health(conn, seat.company.id))
    return render(request, "openings/feeds.html", feeds=feeds, known=seat.desk.openings, usual=USUAL, limit=URL_LIMIT)


def _health(conn: Connection, company_id: int) -> list[Health]:
    counts = opening_list.open_by_feed(conn, company_id)
    return [
        Health(feed, counts.get(feed.id, 0), opening_feeds.imports(conn, company_id, feed.id, limit=1))
        for feed in sorted(opening_feeds.of_company(conn, company_id), key=lambda feed: (not feed.enabled, feed.id))
    ]


async def one_page(request: web.Request) -> web.Response:
    """Show one feed with the log of its imports and what each changed."""
    seat, feed_id = seat_of(request), path_id(request)
    health = await seat.read(lambda conn: _one(conn, seat.company.id, feed_id))
    return render(request, "openings/feed.html", health=health, known=seat.desk.openings)


def _one(conn: Connection, company_id: int, feed_id: int) -> Health:
    feed = opening_feeds.get(conn, company_id, feed_id)
    imports = opening_feeds.imports(conn, company_id, feed_id, limit=SHOWN)
    return Health(feed, opening_list.open_by_feed(conn, company_id).get(feed_id, 0), imports)


async def add(request: web.Request) -> web.Response:
    """Add a feed whose address may be fetched; it is due at once."""
    seat, form = seat_of(request), request[FORM]
    url, format = form.text("url", URL_LIMIT), form.text("format", 32)
    if format not in seat.desk.openings.formats:
        raise DeskError("feed_format")
    minutes = _minutes(form.text("minutes", 6))
    reason = seat.desk.openings.refusal(url)
    if reason is not None:
        raise DeskError("feed_address", reason=reason)
    await seat.write(lambda conn, actor: _add(conn, actor, url, format, minutes))
    raise done(FEEDS, "feed_added")


def _minutes(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit()) or not OFTEN <= int(typed) <= SELDOM:
        raise DeskError("feed_minutes", least=OFTEN, most=SELDOM)
    return int(typed)


def _add(conn: Connection, actor: Actor, url: str, format: str, minutes: int) -> None:
    company_id, now = actor.company_id, actor.now
    try:
        opening_feeds.add(conn, company_id, format=format, url=url, now=now, every_minutes=minutes)
    except AlreadyExists as error:
        raise DeskError("feed_exists", status=409) from error
    actor.note(conn, "feed_added", url=url)


async def fetch(request: web.Request) -> web.Response:
    """Make a feed due now: whichever process looks next fetches it."""
    feed_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _fetch(conn, actor, feed_id))
    raise done(f"{FEEDS}/{feed_id}", "feed_fetch_asked")


def _fetch(conn: Connection, actor: Actor, feed_id: int) -> None:
    opening_feeds.fetch_soon(conn, actor.company_id, feed_id, actor.now)
    actor.note(conn, "feed_fetch_asked", url=opening_feeds.get(conn, actor.company_id, feed_id).url)


async def remove(request: web.Request) -> web.Response:
    """Switch a feed off and close its openings, which are kept."""
    feed_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _remove(conn, actor, feed_id))
    raise done(FEEDS, "feed_removed")


def _remove(conn: Connection, actor: Actor, feed_id: int) -> None:
    closed = opening_feeds.remove(conn, actor.company_id, feed_id, actor.now)
    actor.note(conn, "feed_removed", url=opening_feeds.get(conn, actor.company_id, feed_id).url, n=closed)


async def accept(request: web.Request) -> web.Response:
    """Let the import that was held back count; the next fetch takes it over."""
    seat, feed_id, typed = seat_of(request), path_id(request), request[FORM].text("import", 15)
    if not (typed.isascii() and typed.isdigit()):
        raise web.HTTPBadRequest
    await seat.write(lambda conn, actor: _accept(conn, actor, feed_id, int(typed)))
    raise done(f"{FEEDS}/{feed_id}", "import_accepted")


def _accept(conn: Connection, actor: Actor, feed_id: int, import_id: int) -> None:
    health = _one(conn, actor.company_id, feed_id)
    if health.last is None or health.last.id != import_id:
        raise NotFound("import")
    opening_feeds.accept(conn, actor.company_id, import_id, actor.now)
    actor.note(conn, "import_accepted", url=health.feed.url, n=health.last.report.offered)


ROUTES = [
    web.get("/openings/feeds", list_page),
    web.post("/openings/feeds", add),
    web.get(r"/openings/feeds/{id:\d+}", one_page),
    web.post(r"/openings/feeds/{id:\d+}/fetch", fetch),
    web.post(r"/openings/feeds/{id:\d+}/accept", accept),
    web.post(r"/openings/feeds/{id:\d+}/remove", remove),
]
