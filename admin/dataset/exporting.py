"""The page to choose a format, and the file of it with all questions and answers."""

from __future__ import annotations

import asyncio
import codecs
import re

from aiohttp import web

from admin.csv_files import saved_as
from admin.dataset.files import content_of
from admin.errors import DeskError, unreadable
from admin.pages import render
from admin.visit import seat_of
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import FORMATS, write_content


async def formats_page(request: web.Request) -> web.Response:
    """Show the formats, with what each has a place for."""
    return render(request, "dataset/export.html", formats=FORMATS.values())


async def export_file(request: web.Request) -> web.Response:
    """Send all questions and answers, or those of a language; as CSV unless another format is asked for."""
    seat, language = seat_of(request), request.query.get("language", "")
    its = FORMATS.get(request.query.get("format", "csv"))
    if its is None or (language and language not in seat.company.languages):
        raise DeskError("bad_request")
    if its.one_language and not language:
        language = seat.company.default_language
    content = await seat.read(lambda conn: content_of(conn, seat.company.id))
    try:
        written = await asyncio.to_thread(write_content, content, its.name, language)
    except UnreadableFile as error:
        raise unreadable(seat.say, error) from error
    key = re.sub(r"[^A-Za-z0-9_-]", "", seat.company.key)
    marked = its.is_table and its.media_type.startswith("text/")  # spreadsheets want a byte order mark
    parts = ["candor", key, language, "" if its.is_table else its.name, f"{seat.desk.now():%Y-%m-%d}"]
    name = "-".join(part for part in parts if part) + its.suffix
    return saved_as(codecs.BOM_UTF8 + written if marked else written, name, its.media_type)


ROUTES = [
    web.get("/dataset/export", export_file),
    web.get("/dataset/export/formats", formats_page),
]
