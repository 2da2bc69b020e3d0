"""The audit page: who changed what, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aiohttp import web

from admin.pages import render
from admin.texts import Say
from admin.visit import seat_of
from storage import audit
from storage.audit import AuditEntry

SHOWN = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One entry in words."""

    when: datetime
    who: str
    what: str


async def audit_page(request: web.Request) -> web.Response:
    """Show the newest entries of the company."""
    seat = seat_of(request)
    entries = await seat.read(lambda conn: audit.recent(conn, seat.company.id, SHOWN))
    return render(request, "audit.html", lines=[in_words(seat.say, entry) for entry in entries])


def in_words(say: Say, entry: AuditEntry) -> Line:
    """Say what was done; an action of another room that has no words here is named as it is."""
    detail = entry.detail if isinstance(entry.detail, dict) else {}
    key = f"audit.{entry.action}"
    try:
        what = say(key, **{"n": 0, **detail}) if say.has(key) else entry.action
    except KeyError:
        what = entry.action
    return Line(entry.created, entry.actor, what)


ROUTES = [web.get("/audit", audit_page)]
