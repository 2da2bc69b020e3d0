"""Tables as files that are sent to spreadsheets."""

from __future__ import annotations

from aiohttp import web


def as_file(text: str, name: str) -> web.Response:
    """Return the response that saves a table under this name, with a byte order mark, for spreadsheets."""
    return saved_as(text.encode("utf-8-sig"), name, "text/csv")


def saved_as(content: bytes, name: str, media_type: str) -> web.Response:
    """Return the response that saves a file under this name."""
    return web.Response(
        body=content,
        content_type=media_type,
        charset="utf-8" if media_type.startswith("text/") else None,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
