"""The settings of a company: what its bot says of it, seen and changed by its own people."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, partial
from zoneinfo import available_timezones

from aiohttp import web

from admin.actor import Actor
from admin.desk import Desk
from admin.forms import FORM_BYTES, Form
from admin.pages import done, render
from admin.settings.merging import Values
from admin.settings.profile import LIMITS, OPERATORS, profile_of, values_of
from admin.settings.saving import ShownForm, drawn_form, read_all, save_form, save_merged, shown_in
from admin.visit import FORM, Seat, seat_of
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from texts.cleaning import one_line

SETTINGS = "/admin/settings"
_LINES = ("helpline", "days_off")
"""Texts of several lines."""


async def settings_page(request: web.Request) -> web.Response:
    """Show the company's profile to be changed."""
    seat = seat_of(request)
    return _show(request, seat, ShownForm(_values(seat, seat.company)))


async def save(request: web.Request) -> web.Response:
    """Save what was typed; what somebody else has saved meanwhile stays, and is shown where both changed the same."""
    seat, form = seat_of(request), request[FORM]
    typed, shown = _typed(seat, form), shown_in(form)
    again = await save_form(seat, typed, shown, lambda conn, actor: _save(conn, actor, seat, typed, shown))
    if again is not None:
        return _show(request, seat, again)
    raise done(SETTINGS, "settings_saved")


def _save(conn: Connection, actor: Actor, seat: Seat, typed: Values, shown: Values) -> None:
    def keep(company: Company, values: Values) -> None:
        read = partial(profile_of, company=company, countries=seat.desk.countries)
        companies.change(conn, company.id, read_all(values, _values(seat, company), read))

    save_merged(conn, actor, shown, typed, lambda company: _values(seat, company), keep)


def _values(seat: Seat, company: Company) -> dict[str, str]:
    return values_of(company, _languages(seat.desk, company))


def _languages(desk: Desk, company: Company) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*company.languages, *desk.languages]))


def _typed(seat: Seat, form: Form) -> dict[str, str]:
    """What was typed into the fields of the page that this person may change, and into no other."""
    there = [name for name in _values(seat, seat.company) if name == "languages" or name in form.fields]
    known = _languages(seat.desk, seat.company)
    return {name: _one(form, name, known) for name in there if seat.is_operator or name not in OPERATORS}


def _one(form: Form, name: str, known: Collection[str]) -> str:
    if name == "languages":
        return " ".join(each for each in form.many("languages") if each in known)
    text = form.text(name, FORM_BYTES, required=False)
    return text if name.partition(".")[0] in _LINES else one_line(text)


def _show(request: web.Request, seat: Seat, form: ShownForm) -> web.Response:
    everything = _values(seat, seat.company) | dict(form.values)
    return render(
        request,
        "settings/settings.html",
        **drawn_form(form, everything),
        languages=_languages(seat.desk, seat.company),
        limits=LIMITS,
        weekdays=range(7),
        zones=_zones(),
        operators=() if seat.is_operator else OPERATORS,
    )


@cache
def _zones() -> list[str]:
    """The time zones that are called after places."""
    return sorted(zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/")))


ROUTES = [web.get("/settings", settings_page), web.post("/settings", save)]
