"""Whom the limits by address count a request for."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import ip_address

from aiohttp import web


def limited_address(request: web.Request) -> str | None:
    """Return the address that limits count, None for one that has none.

    Loopback addresses have none: they are the operator, or a proxy behind which all visitors would share one limit.
    """
    address = request.remote or ""
    return None if _is_loopback(address) else address


@lru_cache(maxsize=4096)
def _is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback
