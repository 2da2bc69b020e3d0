"""Web addresses, as they are typed."""

from __future__ import annotations

from urllib.parse import urlsplit


def is_web_page(url: str) -> bool:
    r"""Tell whether this is the whole address of a web page, and nothing a browser would read in another way.

    >>> [is_web_page(each) for each in ("https://acme.example/jobs", "javascript:alert(1)", "https://a.example/x y")]
    [True, False, False]
    """
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018  raises ValueError for what is no port
    except ValueError:
        return False
    is_one = url.isprintable() and not set(url) & set(" \\")
    return is_one and parts.scheme in ("http", "https") and bool(parts.hostname)
