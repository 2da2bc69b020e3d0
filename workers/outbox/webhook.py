"""Posting to somebody's own system: signed where there is a secret, and taken only by a 2xx answer."""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime

import aiohttp
from aiohttp.abc import AbstractResolver

from network.addresses import refusal_in
from workers.outbox.sender import NotTaken


class WebhookRefused(NotTaken):
    """The other side answered, but took nothing."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the webhook answered {status}")
        self.status = status


def signed_at(body: bytes, secret: str, at: datetime) -> dict[str, str]:
    """Return the headers of a JSON body that is signed with the time: the HMAC is of `<time stamp>.<body>`.

    >>> from datetime import UTC
    >>> headers = signed_at(b"{}", "secret", datetime(2026, 3, 1, tzinfo=UTC))
    >>> headers["X-Candor-Timestamp"], headers["X-Candor-Signature"][:15]
    ('1772323200', 'sha256=a48e4605')
    """
    stamp = str(int(at.timestamp()))
    return signed(stamp.encode() + b"." + body, secret) | {"X-Candor-Timestamp": stamp}


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


async def post(
    url: str, body: bytes, headers: dict[str, str], *, timeout_seconds: float, resolver: AbstractResolver | None = None
) -> None:
    """Post a body; another answer than 2xx raises WebhookRefused, none NotTaken; redirects are not followed.

    `resolver` says which addresses a name may have.
    """
    patience = aiohttp.ClientTimeout(total=timeout_seconds)
    connector = aiohttp.TCPConnector(resolver=resolver, use_dns_cache=False) if resolver else None
    try:
        async with (
            aiohttp.ClientSession(timeout=patience, connector=connector) as session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as response,
        ):
            status = response.status
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise NotTaken(error) from error
    if not 200 <= status < 300:
        raise WebhookRefused(status)


def code_of(error: NotTaken) -> str:
    """Return why a post was not taken, as a code that the desk says in words."""
    cause = error.__cause__
    if isinstance(error, WebhookRefused):
        return f"{'redirect' if 300 <= error.status < 400 else 'status'} {error.status}"
    if refusal_in(error) is not None:
        return "private_address"
    if isinstance(cause, TimeoutError):
        return "timeout"
    return "not_secure" if isinstance(cause, aiohttp.ClientSSLError) else "no_connection"
