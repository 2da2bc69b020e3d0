"""The pages to import a file, in two steps, and to export one."""

from __future__ import annotations

import asyncio
import re

from aiohttp import web

from admin.actor import Actor
from admin.csv_files import as_file
from admin.dataset.files import MOST_ROWS, Import, carry_out, export, read_import
from admin.dataset.moving import Moves, moves_of
from admin.dataset.undoing import undo_import
from admin.errors import DeskError
from admin.pages import done, render
from admin.visit import FORM, path_id, seat_of
from storage import Connection, dataset, imports
from storage.answer_import import AnswersReport
from storage.dataset import ImportReport

SHOWN = 20


async def import_page(request: web.Request) -> web.Response:
    """Show the form to upload a file."""
    megabytes = seat_of(request).desk.settings.upload_bytes / (1024 * 1024)
    seat = seat_of(request)
    made = await seat.read(lambda conn: imports.of_company(conn, seat.company.id))
    return render(request, "dataset/import.html", megabytes=megabytes, rows=MOST_ROWS, imports=made)


async def undo(request: web.Request) -> web.Response:
    """Undo one import as one, whether its data went live or not."""
    import_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: undo_import(conn, actor, import_id))
    raise done("/admin/dataset/import", "undone")


async def preview(request: web.Request) -> web.Response:
    """Read the uploaded file and show what importing it would change."""
    seat, form = seat_of(request), request[FORM]
    name, content = form.file("file")
    if len(content) > seat.desk.settings.upload_bytes:
        raise DeskError("too_large")
    return await _show(request, await _read(request, name, content))


async def _show(request: web.Request, chosen: Import, *, refused: str = "", status: int = 200) -> web.Response:
    seat = seat_of(request)
    (report, told), moves = await seat.read(lambda conn: _foretold(conn, seat.actor, chosen))
    return render(
        request,
        "dataset/preview.html",
        status=status,
        refused=refused,
        seen=told.mark,
        moves=moves,
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
    is_sure = form.flag("sure")
    try:
        await seat.write(lambda conn, actor: _apply(conn, actor, chosen, wanted, seen, is_sure))
    except DeskError as error:
        return await _show(request, chosen, refused=seat.say(f"error.{error.code}"), status=error.status)
    raise done("/admin/dataset", "imported")


def _foretold(conn: Connection, actor: Actor, chosen: Import) -> tuple[tuple[ImportReport, AnswersReport], Moves]:
    told = carry_out(conn, actor, chosen, dry_run=True)
    standing = sum(each.examples for each in dataset.categories(conn, actor.company_id))
    return told, moves_of(told[0].conflicts, standing)


def _apply(conn: Connection, actor: Actor, chosen: Import, change_answers: bool, seen: str, is_sure: bool) -> None:
    (_, told), moves = _foretold(conn, actor, chosen)
    if moves.are_many and not is_sure:
        raise DeskError("import_unsure", status=409)
    if change_answers and told.mark != seen:
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
    web.post(r"/dataset/imports/{id:\d+}/undo", undo),
]
