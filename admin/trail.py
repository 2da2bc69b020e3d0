"""The history: who changed what, and when; searched, paged and exported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from admin import taking_back
from admin.actor import Actor
from admin.csv_files import as_file
from admin.dataset.undoing import State
from admin.forms import clean
from admin.history_words import TrailLine, in_words
from admin.pages import done, render
from admin.texts import Say
from admin.visit import Seat, path_id, query_number, seat_of
from evaluation.formats.delimited import table_text
from storage import Connection
from storage.dataset import category_titles
from storage.people import audit, users
from storage.people.audit import AuditEntry
from texts.cleaning import one_line

SHOWN = 200
SCANNED = 1000
"""Entries that a search looks through at once; the page asks for the older ones when their place is seen."""
SEARCH_LIMIT = 200
LOGINS: Final = ("login",)
"""What changes nothing, and is most of the entries where people come and go."""
COLUMNS = ("when", "who", "action", "what")


@dataclass(frozen=True, slots=True)
class TrailPage:
    """Entries, the newest first; `older` is where older ones begin, None: there are none.

    `states` says which can be undone and which were, `why_not` of all others why they cannot be.
    """

    lines: tuple[TrailLine, ...]
    older: int | None
    states: Mapping[int, State] = field(default_factory=dict)
    why_not: Mapping[int, str] = field(default_factory=dict)


async def audit_page(request: web.Request) -> web.Response:
    """Show the company's entries, or those that hold all the words looked for."""
    seat, before = seat_of(request), query_number(request, "before")
    found = query_number(request, "found") or 0
    words = one_line(clean(request.query.get("q", "")))[:SEARCH_LIMIT]
    chosen = {"logins": "no"} if request.query.get("logins") == "no" else {}
    page = await seat.read(lambda conn: _page(conn, seat, words, before, LOGINS if chosen else ()))
    further = _further(page.older, words, found + len(page.lines), chosen) if words and page.older else None
    return render(
        request, "audit.html", page=page, search=words, limit=SEARCH_LIMIT, first=before is None, found=found,
        further=further, chosen=chosen,
    )  # fmt: skip


def _further(older: int, words: str, found: int, chosen: Mapping[str, str]) -> str:
    """Return where a search goes on; so many were found on the pages before."""
    return "/admin/audit?" + urlencode({"before": older, "q": words, "found": found, **chosen})


def _page(conn: Connection, seat: Seat, words: str, before: int | None, without: Sequence[str]) -> TrailPage:
    found, entries = _found(conn, seat.company.id, _say(conn, seat), words, before, without)
    lines = {line.id for line in found.lines}
    its = taking_back.states(conn, seat, entries, lines)
    left = {each.id: taking_back.why_not(seat, each) for each in entries if each.id in lines - its.keys()}
    return replace(found, states=its, why_not=left)


def _say(conn: Connection, seat: Seat) -> Say:
    """Return what calls categories by their titles, of those alone that nobody renamed: a renaming is history."""
    spoken = (seat.say.language, seat.company.default_language)
    return replace(seat.say, labels=category_titles.called(conn, seat.company.id, *spoken, renamed=False))


def _found(
    conn: Connection, company_id: int, say: Say, words: str, before: int | None, without: Sequence[str]
) -> tuple[TrailPage, list[AuditEntry]]:
    looked_for = words.casefold().split()
    most = SCANNED if looked_for else SHOWN
    entries = audit.recent(conn, company_id, most + 1, before=before, without=without)
    lines: list[TrailLine] = []
    people = (*users.of_company(conn, company_id), *users.of_company(conn, None))
    names = {person.email: person.name for person in people}
    for entry in entries[:most]:
        line = in_words(say, entry, names)
        if _holds(line, looked_for):
            lines.append(line)
        if len(lines) == SHOWN:
            return TrailPage(tuple(lines), entry.id if entry is not entries[-1] else None), entries
    return TrailPage(tuple(lines), entries[most - 1].id if len(entries) > most else None), entries


def _holds(line: TrailLine, words: Sequence[str]) -> bool:
    text = f"{line.name} {line.who} {line.what}".casefold()
    return all(word in text for word in words)


async def export_file(request: web.Request) -> web.Response:
    """Send the whole history as a CSV file, the newest first."""
    seat = seat_of(request)
    entries, say = await seat.read(lambda conn: (audit.recent(conn, seat.company.id, None), _say(conn, seat)))
    rows = ((entry.created.isoformat(), entry.actor, entry.action, in_words(say, entry).what) for entry in entries)
    return as_file(table_text(COLUMNS, rows), f"candor-history-{seat.company.key}-{seat.desk.now():%Y-%m-%d}.csv")


async def undo(request: web.Request) -> web.Response:
    """Undo what an entry tells of."""
    seat, entry_id = seat_of(request), path_id(request)

    def write(conn: Connection, actor: Actor) -> None:
        taking_back.undo(conn, actor, seat, audit.get(conn, actor.company_id, entry_id))

    await seat.write(write)
    raise done("/admin/audit", "undone")


ROUTES = [web.get("/audit", audit_page), web.get("/audit/export", export_file), web.post(r"/audit/{id:\d+}/undo", undo)]
