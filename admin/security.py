"""What every response of the desk says to the browser, and which requests may change something."""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

CSP = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        # Pico draws its icons from data: images.
        "img-src 'self' data:",
        "connect-src 'self'",
        # The preview of the chat.
        "frame-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CSP,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Not no-referrer: browsers would then send "Origin: null" with the desk's own forms.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def same_origin(headers: Mapping[str, str], host: str, public_url: str | None) -> bool:
    """Tell whether a request that changes something comes from the desk's own pages.

    Browsers send Origin with every POST; a request without Origin, Referer and Sec-Fetch-Site comes from a program,
    which no foreign page can steer.

    >>> same_origin({"Origin": "https://desk.example"}, "desk.example", None)
    True
    >>> same_origin({"Origin": "https://evil.example"}, "desk.example", None)
    False
    """
    if headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    source = headers.get("Origin") or headers.get("Referer")
    if source is None:
        return True
    own = {host} | ({urlsplit(public_url).netloc} if public_url else set())
    return urlsplit(source).netloc in own


@dataclass(frozen=True, slots=True)
class PageToken:
    """What a page sends back with its forms: its session's CSRF token, and the company it shows (0: none)."""

    csrf: str
    company: int = 0


def masked(token: PageToken) -> str:
    """Return a token as a page holds it: other letters each time, so that no two pages tell it.

    >>> token = PageToken("abc", 7)
    >>> masked(token) != masked(token), unmasked(masked(token)) == token
    (True, True)
    """
    plain = f"{token.company} {token.csrf}".encode()
    pad = secrets.token_bytes(len(plain))
    return base64.urlsafe_b64encode(pad + _both(pad, plain)).decode()


def unmasked(given: str) -> PageToken:
    """Return the token that a page held; one of no session for what no page of the desk did."""
    try:
        content = base64.urlsafe_b64decode(given.encode("ascii"))
        company, _, csrf = _both(content[: len(content) // 2], content[len(content) // 2 :]).decode().partition(" ")
        return PageToken(csrf, int(company))
    except (binascii.Error, ValueError):
        return PageToken("")


def _both(pad: bytes, content: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(pad, content, strict=True))


def same_token(expected: str, given: str) -> bool:
    """Compare a session's CSRF token with the one that a page sent back, in constant time."""
    return hmac.compare_digest(expected.encode(), given.encode())
