"""Small pictures from outside: read to the last pixel, and written anew without what is no picture. Pure."""

from __future__ import annotations

import hashlib
import struct
import zlib
from collections.abc import Iterator
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
MOST_BYTES: Final = 200_000
LEAST_SIDE: Final = 16
MOST_SIDE: Final = 1024
"""Pixels."""
_KEPT: Final = (b"IHDR", b"PLTE", b"tRNS", b"sRGB", b"gAMA", b"IDAT", b"IEND")
"""What is needed to draw; names, places, comments and programs are left behind."""
_SAMPLES: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Samples of a pixel by the type of its colour."""


class InvalidPicture(ValueError):
    """A picture that is not taken; `code` is "not_png", "large", "sides" or "damaged"."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def cleaned(given: bytes) -> bytes:
    """Return a PNG with what is needed to draw it and nothing else; raises InvalidPicture."""
    if not given.startswith(SIGNATURE):
        raise InvalidPicture("not_png")
    if len(given) > MOST_BYTES:
        raise InvalidPicture("large")
    chunks = [chunk for chunk in _chunks(given) if chunk[0] in _KEPT]
    if not chunks or chunks[0][0] != b"IHDR" or len(chunks[0][1]) != 13:
        raise InvalidPicture("damaged")
    _check_pixels(chunks[0][1], b"".join(body for kind, body in chunks if kind == b"IDAT"))
    return SIGNATURE + b"".join(_written(kind, body) for kind, body in chunks)


def digest(picture: bytes) -> str:
    """Return the name of a picture: another for every other picture."""
    return hashlib.sha256(picture).hexdigest()[:16]


def _chunks(given: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the kind and body of each chunk, the last included; what stands after it is no part of the picture."""
    at, kind = len(SIGNATURE), b""
    while kind != b"IEND":
        head = given[at : at + 8]
        if len(head) < 8:
            raise InvalidPicture("damaged")
        length, kind = struct.unpack(">I4s", head)
        body, check = given[at + 8 : at + 8 + length], given[at + 8 + length : at + 12 + length]
        if len(check) < 4 or struct.unpack(">I", check)[0] != zlib.crc32(kind + body):
            raise InvalidPicture("damaged")
        at += 12 + length
        yield kind, body


def _check_pixels(header: bytes, packed: bytes) -> None:
    """Unpack as many pixels as the header says there are, and no more; raises InvalidPicture."""
    width, height, depth, colour, compression, filtering, interlaced = struct.unpack(">IIBBBBB", header)
    if not all(LEAST_SIDE <= side <= MOST_SIDE for side in (width, height)):
        raise InvalidPicture("sides")
    if colour not in _SAMPLES or depth not in (1, 2, 4, 8, 16) or compression or filtering or interlaced > 1:
        raise InvalidPicture("damaged")
    row = 1 + (width * depth * _SAMPLES[colour] + 7) // 8
    unpacking = zlib.decompressobj()
    try:
        # Adam7 has up to 15 rows more for each 8, each with a byte of its own.
        pixels = unpacking.decompress(packed, row * height * (2 if interlaced else 1) + 1)
    except zlib.error:
        raise InvalidPicture("damaged") from None
    if len(pixels) < row * height or (not interlaced and len(pixels) != row * height):
        raise InvalidPicture("damaged")


def _written(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
