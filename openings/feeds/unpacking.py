"""What a server sends, unpacked as it comes, never more than allowed."""

from __future__ import annotations

import zlib
from typing import Final

from openings.feeds.reasons import FeedError, FeedReasonCode

_GZIP: Final = b"\x1f\x8b"
_STEP: Final = 1 << 16


class Unpacker:
    """Collects a body, gzipped (in one member or several) or not; raises FeedError once it exceeds `most` bytes."""

    def __init__(self, most: int, encoding: str = "") -> None:
        if encoding.lower() not in ("", "identity", "gzip", "x-gzip", "deflate"):
            raise FeedError(FeedReasonCode.UNKNOWN_PACKING, packing=encoding)
        self._most = most
        self._deflated = encoding.lower() == "deflate"
        self._body = bytearray()
        self._zip: zlib._Decompress | None = None
        self._began = False
        self._behind = b""

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes from the network."""
        if not chunk:
            return
        if not self._began:
            self._began = True
            if self._deflated or chunk.startswith(_GZIP):
                self._zip = zlib.decompressobj(_window(self._deflated, chunk))
        if self._zip is None:
            self._take(chunk)
        else:
            self._inflate(self._zip, chunk)

    def body(self) -> bytes:
        """Return all of it; raise FeedError when it breaks off in the middle."""
        if self._zip is not None and not self._zip.eof:
            raise FeedError(FeedReasonCode.PACKED_CUT_OFF)
        return bytes(self._body)

    def _inflate(self, unzip: zlib._Decompress, chunk: bytes) -> None:
        chunk = self._behind + chunk
        try:
            while chunk and not (unzip.eof and (self._deflated or not chunk.startswith(_GZIP))):
                if unzip.eof:
                    unzip = self._zip = zlib.decompressobj(_window(self._deflated, chunk))
                self._take(unzip.decompress(chunk, _STEP))
                chunk = unzip.unconsumed_tail or unzip.unused_data
        except zlib.error:
            raise FeedError(FeedReasonCode.PACKED_BROKEN) from None
        self._behind = chunk[: len(_GZIP)]  # enough to tell whether another member begins here

    def _take(self, data: bytes) -> None:
        if len(self._body) + len(data) > self._most:
            raise FeedError(FeedReasonCode.TOO_LARGE, megabytes=self._most / 1e6)
        self._body += data


def _window(deflated: bool, chunk: bytes) -> int:
    """Some servers send `deflate` without its header: then the first byte does not begin one."""
    if not deflated:
        return 16 + zlib.MAX_WBITS
    return zlib.MAX_WBITS if chunk[0] & 0x0F == zlib.DEFLATED else -zlib.MAX_WBITS
