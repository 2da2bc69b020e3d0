"""How candidates apply: by a link, or in the chat; changed by operators, its secret never shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError, in_words
from admin.forms import FORM_BYTES, Form
from admin.pages import done, render
from admin.settings.applying import KEPT_BY_ITSELF, LIMITS, NAMES, keep, values_of
from admin.settings.merging import Values
from admin.settings.saving import SavedMeanwhile, save_merged, shown_in
from admin.settings.webhooks import why_in_words
from admin.visit import FORM, Seat, operators_seat_of, seat_of
from storage import Connection
from storage.applications import applications, undelivered
from storage.applications.applications import ApplySetting
from storage.applications.undelivered import Undelivered
from storage.companies.companies import Company
from storage.people import audit
from texts.cleaning import one_line

PAGE: Final = "/admin/settings/applications"
SECRET_ACTIONS: Final = ("apply_secret_set", "apply_secret_replaced", "apply_secret_removed")


@dataclass(frozen=True, slots=True)
class NewSecret:
    """A secret that was typed, empty: to be removed. `seen` is its last change when the page was shown."""

    text: str
    seen: str


async def applying_page(request: web.Request) -> web.Response:
    """Show how candidates apply, to be changed."""
    return await _show(request, seat_of(request))


async def save(request: web.Request) -> web.Response:
    """Save what was typed; what somebody else has saved meanwhile stays, and is shown where both changed the same."""
    seat, form = operators_seat_of(request), request[FORM]
    shown, typed = shown_in(form), _typed(form)
    try:
        secret = _secret(form)
        await seat.write(lambda conn, actor: _save(conn, actor, seat, typed, shown, secret))
    except SavedMeanwhile as conflict:
        values, theirs = conflict.merged.values, conflict.theirs
        return await _show(request, seat, values, shown=conflict.saved, theirs=theirs, status=409)
    except DeskError as error:
        refused = in_words(seat.say, error)
        return await _show(request, seat, typed, shown=shown, refused=refused, status=error.status)
    raise done(PAGE, "settings_saved")


def _save(conn: Connection, actor: Actor, seat: Seat, typed: Values, shown: Values, secret: NewSecret | None) -> None:
    before = applications.setting(conn, actor.company_id).secret
    if secret is not None and secret.seen != _last_change(conn, actor.company_id):
        raise DeskError("apply_secret_meanwhile", status=409)

    def keep_all(company: Company, values: Values) -> None:
        keep(conn, seat.desk, company.id, values, None if secret is None else secret.text)

    def values(company: Company) -> Values:
        return values_of(applications.setting(conn, company.id))

    save_merged(conn, actor, shown, typed, values, keep_all)
    if secret is not None and secret.text != (before or ""):
        given, replaced, removed = SECRET_ACTIONS
        actor.note(conn, (replaced if before else given) if secret.text else removed)


def _last_change(conn: Connection, company_id: int) -> str:
    return str(audit.last(conn, company_id, SECRET_ACTIONS) or "")


def _typed(form: Form) -> dict[str, str]:
    return {name: one_line(form.text(name, FORM_BYTES, required=False)) for name in NAMES if name in form.fields}


def _secret(form: Form) -> NewSecret | None:
    """The secret as it was typed, exactly; None: it stays as it is."""
    text, seen = form.secret("apply_secret"), form.text("secret_seen", FORM_BYTES, required=False)
    if len(text) > LIMITS["apply_secret"]:
        raise DeskError("field_long", field="apply_secret", n=LIMITS["apply_secret"])
    if text and not (text.isprintable() and text.strip()):
        raise DeskError("apply_secret")
    if text and form.flag("secret_removed"):
        raise DeskError("apply_secret_both")
    return NewSecret(text, seen) if text or form.flag("secret_removed") else None


async def _show(
    request: web.Request,
    seat: Seat,
    values: Values | None = None,
    *,
    shown: Values | None = None,
    theirs: Mapping[str, str] | None = None,
    refused: str = "",
    status: int = 200,
) -> web.Response:
    def read(conn: Connection) -> tuple[ApplySetting, str, list[Undelivered]]:
        its = (conn, seat.company.id)
        return applications.setting(*its), _last_change(*its), undelivered.of_company(*its)

    setting, seen, on_their_way = await seat.read(read)
    saved = values_of(setting)
    return render(
        request,
        "settings/applying.html",
        status=status,
        values=saved | dict(values or {}),
        shown=json.dumps(dict(shown or saved), ensure_ascii=False),
        theirs=dict(theirs or {}),
        refused=refused,
        has_secret=setting.secret is not None,
        secret_seen=seen,
        typed_secret=bool(values is not None and request[FORM].secret("apply_secret")),
        may_change=seat.is_operator,
        sends_mail=seat.desk.sends_mail,
        on_their_way=on_their_way,
        why=partial(why_in_words, seat.say),
        usual_days=KEPT_BY_ITSELF,
        limits=LIMITS,
        operators=() if seat.is_operator else NAMES,
    )


async def try_now(request: web.Request) -> web.Response:
    """Let what is on its way be tried at once."""

    def write(conn: Connection, actor: Actor) -> None:
        tried = undelivered.try_now(conn, actor.company_id, actor.now)
        actor.note(conn, "applications_tried", n=tried)

    await operators_seat_of(request).write(write)
    raise done(f"{PAGE}#on-their-way", "applications_tried")


ROUTES = [
    web.get("/settings/applications", applying_page),
    web.post("/settings/applications", save),
    web.post("/settings/applications/try", try_now),
]
