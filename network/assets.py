"""Files that are served from memory: hashed, and compressed once for those who can read that."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from aiohttp import ETag, hdrs, web

CONTENT_TYPES: Final = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is served; `tag` is a hash of its content."""

    content_type: str
    body: bytes
    gzipped: bytes
    tag: str

    @classmethod
    def of(cls, name: str, content: str | bytes) -> Asset:
        """Make an asset of a content; the name's suffix decides its type."""
        body = content.encode() if isinstance(content, str) else content
        return cls(CONTENT_TYPES[PurePath(name).suffix], body, gzip.compress(body, 9, mtime=0), tag_of(body))

    def response(self, request: web.Request, headers: Mapping[str, str]) -> web.Response:
        """Answer with the content, gzipped if the client takes that, or with 304 if it has it already."""
        zipped = reads_gzip(request.headers)
        tag = f"{self.tag}-gz" if zipped else self.tag
        known = {etag.value for etag in request.if_none_match or ()}
        base = {"Vary": hdrs.ACCEPT_ENCODING, "X-Content-Type-Options": "nosniff", **headers}
        if known & {tag, "*"}:
            response = web.Response(status=304, headers=base)
        else:
            encoding = {"Content-Encoding": "gzip"} if zipped else {}
            body = self.gzipped if zipped else self.body
            response = web.Response(body=body, content_type=self.content_type, charset="utf-8", headers=base | encoding)
        response.etag = ETag(tag)
        return response


def tag_of(content: bytes) -> str:
    """Return what changes with a content."""
    return hashlib.sha256(content).hexdigest()[:16]


def reads_gzip(headers: Mapping[str, str]) -> bool:
    """Tell whether who asks can read what is compressed with gzip.

    >>> reads_gzip({"Accept-Encoding": "br, gzip"}), reads_gzip({"Accept-Encoding": "gzip;q=0"}), reads_gzip({})
    (True, False, False)
    """
    given = headers.get("Accept-Encoding", "").replace(" ", "").lower().split(",")
    return any(coding == "gzip" and (weight or "1").strip("0.") != "" for coding, _, weight in map(_split, given))


def _split(given: str) -> tuple[str, str, str]:
    return given.partition(";q=")
