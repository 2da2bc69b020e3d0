"""The pages to import a file, in two steps, and to export one."""

from __future__ import annotations

import asyncio
import re

from aiohttp import web

from admin.actor import Actor
from admin.csv_files import as_file
from admin.dataset.files import MOST_ROWS, Import, carry_out, export, read_import
from admin.errors import DeskError
from admin.pages import done, render
from admin.visit import FORM, seat_of
from storage import Connection

SHOWN = 20


async def import_page(request: web.Request) -> web.Response:
    """Show the form to upload a file."""
    megabytes = seat_of(request).desk.settings.upload_bytes / (1024 * 1024)
    return render(request, "dataset/import.html", megabytes=megabytes, rows=MOST_ROWS)


async def preview(request: web.Request) -> web.Response:
    """Read the uploaded file and show what importing it would change."""
    seat, form = seat_of(request), request[FORM]
    name, content = form.file("file")
    if len(content) > seat.desk.settings.upload_bytes:
        raise DeskError("too_large")
    return await _show(request, await _read(request, name, content))


async def _show(request: web.Request, chosen: Import, *, refused: str = "", status: int = 200) -> web.Response:
    seat = seat_of(request)
    report, told = await seat.read(lambda conn: carry_out(conn, seat.actor, chosen, dry_run=True))
    return render(
        request,
        "dataset/preview.html",
        status=status,
        refused=refused,
        seen=told.mark,
        report=report,
        answers=told,
        first=chosen.rows[:SHOWN],
        total=len(chosen.rows),
        shown=SHOWN,
        packed=chosen.packed(),
    )


async def apply(request: web.Request) -> web.Response:
    """Import what the preview showed."""
    packed = request[FORM].secret("rows")
    if not packed:
        raise DeskError("file_missing")
    chosen = await _read(request, "rows.jsonl", packed.encode("utf-8", "replace"))
    seat, form = seat_of(request), request[FORM]
    wanted, seen = form.text("change_answers", 3, required=False) == "on", form.text("seen", 64, required=False)
    try:
        await seat.write(lambda conn, actor: _apply(conn, actor, chosen, wanted, seen))
    except DeskError as error:
        return await _show(request, chosen, refused=seat.say(f"error.{error.code}"), status=error.status)
    raise done("/admin/dataset", "imported")


def _apply(conn: Connection, actor: Actor, chosen: Import, change_answers: bool, seen: str) -> None:
    if change_answers and carry_out(conn, actor, chosen, dry_run=True)[1].mark != seen:
        raise DeskError("answers_meanwhile", status=409)
    carry_out(conn, actor, chosen, dry_run=False, change_answers=change_answers)


async def _read(request: web.Request, name: str, content: bytes) -> Import:
    seat, form = seat_of(request), request[FORM]
    language = form.text("language", 16, required=False) or seat.company.default_language
    return await asyncio.to_thread(read_import, name, content, seat.company, language)


async def export_file(request: web.Request) -> web.Response:
    """Send all examples as a CSV file (with a byte order mark, for spreadsheets)."""
    seat = seat_of(request)
    text = await seat.read(lambda conn: export(conn, seat.company.id))
    key = re.sub(r"[^A-Za-z0-9_-]", "", seat.company.key)
    name = f"candor-{key}-{seat.desk.now():%Y-%m-%d}.csv"
    return as_file(text, name)


ROUTES = [
    web.get("/dataset/import", import_page),
    web.post("/dataset/import", preview),
    web.post("/dataset/import/apply", apply),
    web.get("/dataset/export", export_file),
]
