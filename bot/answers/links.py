"""The addresses of the pages that a mailed answer links to."""

from __future__ import annotations

from typing import Final

PREFIX: Final = "/answers"


def link(public_url: str, token: str) -> str:
    """Return where the page of a token is.

    >>> link("https://chat.example/", "t0ken")
    'https://chat.example/answers/t0ken'
    """
    return f"{public_url.rstrip('/')}{PREFIX}/{token}"
