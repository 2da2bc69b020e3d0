"""The version that new ones are held against: the best of the last days, or one that is pinned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import row_number
from admin.pages import done, render
from admin.settings.saving import upon
from admin.visit import FORM, seat_of
from storage import Connection
from storage.database.errors import WrongState
from storage.models import gate_settings, models
from storage.models.models import ModelVersion

ASKING = "/admin/models/gate"


@dataclass(frozen=True, slots=True)
class AnchorView:
    """A language with its pinned version and those that could be."""

    language: str
    pinned: ModelVersion | None
    versions: Sequence[ModelVersion]


async def asking_page(request: web.Request) -> web.Response:
    """Show what is asked."""
    seat = seat_of(request)
    views = await seat.read(
        lambda conn: [_view(conn, seat.company.id, language) for language in seat.company.languages]
    )
    return render(request, "models/asking.html", views=views, days=gate_settings.DAYS)


def _view(conn: Connection, company_id: int, language: str) -> AnchorView:
    versions = models.was_live(conn, company_id, language)[::-1]
    return AnchorView(language, gate_settings.pinned(conn, company_id, language), versions)


async def set_anchor(request: web.Request) -> web.Response:
    """Pin a version as the anchor of its language, or let the best of the last days be sought again."""
    seat, form = seat_of(request), request[FORM]
    language, chosen = form.text("language", 16), form.text("version", 15, required=False)
    if language not in seat.company.languages:
        raise DeskError("language_unknown", language=language)
    if chosen and row_number(chosen) is None:
        raise DeskError("bad_request")

    def change(conn: Connection, actor: Actor) -> None:
        stands = gate_settings.pinned(conn, actor.company_id, language)
        saved = {"version": str(stands.id) if stands else ""}
        new = upon(form, saved, {"version": chosen}, {"version": stands.name if stands else ""})["version"]
        if new == chosen:
            _set_anchor(conn, actor, language, int(chosen) if chosen else None)

    await seat.write(change)
    raise done(ASKING, "anchor_set")


def _set_anchor(conn: Connection, actor: Actor, language: str, model_id: int | None) -> None:
    if model_id is None:
        gate_settings.unpin(conn, actor.company_id, language)
        actor.note(conn, "anchor_unpinned", language=language)
        return
    if models.get(conn, actor.company_id, model_id).language != language:
        raise DeskError("bad_request")
    try:
        version = gate_settings.pin(conn, actor.company_id, model_id, actor.user.email, actor.now)
    except WrongState as error:
        raise DeskError("bad_request") from error
    actor.note(conn, "anchor_pinned", version=version.name, language=language)


ROUTES = [
    web.get("/models/gate", asking_page),
    web.post("/models/gate/anchor", set_anchor),
]
