"""The fields of a form that was posted, read as UTF-8 alone: whoever sends one chooses nothing that decodes it.

aiohttp reads a form by any codec that its sender names, on the event loop; one of them needs minutes for a megabyte.
"""

from __future__ import annotations

import asyncio
import re
from tempfile import SpooledTemporaryFile
from typing import IO, Final, cast

from aiohttp import BodyPartReader, MultipartReader, hdrs, web
from aiohttp.http import HttpProcessingError
from multidict import CIMultiDictProxy, MultiDict, MultiDictProxy
from yarl import query_to_pairs

Fields = MultiDictProxy[str | web.FileField]

MOST_FIELDS: Final = 1000
_CHUNK: Final = 64 * 1024
_IN_MEMORY: Final = 1024 * 1024
"""A file that is larger waits on the disk."""
BROKEN = (ValueError, LookupError, RuntimeError, AssertionError, web.RequestPayloadError, HttpProcessingError)
"""What reading a form, or a part of one, raises where it is none."""
_NAMED_CHARSET = re.compile(r"\*\s*=\s*\"?([^'\";]*)'")
"""The charset of a name or a file's name in the notation of RFC 5987."""
_IN_PIECES = re.compile(r"\*\d")
"""A name in pieces (RFC 2231), which no browser sends."""


class NotAForm(Exception):
    """What was posted cannot be read; `status` is the answer's."""

    def __init__(self, status: int = 400) -> None:
        super().__init__(status)
        self.status = status


async def read_form(request: web.Request) -> Fields:
    """Return the fields; raises NotAForm, and HTTPRequestEntityTooLarge above the request's `client_max_size`."""
    if not _is_utf8(request.charset or ""):
        raise NotAForm(415)
    try:
        if request.content_type == "multipart/form-data":
            return await _of_parts(request)
        body = await request.read() if request.content_type == "application/x-www-form-urlencoded" else b""
        return MultiDictProxy(MultiDict(query_to_pairs(body.rstrip().decode(), max_fields=MOST_FIELDS)))
    except BROKEN:
        raise NotAForm from None


async def parts(request: web.Request) -> MultipartReader:
    """Return a reader of the parts, which raises NotAForm for one in another charset; ValueError where there are none.

    What else is wrong with a part raises whatever aiohttp does.
    """
    reader = await request.multipart()
    reader.part_reader_cls = _Utf8Part
    return reader


class _Utf8Part(BodyPartReader):
    def __init__(self, boundary: bytes, headers: CIMultiDictProxy[str], *given: object, **more: object) -> None:
        super().__init__(boundary, headers, *given, **more)  # type: ignore[arg-type]
        disposition = headers.get(hdrs.CONTENT_DISPOSITION, "")
        unquoted = re.sub(r'"[^"]*"', '""', disposition)
        charsets = _NAMED_CHARSET.findall(disposition)
        if _IN_PIECES.search(unquoted) or not all(map(_is_utf8, [self.get_charset("utf-8"), *charsets])):
            raise NotAForm(415)


async def _of_parts(request: web.Request) -> Fields:
    fields: MultiDict[str | web.FileField] = MultiDict()
    reader = await parts(request)
    while (part := await reader.next()) is not None:
        _check_size(request)
        if not isinstance(part, BodyPartReader) or part.name is None or len(fields) >= MOST_FIELDS:
            raise NotAForm
        if part.filename:
            kind = part.headers.get(hdrs.CONTENT_TYPE, "application/octet-stream")
            content = cast("IO[bytes]", await _file(request, part))
            fields.add(part.name, web.FileField(part.name, part.filename, content, kind, part.headers))
        else:
            fields.add(part.name, (await _text(request, part)).decode())
    return MultiDictProxy(fields)


async def _file(request: web.Request, part: BodyPartReader) -> SpooledTemporaryFile[bytes]:
    kept: SpooledTemporaryFile[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115  the form is read later
    try:
        while chunk := await part.read_chunk(_CHUNK):
            _check_size(request)
            async for piece in part.decode_iter(chunk):
                await asyncio.to_thread(kept.write, piece)
        kept.seek(0)
    except BaseException:
        kept.close()
        raise
    return kept


async def _text(request: web.Request, part: BodyPartReader) -> bytes:
    read = bytearray()
    while chunk := await part.read_chunk(_CHUNK):
        _check_size(request)
        read += chunk
    return b"".join([bytes(piece) async for piece in part.decode_iter(read)])


def _check_size(request: web.Request) -> None:
    if 0 < request.client_max_size < request.content.total_bytes:
        raise web.HTTPRequestEntityTooLarge(request.client_max_size)


def _is_utf8(charset: str) -> bool:
    """Tell whether a charset is the one that forms are read in, or none is named.

    >>> _is_utf8("UTF-8"), _is_utf8("utf8"), _is_utf8(""), _is_utf8("punycode")
    (True, True, True, False)
    """
    return charset.strip().lower() in ("", "utf-8", "utf8")
