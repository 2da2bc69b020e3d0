"""The pages on which a company sets how its bot works, each beside what the installation has."""

from __future__ import annotations

from datetime import datetime
from typing import get_args

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import FORM_BYTES, Form
from admin.pages import done, render
from admin.settings.merging import Values
from admin.settings.own import (
    BY_NAME,
    EVENTS,
    FIELD_LIMIT,
    WAYS,
    Group,
    chosen_events,
    is_operators,
    names_of,
    own_from,
    usual_values,
    values_of,
)
from admin.settings.saving import ShownForm, drawn_form, read_all, save_form, save_merged, shown_in
from admin.visit import FORM, Seat, seat_of
from storage import Connection
from storage.companies import companies
from storage.companies.companies import Company
from storage.companies.company_settings import ALERTS
from texts.cleaning import one_line
from training.timetable import next_time


async def group_page(request: web.Request) -> web.Response:
    """Show the settings of a group to be changed."""
    seat = seat_of(request)
    return _show(request, seat, ShownForm(values_of(seat.company)))


async def save(request: web.Request) -> web.Response:
    """Save what was typed; what somebody else has saved meanwhile stays, and is shown where both changed the same."""
    seat, form, group = seat_of(request), request[FORM], _group(request)
    typed, shown = _typed(seat, form, group), shown_in(form)
    again = await save_form(seat, typed, shown, lambda conn, actor: _save(conn, actor, seat, typed, shown))
    if again is not None:
        return _show(request, seat, again)
    raise done(f"/admin/settings/{group}", "settings_saved")


def _save(conn: Connection, actor: Actor, seat: Seat, typed: Values, shown: Values) -> None:
    def keep(company: Company, values: Values) -> None:
        own = read_all(values, values_of(company), lambda typed: own_from(typed, company.own))
        if own.get("alert_recipients") and not seat.desk.mails_alerts:
            raise DeskError("alerts_no_mail")
        companies.set_own(conn, company.id, own)

    save_merged(conn, actor, shown, typed, values_of, keep)


def _group(request: web.Request) -> Group:
    return next(each for each in get_args(Group) if each == request.path.rpartition("/")[2])


def _typed(seat: Seat, form: Form, group: Group) -> dict[str, str]:
    """What was typed into the fields of the page that this person may change, and into no other."""
    names = [name for name in names_of(group, seat.company.languages) if seat.is_operator or not is_operators(name)]
    typed = {name: _one(form, name) for name in names if name in form.fields}
    return typed | {EVENTS: chosen_events(form.many(EVENTS))} if EVENTS in names else typed


def _one(form: Form, name: str) -> str:
    text = form.text(name, FORM_BYTES, required=False)
    field = BY_NAME.get(name)
    if field is None or field.kind.lines:
        return text
    return one_line(text).replace(",", ".") if field.kind.has_decimals else one_line(text)


def _show(request: web.Request, seat: Seat, form: ShownForm) -> web.Response:
    everything, group = values_of(seat.company) | dict(form.values), _group(request)
    on_page = {name: everything[name] for name in names_of(group, seat.company.languages)}
    return render(
        request,
        "settings/own.html",
        **drawn_form(form, on_page),
        group=group,
        usual=usual_values(seat.desk.usual(seat.company.key)),
        may_change=lambda name: seat.is_operator or not is_operators(name),
        mails_alerts=seat.desk.mails_alerts,
        events=ALERTS,
        ways=WAYS,
        zone=seat.company.zone,
        next_training=_next_training(seat),
        limits=dict.fromkeys(on_page, FIELD_LIMIT),
        languages=seat.company.languages,
    )


def _next_training(seat: Seat) -> datetime | None:
    """Return when the saved timetable comes next; None where nothing is trained by itself, or its timetable is odd."""
    its = seat.settings
    zone = seat.company.zone if "retrain_cron" in seat.company.own else "UTC"
    return next_time(its.retrain_cron, zone, seat.desk.now()) if its.retrains else None


ROUTES = [
    route(f"/settings/{group}", handler)
    for group in get_args(Group)
    for route, handler in ((web.get, group_page), (web.post, save))
]
