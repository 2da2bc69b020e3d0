"""The pages of feeds: how each one is, what its imports changed, and what a person does about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import Form, whole
from admin.openings.health import every_health, health
from admin.openings.reasons import outcome_in_words, reason_in_words, remark_in_words
from admin.openings.sources import format_in_words
from admin.pages import done, render
from admin.settings.saving import must_be_as_shown, upon
from admin.visit import FORM, Seat, path_id, seat_of
from storage import Connection
from storage.database.errors import AlreadyExists, BeingFetched, NotFound
from storage.openings import opening_feeds
from storage.openings.opening_feeds import Feed

FEEDS = "/admin/openings/feeds"
URL_LIMIT = 2000
OFTEN, SELDOM, USUAL = 5, 7 * 24 * 60, 60
"""Minutes between two fetches: at least, at most, and where nothing is said."""


async def list_page(request: web.Request) -> web.Response:
    """Show the health of every feed, and the form to add one."""
    seat = seat_of(request)
    feeds = await seat.read(lambda conn: every_health(conn, seat.company.id, seat.desk.now()))
    return _page(request, "openings/feeds.html", feeds=feeds, usual=USUAL)


async def one_page(request: web.Request) -> web.Response:
    """Show one feed with the log of its imports and what each changed."""
    seat, feed_id = seat_of(request), path_id(request)
    found = await seat.read(lambda conn: health(conn, seat.company.id, feed_id, seat.desk.now()))
    return _page(request, "openings/feed.html", health=found)


def _page(request: web.Request, template: str, **shown: Any) -> web.Response:
    seat = seat_of(request)
    words = {"why": partial(outcome_in_words, seat.say), "remark": partial(remark_in_words, seat.say)}
    return render(
        request, template, known=seat.desk.openings, words=words, limit=URL_LIMIT, fetched_as=fetched_as, **shown
    )


async def add(request: web.Request) -> web.Response:
    """Add a feed whose address may be fetched; it is due at once."""
    seat = seat_of(request)
    its = _typed(seat, request[FORM])
    _must_be_known(seat, its["format"])
    await seat.write(lambda conn, actor: _add(conn, actor, its["url"], its["format"], int(its["minutes"])))
    raise done(FEEDS, "feed_added")


def _typed(seat: Seat, form: Form) -> dict[str, str]:
    """Return what a form says of a feed that may be fetched; raises DeskError."""
    url, minutes = form.text("url", URL_LIMIT), _minutes(form.text("minutes", 6))
    refused = seat.desk.openings.refusal(url)
    if refused is not None:
        raise DeskError("feed_address", reason=reason_in_words(seat.say, refused))
    return {"url": url, "format": form.text("format", 32), "minutes": str(minutes)}


def _must_be_known(seat: Seat, format: str) -> None:
    if format not in seat.desk.openings.formats:
        raise DeskError("feed_format")


def _minutes(typed: str) -> int:
    minutes = whole(typed, OFTEN, SELDOM)
    if minutes is None:
        raise DeskError("feed_minutes", least=OFTEN, most=SELDOM)
    return minutes


def _add(conn: Connection, actor: Actor, url: str, format: str, minutes: int) -> None:
    company_id, now = actor.company_id, actor.now
    try:
        opening_feeds.add(conn, company_id, format=format, url=url, now=now, every_minutes=minutes)
    except AlreadyExists as error:
        raise DeskError("feed_exists", status=409) from error
    actor.note(conn, "feed_added", url=url)


async def change(request: web.Request) -> web.Response:
    """Fetch a feed from another address, in another format or as often."""
    seat, feed_id, form = seat_of(request), path_id(request), request[FORM]
    typed = _typed(seat, form)

    def write(conn: Connection, actor: Actor) -> None:
        saved = fetched_as(opening_feeds.get(conn, actor.company_id, feed_id))
        if typed["format"] != saved["format"]:
            _must_be_known(seat, typed["format"])
        new = upon(form, saved, typed, {"format": format_in_words(seat.say, saved["format"])})
        if new != saved:
            change_feed(conn, actor, feed_id, new)

    await seat.write(write)
    raise done(f"{FEEDS}/{feed_id}", "feed_changed")


def fetched_as(feed: Feed) -> dict[str, str]:
    """Return how a feed is fetched, as its form shows it."""
    return {"url": feed.url, "format": feed.format, "minutes": str(feed.every_minutes)}


def change_feed(conn: Connection, actor: Actor, feed_id: int, new: Mapping[str, str]) -> None:
    """Fetch a feed in another way and note that; raises DeskError where that cannot be now."""
    before = fetched_as(opening_feeds.get(conn, actor.company_id, feed_id))
    given: dict[str, Any] = {"format": new["format"], "url": new["url"], "every_minutes": int(new["minutes"])}
    try:
        with _unless_fetched():
            opening_feeds.change(conn, actor.company_id, feed_id, now=actor.now, **given)
    except AlreadyExists as error:
        raise DeskError("feed_exists", status=409) from error
    actor.note(conn, "feed_changed", feed=feed_id, url=new["url"], before=before, after=dict(new))


async def fetch(request: web.Request) -> web.Response:
    """Make a feed due now: whichever process looks next fetches it."""
    feed_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _fetch(conn, actor, feed_id))
    raise done(f"{FEEDS}/{feed_id}", "feed_fetch_asked")


def _fetch(conn: Connection, actor: Actor, feed_id: int) -> None:
    with _unless_fetched():
        opening_feeds.fetch_soon(conn, actor.company_id, feed_id, actor.now)
    actor.note(conn, "feed_fetch_asked", url=opening_feeds.get(conn, actor.company_id, feed_id).url)


async def remove(request: web.Request) -> web.Response:
    """Switch a feed off and close its openings, which are kept; one that somebody else has just changed stays."""
    feed_id, form, say = path_id(request), request[FORM], seat_of(request).say

    def write(conn: Connection, actor: Actor) -> None:
        saved = fetched_as(opening_feeds.get(conn, actor.company_id, feed_id))
        must_be_as_shown(form, saved, {"format": format_in_words(say, saved["format"])})
        _remove(conn, actor, feed_id)

    await seat_of(request).write(write)
    raise done(FEEDS, "feed_removed")


def _remove(conn: Connection, actor: Actor, feed_id: int) -> None:
    closed = opening_feeds.remove(conn, actor.company_id, feed_id, actor.now)
    actor.note(conn, "feed_removed", url=opening_feeds.get(conn, actor.company_id, feed_id).url, n=closed)


async def accept(request: web.Request) -> web.Response:
    """Let the import that was held back count; the next fetch takes it over."""
    seat, feed_id, import_id = seat_of(request), path_id(request), request[FORM].number("import")
    if not import_id:
        raise web.HTTPBadRequest
    await seat.write(lambda conn, actor: _accept(conn, actor, feed_id, import_id))
    raise done(f"{FEEDS}/{feed_id}", "import_accepted")


def _accept(conn: Connection, actor: Actor, feed_id: int, import_id: int) -> None:
    found = health(conn, actor.company_id, feed_id, actor.now)
    if found.last is None or found.last.id != import_id:
        raise NotFound("import")
    with _unless_fetched():
        opening_feeds.accept(conn, actor.company_id, import_id, actor.now)
    actor.note(conn, "import_accepted", url=found.feed.url, n=found.last.report.offered)


@contextmanager
def _unless_fetched() -> Iterator[None]:
    """Refuse a step, in words, that has to wait until a fetch is over."""
    try:
        yield
    except BeingFetched as error:
        raise DeskError("feed_busy", status=409) from error


ROUTES = [
    web.get("/openings/feeds", list_page),
    web.post("/openings/feeds", add),
    web.get(r"/openings/feeds/{id:\d+}", one_page),
    web.post(r"/openings/feeds/{id:\d+}", change),
    web.post(r"/openings/feeds/{id:\d+}/fetch", fetch),
    web.post(r"/openings/feeds/{id:\d+}/accept", accept),
    web.post(r"/openings/feeds/{id:\d+}/remove", remove),
]
