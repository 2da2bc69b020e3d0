"""Annotated conversations out as a file, and dialogues from elsewhere in."""

from __future__ import annotations

import asyncio
import io
import tempfile
import zipfile
from collections.abc import Collection
from pathlib import Path, PurePath

from aiohttp import web

from admin.actor import Actor
from admin.annotations.pages import ANNOTATIONS
from admin.errors import unreadable
from admin.pages import done
from admin.visit import FORM, seat_of
from evaluation.breakdown.dialogues import Dialogue
from evaluation.breakdown.logs import ENDING, log_json
from evaluation.formats.reasons import UnreadableFile
from storage import Connection
from storage.companies.companies import Company
from training import dialogues

LARGEST_UNPACKED = 200 * 1024 * 1024
"""Bytes that the files of an uploaded ZIP may have together."""

_LONGEST_NAME = 200
"""Bytes of it that count; no disk takes more than 255."""


async def export_file(request: web.Request) -> web.Response:
    """Send every annotated conversation, a log each, in a ZIP file that names no annotator."""
    seat = seat_of(request)
    found = await seat.read(lambda conn: dialogues.own_dialogues(conn, seat.company))
    content = await asyncio.to_thread(_zipped, seat.company.key, found)
    await seat.write(lambda conn, actor: actor.note(conn, "annotations_exported"))
    headers = {"Content-Disposition": f'attachment; filename="candor-annotations-{seat.company.key}.zip"'}
    return web.Response(body=content, content_type="application/zip", headers=headers)


async def import_file(request: web.Request) -> web.Response:
    """Take in annotated dialogues from a log or a ZIP file."""
    seat = seat_of(request)
    name, content = request[FORM].file("file")
    try:
        found = await asyncio.to_thread(_read, name, content)
    except UnreadableFile as error:
        raise unreadable(seat.say, error) from error
    await seat.write(lambda conn, actor: _keep(conn, actor, seat.company, found))
    raise done(ANNOTATIONS, "dialogues_imported")


def _keep(conn: Connection, actor: Actor, company: Company, found: Collection[Dialogue]) -> None:
    kept = dialogues.keep(conn, company, found, actor.now)
    actor.note(conn, "dialogues_imported", n=kept.added + kept.changed)


def _zipped(folder: str, found: Collection[Dialogue]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for dialogue in found:
            archive.writestr(f"{folder}/{dialogue.id}{ENDING}", log_json(dialogue))
    return stream.getvalue()


def _read(name: str, content: bytes) -> list[Dialogue]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / _file_name(name)
        path.write_bytes(content)
        if zipfile.is_zipfile(path) and _unpacked(path) > LARGEST_UNPACKED:
            raise UnreadableFile("zip_large", path.name, most=LARGEST_UNPACKED // 2**20)
        try:
            return dialogues.read(path)
        except UnreadableFile as error:
            file = error.file.removeprefix(f"{folder}/")
            raise UnreadableFile(error.code, file, error.line, **error.params) from error


def _file_name(name: str) -> str:
    """Return what a file may be called on any disk: dialogues of a log without a name of its own are known by it.

    >>> _file_name("../../a.zip"), _file_name(".."), len(_file_name("a" * 300))
    ('a.zip', 'dialogues.zip', 200)
    """
    last = PurePath(name.replace("\\", "/")).name.encode()[-_LONGEST_NAME:].decode(errors="ignore")
    return last if last.strip(".") else "dialogues.zip"


def _unpacked(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        return sum(member.file_size for member in archive.infolist())


ROUTES = [web.get("/annotations/export", export_file), web.post("/annotations/import", import_file)]
