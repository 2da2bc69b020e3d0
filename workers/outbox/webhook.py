"""Posting to somebody's own system: signed where there is a secret, and taken only by a 2xx answer."""

from __future__ import annotations

import hashlib
import hmac

import aiohttp

from workers.outbox.sender import NotTaken


def signed(body: bytes, secret: str | None) -> dict[str, str]:
    """Return the headers of a JSON body; X-Candor-Signature is `sha256=` and the body's HMAC in hexadecimal.

    >>> signed(b"{}", None)
    {'Content-Type': 'application/json'}
    """
    headers = {"Content-Type": "application/json"}
    if secret:
        digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
        headers["X-Candor-Signature"] = f"sha256={digest}"
    return headers


async def post(url: str, body: bytes, headers: dict[str, str], *, timeout_seconds: float) -> None:
    """Post a body; anything but a 2xx answer raises NotTaken, redirects are not followed."""
    patience = aiohttp.ClientTimeout(total=timeout_seconds)
    try:
        async with (
            aiohttp.ClientSession(timeout=patience) as session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as response,
        ):
            status = response.status
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise NotTaken(error) from error
    if not 200 <= status < 300:
        raise NotTaken(f"the webhook answered {status}")
