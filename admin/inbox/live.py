"""Telling open pages of the desk, without a reload, who waits and which conversations changed."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from typing import Any

from aiohttp import WSMsgType, web

from admin import sessions
from admin.actor import Actor
from admin.desk import DESK
from admin.forms import row_number
from admin.inbox.lists import counts_of
from admin.inbox.screens import Live, Screen
from admin.security import same_origin
from admin.visit import SESSION, Seat, seat_of
from storage import Connection
from storage.conversations import typists
from storage.database.errors import NotFound, Unavailable

HEARTBEAT = 30.0
# Changes that come together are told together.
SETTLE = 0.15
# Heals a notice that was lost between processes, and notices that what waits is overdue by now.
REFRESH = 60.0
SEND_TIMEOUT = 10.0
MOST_SCREENS = 200
LOGGED_OUT = 4401
TYPING_SECONDS = 2.0
"""Within them a page that tells that its user types is heard once."""


LIVE: web.AppKey[Live] = web.AppKey("LIVE")


async def live(request: web.Request) -> web.WebSocketResponse:
    """Keep one page informed, for as long as its session lasts, and hear of it what it shows and where one types.

    It is sent {"counts": {...}, "talks": [ids] or null for any}, {"typing": {"candidate": bool, "people": [names]}} and
    {"given": [ids]} of what others have given to its user;
    it sends {"open": id} and {"typing": id}. Where no session is left it is closed with LOGGED_OUT, and asks no more.
    """
    if not same_origin(request.headers, request.host, request.app[DESK].settings.public_url):
        raise web.HTTPForbidden
    socket = web.WebSocketResponse(heartbeat=HEARTBEAT, compress=False, max_msg_size=64)
    can_listen = bool(socket.can_prepare(request))
    if can_listen and SESSION not in request:
        await socket.prepare(request)
        await socket.close(code=LOGGED_OUT)
        return socket
    seat, pages = seat_of(request), request.app[LIVE]
    if not can_listen:
        raise web.HTTPBadRequest
    if pages.of(seat.company.id) >= MOST_SCREENS:
        raise web.HTTPServiceUnavailable
    await socket.prepare(request)
    with pages.watching(seat.company.id, seat.user.id, socket) as screen:
        telling = asyncio.create_task(_tell(request, seat, screen))
        try:
            await _hear(request, seat, screen)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)
    return socket


async def _hear(request: web.Request, seat: Seat, screen: Screen) -> None:
    quiet_until, loop = 0.0, asyncio.get_running_loop()
    while (frame := await screen.socket.receive()).type in (WSMsgType.TEXT, WSMsgType.BINARY):
        opened, typed = said_in(frame.data)
        if opened is not None:
            screen.talk = opened
        if typed and loop.time() >= quiet_until:
            quiet_until = loop.time() + TYPING_SECONDS
            with suppress(NotFound, Unavailable):
                await seat.write(partial(_types, request, typed))


def _types(request: web.Request, talk: int, conn: Connection, actor: Actor) -> None:
    if sessions.is_valid(conn, request, actor.now):
        typists.note(conn, actor.company_id, talk, actor.user.id)


def said_in(frame: str | bytes) -> tuple[int | None, int]:
    """Return which conversation a page says that it shows (0: none, None: it says nothing), and where its user types.

    >>> said_in('{"open": 7}'), said_in('{"typing": 7}'), said_in('{"open": "x", "typing": -1}'), said_in("[")
    ((7, 0), (None, 7), (None, 0), (None, 0))
    """
    with suppress(ValueError, AttributeError, RecursionError):
        said = json.loads(frame)
        opened, typed = row_number(str(said.get("open"))), row_number(str(said.get("typing")))
        return opened, typed or 0
    return None, 0


async def _tell(request: web.Request, seat: Seat, screen: Screen) -> None:
    with suppress(ConnectionError):
        while True:
            (talks, typing), given = screen.take(), screen.take_given()
            told = await seat.read(partial(_told, request, seat, talks, typing))
            if told is None:
                await screen.socket.close(code=LOGGED_OUT)
                return
            if given:
                told["given"] = given
            try:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await screen.socket.send_json(told)
            except TimeoutError:  # it does not read: it comes back and is told all
                if request.transport is not None:
                    request.transport.abort()
                return
            with suppress(TimeoutError):
                async with asyncio.timeout(REFRESH):
                    await screen.changed.wait()
            await asyncio.sleep(SETTLE)


def _told(
    request: web.Request, seat: Seat, talks: list[int] | None, typing: list[int], conn: Connection
) -> dict[str, Any] | None:
    """Return what a page is told, None when its session has ended; who types alone is told without counting anew."""
    if not sessions.is_valid(conn, request, seat.desk.now()):
        return None
    told: dict[str, Any] = {}
    if typing:
        people = [each.name for each in typists.people(conn, seat.company.id, typing)]
        told["typing"] = {"candidate": 0 in typing, "people": people}
    if talks != [] or not typing:
        told |= {"counts": asdict(counts_of(conn, seat)), "talks": talks}
    return told


ROUTES = [web.get("/live", live)]
