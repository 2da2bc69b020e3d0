"""What somebody wants to be told by mail of the inbox: each person's own choice."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args
from zoneinfo import ZoneInfo

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import Form
from admin.pages import done, render
from admin.texts import load_texts
from admin.visit import FORM, Seat, seat_of
from storage import Connection
from storage.companies.office_hours import clock
from storage.people import told_choices
from storage.people.told_choices import CHOSEN, Span, ToldChoice, Way
from texts.cleaning import one_line

PAGE = "/admin/told"
ZONE_LIMIT = 64
_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")


async def told_page(request: web.Request) -> web.Response:
    """Show what the person has chosen; an operator of no company is told nothing by mail."""
    seat = seat_of(request)
    choice = await seat.read(lambda conn: told_choices.get(conn, seat.company.id, seat.user.id))
    return render(
        request, "people/told.html", choice=choice or _usual(seat), ways=get_args(Way), events=CHOSEN, clock=clock,
        zone_limit=ZONE_LIMIT, is_of_company=seat.user.company_id == seat.company.id, sends_mail=seat.desk.sends_mail,
    )  # fmt: skip


async def save(request: web.Request) -> web.Response:
    """Keep what was chosen."""
    choice = choice_of(request[FORM])

    def write(conn: Connection, actor: Actor) -> None:
        told_choices.put(conn, actor.company_id, actor.user.id, choice)
        actor.note(conn, "told_by_mail", way=choice.way)

    await seat_of(request).write(write)
    raise done(PAGE, "told_saved")


def choice_of(form: Form) -> ToldChoice:
    """Return what a form says; raises DeskError."""
    way = next((each for each in get_args(Way) if each == form.text("way", 16, required=False)), None)
    language = form.text("language", 16, required=False)
    if way is None or language not in load_texts():
        raise web.HTTPBadRequest
    zone = one_line(form.text("time_zone", ZONE_LIMIT, required=False)) or "UTC"
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError):
        raise DeskError("office_time_zone", value=zone) from None
    chosen = tuple(each for each in CHOSEN if each in form.many("events"))
    if way == "each" and not chosen:
        raise DeskError("told_events")
    quiet = quiet_of(form.text("quiet_from", 8, required=False), form.text("quiet_to", 8, required=False))
    return ToldChoice(way, chosen, quiet, zone, language, form.flag("weekly"))


def quiet_of(begins: str, ends: str) -> Span | None:
    """Return the quiet hours that two times of day say, None for none; raises DeskError.

    >>> quiet_of("22:00", "7:30"), quiet_of("", "")
    ((1320, 450), None)
    """
    if not begins and not ends:
        return None
    found = _CLOCK.fullmatch(begins), _CLOCK.fullmatch(ends)
    if found[0] is None or found[1] is None or begins == ends:
        raise DeskError("quiet_hours")
    first, last = (int(each[1]) * 60 + int(each[2]) for each in found if each)
    return first, last


def _usual(seat: Seat) -> ToldChoice:
    usual = told_choices.usual_choice(seat.company, seat.settings.told_way)
    return usual if usual.way != "none" else replace(usual, language=seat.say.language)


ROUTES = [web.get("/told", told_page), web.post("/told", save)]
