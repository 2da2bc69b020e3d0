"""A file on its way through the pages of an import: it waits on the server, and a form says how it is to be read."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from admin.errors import DeskError
from admin.forms import row_number
from admin.visit import Seat
from evaluation.formats.content import Choices, SourceFile
from storage import staged_files
from storage.staged_files import StagedFile

_NAME_LIMIT: Final = 200


@dataclass(frozen=True, slots=True)
class UploadedTable:
    """An uploaded file, how it is to be read, the language of what names none, and its number once it waits."""

    source: SourceFile
    choices: Choices = field(default_factory=Choices)
    language: str = ""
    number: int | None = None


async def packed(seat: Seat, upload: UploadedTable) -> str:
    """Return all but the file itself as text for a field of a form; the file waits for this person from now on."""
    number = await _wait(seat, upload.source) if upload.number is None else upload.number
    choices = {**asdict(replace(upload.choices, columns={})), "columns": dict(upload.choices.columns)}
    return json.dumps({"number": number, "language": upload.language, "choices": choices})


async def _wait(seat: Seat, source: SourceFile) -> int:
    content = await asyncio.to_thread(zlib.compress, source.content)
    file = StagedFile(source.name[-_NAME_LIMIT:], content)
    return await seat.write(lambda conn, me: staged_files.put(conn, me.company_id, me.user.id, file, me.now))


async def staged(seat: Seat, text: str) -> UploadedTable:
    """Return what `packed` made a text of, with its file; raises DeskError."""
    if not text:
        raise DeskError("file_missing")
    try:
        said = json.loads(text)
        json.dumps(said, ensure_ascii=False).encode()  # a lone surrogate stands on no page
        number, choices = row_number(str(said["number"])), _choices(said["choices"])
        language = str(said.get("language", ""))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DeskError("bad_request") from error
    file = await _waiting(seat, number) if number is not None else None
    if file is None:
        raise DeskError("file_gone", status=410)
    content = await asyncio.to_thread(zlib.decompress, file.content)
    return UploadedTable(SourceFile(file.name, content), choices, language, number)


async def _waiting(seat: Seat, number: int) -> StagedFile | None:
    me = seat.actor
    return await seat.read(lambda conn: staged_files.get(conn, me.company_id, me.user.id, number, me.now))


def _choices(said: Mapping[str, Any]) -> Choices:
    header, columns = said.get("header"), said.get("columns") or {}
    return Choices(
        format=str(said.get("format") or ""),
        encoding=str(said.get("encoding") or ""),
        sheet=str(said.get("sheet") or ""),
        header=header if isinstance(header, int) else None,
        columns={str(meaning): str(column) for meaning, column in columns.items()},
    )
