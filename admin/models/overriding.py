"""Letting a blocked version go live: by one person, or by two where the company wants that; names are the logins'."""

from __future__ import annotations

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import QUESTION_LIMIT
from admin.models.canary import note_begun, share_of
from admin.pages import done
from admin.visit import FORM, Seat, path_id, seat_of
from storage import Connection
from storage.companies import companies
from storage.database.errors import WrongState
from storage.database.rows import found
from storage.models import models
from storage.models.models import Override
from texts.cleaning import one_line

MODELS = "/admin/models"


async def override(request: web.Request) -> web.Response:
    """Let a blocked version go live, or answer a share of the conversations first; or ask a second person to agree."""
    seat, model_id, form = seat_of(request), path_id(request), request[FORM]
    reason, share = one_line(form.text("reason", QUESTION_LIMIT)), share_of(form)
    asked = await seat.write(lambda conn, actor: _override(conn, actor, seat, model_id, reason, share))
    raise done(*((f"{MODELS}/{model_id}/verdict", "override_asked") if asked else (MODELS, "overridden")))


def _override(conn: Connection, actor: Actor, seat: Seat, model_id: int, reason: str, share: float | None) -> bool:
    """Do it, or ask a second person: then True."""
    wanted = Override(actor.user.name, reason, actor.now, actor.user.email, share)
    company = found(companies.by_id(conn, actor.company_id), "company")
    if not company.settings(seat.desk.usual).second_person:
        _go(conn, actor, model_id, wanted)
        return False
    if _asked(conn, actor.company_id, model_id) is not None:
        raise DeskError("override_pending", status=409)
    try:
        version = models.ask_override(conn, actor.company_id, model_id, wanted)
    except WrongState as error:
        raise DeskError("override_state", status=409) from error
    actor.note(conn, "override_asked", version=version.name, reason=reason)
    return True


async def agree(request: web.Request) -> web.Response:
    """Agree to what somebody else has asked for: the version goes live."""
    model_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _agree(conn, actor, model_id))
    raise done(MODELS, "overridden")


def _agree(conn: Connection, actor: Actor, model_id: int) -> None:
    asked = _asked(conn, actor.company_id, model_id)
    if asked is None:
        raise DeskError("override_gone", status=409)
    if asked.email == actor.user.email:
        raise DeskError("override_same_person", status=409)
    _go(conn, actor, model_id, asked, second=actor.user.name)


def _go(conn: Connection, actor: Actor, model_id: int, wanted: Override, second: str = "") -> None:
    said = {"name": wanted.name, "reason": wanted.reason}
    try:
        version = models.override(
            conn, actor.company_id, model_id, **said, now=actor.now, share=wanted.share, second=second
        )
    except WrongState as error:
        raise DeskError("override_state", status=409) from error
    both = {"second": second} if second else {}
    actor.note(conn, "gate_overridden_by_two" if second else "gate_overridden", version=version.name, **said, **both)
    if wanted.share is not None:
        note_begun(conn, actor, version, wanted.share)


async def withdraw(request: web.Request) -> web.Response:
    """Take back what was asked for, or decline it; the version stays blocked."""
    model_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _withdraw(conn, actor, model_id))
    raise done(f"{MODELS}/{model_id}/verdict", "override_withdrawn")


def _withdraw(conn: Connection, actor: Actor, model_id: int) -> None:
    if _asked(conn, actor.company_id, model_id) is None:
        raise DeskError("override_gone", status=409)
    models.note_override(conn, actor.company_id, model_id, None)
    actor.note(conn, "override_withdrawn", version=models.get(conn, actor.company_id, model_id).name)


def _asked(conn: Connection, company_id: int, model_id: int) -> Override | None:
    models.get(conn, company_id, model_id)  # nobody else's
    gate = models.gate(conn, company_id, model_id)
    return gate.asked if gate else None


ROUTES = [
    web.post(r"/models/{id:\d+}/override", override),
    web.post(r"/models/{id:\d+}/override/agree", agree),
    web.post(r"/models/{id:\d+}/override/withdraw", withdraw),
]
