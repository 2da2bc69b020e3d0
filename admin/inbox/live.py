"""Telling open pages of the desk, without a reload, who waits and which conversations changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field

from aiohttp import WSCloseCode, WSMsgType, web

from admin import sessions
from admin.desk import DESK
from admin.inbox.lists import counts_of
from admin.security import same_origin
from admin.visit import Seat, seat_of
from storage import Connection
from storage.database import Database
from storage.inbox import Counts
from storage.notices import Notice

HEARTBEAT = 30.0
# Changes that come together are told together.
SETTLE = 0.15
# Heals a notice that was lost between processes, and notices that what waits is overdue by now.
REFRESH = 60.0
SEND_TIMEOUT = 10.0
MOST_TALKS = 200
MOST_SCREENS = 200
LOGGED_OUT = 4401


@dataclass(eq=False, slots=True)
class Screen:
    """An open page: the conversations that changed since it was told; None: any may have."""

    socket: web.WebSocketResponse
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    talks: set[int] | None = None

    def note(self, talk: int | None) -> None:
        """Remember that a conversation changed."""
        if talk is None or (self.talks is not None and len(self.talks) >= MOST_TALKS):
            self.talks = None
        elif self.talks is not None:
            self.talks.add(talk)
        self.changed.set()

    def take(self) -> list[int] | None:
        """Return what is to be told now, and forget it."""
        talks, self.talks = self.talks, set()
        self.changed.clear()
        return None if talks is None else sorted(talks)


class Live:
    """The open pages by company; used on the event loop except where said."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._screens: dict[int, set[Screen]] = {}
        self._unsubscribe: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Hear of changes from now on."""
        loop = asyncio.get_running_loop()

        def heard(notice: Notice) -> None:  # in a thread of storage
            if notice.kind in ("conversation", "reconnected") and not loop.is_closed():
                loop.call_soon_threadsafe(self._note, notice)

        self._unsubscribe = self._database.subscribe(heard)

    async def stop(self) -> None:
        """Hear no more, and tell every page that the server goes away."""
        self._unsubscribe()
        sockets = [screen.socket for screens in self._screens.values() for screen in screens]
        closing = (socket.close(code=WSCloseCode.GOING_AWAY) for socket in sockets)
        await asyncio.gather(*closing, return_exceptions=True)

    def of(self, company_id: int) -> int:
        """Return how many pages of a company are open."""
        return len(self._screens.get(company_id, ()))

    @contextmanager
    def watching(self, company_id: int, socket: web.WebSocketResponse) -> Iterator[Screen]:
        """Keep a page informed for as long as it is open."""
        screen = Screen(socket)
        self._screens.setdefault(company_id, set()).add(screen)
        try:
            yield screen
        finally:
            self._screens[company_id].discard(screen)
            if not self._screens[company_id]:
                del self._screens[company_id]

    def _note(self, notice: Notice) -> None:
        everywhere = notice.kind == "reconnected"
        for company_id in list(self._screens) if everywhere else [notice.company_id]:
            for screen in self._screens.get(company_id, ()):
                screen.note(None if everywhere else notice.id)


LIVE: web.AppKey[Live] = web.AppKey("LIVE")


async def live(request: web.Request) -> web.WebSocketResponse:
    """Keep one page informed, for as long as its session lasts: {"counts": {...}, "talks": [ids] or null for any}."""
    seat, pages = seat_of(request), request.app[LIVE]
    if not same_origin(request.headers, request.host, request.app[DESK].settings.public_url):
        raise web.HTTPForbidden
    socket = web.WebSocketResponse(heartbeat=HEARTBEAT, compress=False, max_msg_size=64)
    if not socket.can_prepare(request):
        raise web.HTTPBadRequest
    if pages.of(seat.company.id) >= MOST_SCREENS:
        raise web.HTTPServiceUnavailable
    await socket.prepare(request)
    with pages.watching(seat.company.id, socket) as screen:
        telling = asyncio.create_task(_tell(request, seat, screen))
        try:
            while (await socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
                pass  # a page has nothing to say here
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
    return socket


async def _tell(request: web.Request, seat: Seat, screen: Screen) -> None:
    with suppress(ConnectionError):
        while True:
            talks = screen.take()
            counts = await seat.read(lambda conn: _counts(conn, request, seat))
            if counts is None:
                await screen.socket.close(code=LOGGED_OUT)
                return
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await screen.socket.send_json({"counts": asdict(counts), "talks": talks})
            except TimeoutError:  # it does not read: it comes back and is told all
                if request.transport is not None:
                    request.transport.abort()
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(REFRESH):
                    await screen.changed.wait()
            await asyncio.sleep(SETTLE)


def _counts(conn: Connection, request: web.Request, seat: Seat) -> Counts | None:
    return counts_of(conn, seat) if sessions.is_valid(conn, request, seat.desk.now()) else None


ROUTES = [web.get("/live", live)]
