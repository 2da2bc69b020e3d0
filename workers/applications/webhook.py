"""Posting to a company's own system."""

from __future__ import annotations

import aiohttp


class NotPosted(Exception):
    """The other side did not take it; the message says why in one line."""


async def post(url: str, body: bytes, headers: dict[str, str], *, timeout_seconds: float) -> None:
    """Post a body; anything but a 2xx answer raises NotPosted, redirects are not followed."""
    patience = aiohttp.ClientTimeout(total=timeout_seconds)
    try:
        async with (
            aiohttp.ClientSession(timeout=patience) as session,
            session.post(url, data=body, headers=headers, allow_redirects=False) as response,
        ):
            status = response.status
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise NotPosted(" ".join(str(error).split()) or type(error).__name__) from error
    if not 200 <= status < 300:
        raise NotPosted(f"the webhook answered {status}")
