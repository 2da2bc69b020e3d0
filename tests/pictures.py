"""Small PNG files, made here."""

from __future__ import annotations

import struct
import zlib

from storage.companies.pictures import SIGNATURE


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(
    side: int = 32, *, rows: int | None = None, more: bytes = b"", colour: tuple[int, int, int] = (20, 89, 79)
) -> bytes:
    """Return a square of one colour; `rows` of them are there, `more` chunks stand before the pixels."""
    pixels = (b"\0" + bytes(colour) * side) * (side if rows is None else rows)
    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + more + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
