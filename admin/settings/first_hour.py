"""The first hour of a company: what makes its bot answer on its careers page, and what of it is done."""

from __future__ import annotations

from typing import Final

from aiohttp import web

from admin.actor import Actor
from admin.desk import Desk
from admin.errors import DeskError
from admin.pages import done, render
from admin.visit import Seat, seat_of
from storage import Connection
from storage.answers import answers
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.dataset import dataset, examples
from storage.models import models
from storage.people import users

FIRST_HOUR: Final = "/admin/settings/first-hour"
STEPS: Final = {
    "questions": "/admin/dataset/import",
    "answers": "/admin/dataset",
    "trained": "/admin/models",
    "openings": "/admin/openings/feeds",
    "team": "/admin/users",
    "embedded": "",
}
"""What is to be done, and on which page."""


async def first_hour_page(request: web.Request) -> web.Response:
    """Show what is done and what is still to do, each told from what is there."""
    seat = seat_of(request)
    facts = await seat.read(lambda conn: facts_of(conn, seat.company))
    try:
        address = seat.desk.settings.public_url or str(request.url.origin())
    except ValueError:  # the desk was opened under a name that no server can have
        raise web.HTTPBadRequest from None
    return render(
        request,
        "settings/first_hour.html",
        steps=STEPS,
        facts=facts,
        next=next((step for step, is_done in facts.items() if not is_done), ""),
        script=f'<script async src="{address.rstrip("/")}/widget.js" data-company="{seat.company.key}"></script>',
        may_begin=not facts["questions"] and bool(_starter(seat.desk, seat.company)),
    )


def facts_of(conn: Connection, company: Company) -> dict[str, bool]:
    """Return which of `STEPS` are done."""
    language = company.default_language
    return {
        "questions": examples.any_yet(conn, company.id),
        "answers": bool(answers.of_company(conn, company.id, language)),
        "trained": models.live(conn, company.id, language) is not None,
        "openings": company.openings_revision > 0,
        "team": any(not each.disabled for each in users.of_company(conn, company.id)),
        "embedded": conversations.any_yet(conn, company.id),
    }


async def begin(request: web.Request) -> web.Response:
    """Begin with the questions of the demo company, without its answers."""
    seat = seat_of(request)
    await seat.write(lambda conn, actor: _begin(conn, actor, seat))
    raise done(FIRST_HOUR, "begun_with_demo")


def _begin(conn: Connection, actor: Actor, seat: Seat) -> None:
    if examples.any_yet(conn, actor.company_id):
        raise DeskError("questions_there", status=409)
    rows = _starter(seat.desk, seat.company)
    report = dataset.import_rows(conn, actor.company_id, rows, "starter", actor.user.name, actor.now, undoable=True)
    actor.note(conn, "imported", n=report.added, moved=0, brought=report.import_id)


def _starter(desk: Desk, company: Company) -> list[dataset.NewExample]:
    return [each for language in company.languages for each in desk.starter(language)]


ROUTES = [web.get("/settings/first-hour", first_hour_page), web.post("/settings/first-hour/questions", begin)]
