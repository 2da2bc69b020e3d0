"""The pages to import a file, step by step: choose it, say what its columns mean, look what would change, import."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from aiohttp import web

from admin.actor import Actor
from admin.dataset.columns import HEADERS, MEANINGS, chosen_in, look_at
from admin.dataset.files import MOST_ROWS, Foretold, Imported, carry_out, foretell, read_import
from admin.dataset.importing import Import, Stranger
from admin.dataset.undoing import undo_import
from admin.dataset.upload import UploadedTable, packed, staged
from admin.errors import DeskError, in_words, unreadable
from admin.forms import MEGABYTE
from admin.pages import done, render
from admin.visit import FORM, Seat, path_id, seat_of
from evaluation.formats.content import Choices, SourceFile
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import FORMATS, format_of
from storage import Connection
from storage.database.errors import AlreadyExists
from storage.dataset import dataset, imports

PAGE: Final = "/admin/dataset/import"
SHOWN: Final = 20
PAIRS_SHOWN: Final = 6
NAMED: Final = 200
"""So many new categories are named."""
NEEDED: Final = 2
"""So many columns a table has at least: question and category."""
ATTEMPTS: Final = 3
"""So often a file is compared with what stands before it is done while everybody else waits."""
_ASK, _AGAIN = "01"  # what a button asks for instead of going on
_ASKED_ABOUT: Final = ("no_column", "which_sheet", "no_such_sheet", "not_utf8", "not_in_encoding")
"""What the page about a table's columns helps with."""


async def import_page(request: web.Request) -> web.Response:
    """Show the form to upload a file."""
    megabytes = seat_of(request).desk.settings.upload_bytes / MEGABYTE
    seat = seat_of(request)
    made = await seat.read(lambda conn: imports.of_company(conn, seat.company.id))
    suffixes = sorted({each.suffix for each in FORMATS.values()} | {".ndjson", ".yml", ".yaml", ".txt", ".tab"})
    return render(request, "dataset/import.html", megabytes=megabytes, rows=MOST_ROWS, imports=made, suffixes=suffixes)


async def undo(request: web.Request) -> web.Response:
    """Undo one import as one, whether its data went live or not."""
    import_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: undo_import(conn, actor, import_id))
    raise done(PAGE, "undone")


async def preview(request: web.Request) -> web.Response:
    """Read the uploaded file and show what importing it would change, or ask what its columns mean."""
    seat, form = seat_of(request), request[FORM]
    name, content = form.file("file")
    if len(content) > seat.desk.settings.upload_bytes:
        raise DeskError("too_large", n=seat.desk.settings.upload_bytes // MEGABYTE)
    language = form.text("language", 16, required=False)
    return await _go_on(request, UploadedTable(SourceFile(name, content), Choices(), language))


async def columns(request: web.Request) -> web.Response:
    """Take what was said of a table's columns: show it read anew, or what importing it would change."""
    form = request[FORM]
    upload = await _uploaded(request)
    if form.text("step", 1, required=False) == _ASK:
        return await _columns(request, upload)
    chosen = replace(upload, choices=chosen_in(form, upload.choices))
    if form.text("step", 1, required=False) == _AGAIN:
        return await _columns(request, replace(chosen, choices=replace(chosen.choices, columns={})))
    return await _go_on(request, chosen)


async def _uploaded(request: web.Request) -> UploadedTable:
    return await staged(seat_of(request), request[FORM].secret("upload"))


async def _go_on(request: web.Request, upload: UploadedTable) -> web.Response:
    try:
        chosen = await asyncio.to_thread(_read, seat_of(request), upload)
    except UnreadableFile as error:
        if error.code in _ASKED_ABOUT and upload.choices.format in ("", "csv", "tsv", "xlsx", "jsonl"):
            return await _columns(request, upload, error)
        raise unreadable(seat_of(request).say, error) from error
    return await _show(request, upload, chosen)


def _read(seat: Seat, upload: UploadedTable) -> Import:
    return read_import(upload.source, upload.choices, seat.company, upload.language or seat.company.default_language)


async def _columns(request: web.Request, upload: UploadedTable, refused: UnreadableFile | None = None) -> web.Response:
    """Show the first rows and ask what the columns mean; why they could not be told needs no saying at first."""
    seat = seat_of(request)
    shown = replace(upload.choices, encoding="") if refused is not None else upload.choices
    try:
        look = await asyncio.to_thread(look_at, upload.source, shown)
    except UnreadableFile as error:
        raise unreadable(seat.say, refused or error) from error
    if refused is not None and refused.code == "no_column" and len(look.columns) < NEEDED and len(look.sheets) < NEEDED:
        raise unreadable(seat.say, refused)  # whatever its one column means, it is not enough
    is_said = refused is not None and (upload.choices != Choices() or refused.code.startswith("not_"))
    return render(
        request,
        "dataset/columns.html",
        address=PAGE,
        status=422 if is_said else 200,
        refused=_why_columns(seat, refused) if refused is not None and is_said else "",
        look=look,
        meanings=MEANINGS,
        header_rows=range(1, HEADERS + 1),
        name=upload.source.name,
        packed=await packed(seat, replace(upload, choices=replace(upload.choices, sheet=look.sheet))),
    )


def _why_columns(seat: Seat, refused: UnreadableFile) -> str:
    """Say what is missing in words of the page, which shows the columns itself."""
    return seat.say("columns.missing") if refused.code == "no_column" else refused.in_words(seat.say.language)


async def _show(
    request: web.Request, upload: UploadedTable, chosen: Import, *, refused: str = "", status: int = 200
) -> web.Response:
    seat = seat_of(request)
    strangers = await asyncio.to_thread(_strangers, seat, chosen)
    told = await seat.read(lambda conn: foretell(conn, seat.actor, chosen))
    its = format_of(upload.source, upload.choices)
    return render(
        request,
        "dataset/preview.html",
        address=PAGE,
        status=status,
        refused=refused,
        seen=told.answers.mark,
        moves=told.moves,
        report=told.questions,
        answers=told.answers,
        notes=told.brought.notes,
        strangers=strangers,
        first=chosen.rows[:SHOWN],
        total=len(chosen.rows),
        shown=SHOWN,
        pairs_shown=PAIRS_SHOWN,
        named=NAMED,
        format=its,
        packed=await packed(seat, upload),
    )


def _strangers(seat: Seat, chosen: Import) -> list[Stranger]:
    return chosen.strangers(seat.desk.reference())


async def apply(request: web.Request) -> web.Response:
    """Import what the preview showed."""
    seat, form = seat_of(request), request[FORM]
    upload = await _uploaded(request)
    try:
        chosen = await asyncio.to_thread(_read, seat, upload)
    except UnreadableFile as error:
        raise unreadable(seat.say, error) from error
    if form.flag("without_strangers"):
        strangers = await asyncio.to_thread(_strangers, seat, chosen)
        chosen = chosen.without([each.row for each in strangers])
    change_answers = form.text("change_answers", 3, required=False) == "on"
    seen = form.text("seen", 64, required=False) if change_answers else None
    try:
        number = await _import(seat, chosen, seen, is_sure=form.flag("sure"))
    except DeskError as error:
        return await _show(request, upload, chosen, refused=in_words(seat.say, error), status=error.status)
    raise done(f"/admin/dataset?imported={number}" if number else "/admin/dataset", "imported")


async def _import(seat: Seat, chosen: Import, seen: str | None, *, is_sure: bool) -> int | None:
    """Import what was chosen and return the number of the import.

    Where `seen` is given, answers that differ from the file's change as they were seen to. What is compared beforehand
    is not compared while others wait; where somebody is always quicker, at last it is.
    """

    def compared(conn: Connection) -> Foretold:
        told = foretell(conn, seat.actor, chosen)
        if told.moves.are_many and not is_sure:
            raise DeskError("import_unsure", status=409)
        return told

    def write(conn: Connection, actor: Actor, told: Foretold) -> Imported | None:
        if not dataset.holds(conn, actor.company_id, told.plan):
            return None
        return _kept(carry_out(conn, actor, told, change_answers=seen is not None), seen)

    def write_alone(conn: Connection, actor: Actor) -> Imported:
        return _kept(carry_out(conn, actor, compared(conn), change_answers=seen is not None), seen)

    for _ in range(ATTEMPTS):
        told = await seat.read(compared)
        with suppress(AlreadyExists):  # what somebody else has added since is compared as well
            made = await seat.write(partial(write, told=told))
            if made is not None:
                return made.import_id
    return (await seat.write(write_alone)).import_id


def _kept(made: Imported, seen: str | None) -> Imported:
    if seen is not None and made.answers.mark != seen:
        raise DeskError("answers_meanwhile", status=409)
    return made


ROUTES = [
    web.get("/dataset/import", import_page),
    web.post("/dataset/import", preview),
    web.post("/dataset/import/columns", columns),
    web.post("/dataset/import/apply", apply),
    web.post(r"/dataset/imports/{id:\d+}/undo", undo),
]
