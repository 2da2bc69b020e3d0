"""Whose request it is and whether it came by HTTPS: as the connection says, or as a trusted proxy before us says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

log = structlog.get_logger()

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

FORWARDED_FOR = "X-Forwarded-For"
FORWARDED_PROTO = "X-Forwarded-Proto"


def visitor_known(trusted: Sequence[Network]) -> Middleware:
    """Return the middleware that makes `request.remote` and `request.scheme` the visitor's own.

    Forwarding headers are believed only of a peer in one of the `trusted` networks. What every limit by address counts
    is `request.remote`: an IPv4 address, or the /64 network of an IPv6 one, as one household or server has no less.
    """

    told = False

    @web.middleware
    async def known(request: web.Request, handler: Handler) -> web.StreamResponse:
        nonlocal told
        remote, scheme = request.remote or "", request.scheme
        peer = address_of(remote)
        if not told and _is_a_proxy_we_do_not_know(peer, request, trusted):
            told = True
            log.warning(
                "forwarded_address_not_believed", peer=remote, remedy="name your proxies: server.trusted_proxies"
            )
        if peer is not None:
            forwarded = is_within(peer, trusted)
            remote = counted_as(_visitor(peer, request, trusted) if forwarded else peer)
            scheme = _scheme(request) if forwarded else scheme
        if (remote, scheme) != (request.remote or "", request.scheme):
            request = request.clone(remote=remote, scheme=scheme)
        return await handler(request)

    return known


@lru_cache(maxsize=4096)
def address_of(written: str) -> Address | None:
    """Return the address of an entry as proxies write it, with or without port and brackets; None for anything else.

    >>> address_of("192.0.2.7:5678"), address_of('"[2001:db8::1]:80"'), address_of("unknown")
    (IPv4Address('192.0.2.7'), IPv6Address('2001:db8::1'), None)
    """
    host = written.strip().strip('"')
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_within(address: Address, networks: Iterable[Network]) -> bool:
    """Tell whether the address lies in one of the networks."""
    return any(address in network for network in networks)


def counted_as(address: Address) -> str:
    """Return what limits count for the address.

    >>> counted_as(ip_address("192.0.2.7")), counted_as(ip_address("2001:db8::1:2:3:4")), counted_as(ip_address("::1"))
    ('192.0.2.7', '2001:db8::/64', '::1')
    """
    if isinstance(address, IPv4Address) or address.is_loopback:
        return str(address)
    return str(IPv6Network((address, 64), strict=False))


def _is_a_proxy_we_do_not_know(peer: Address | None, request: web.Request, trusted: Sequence[Network]) -> bool:
    return bool(peer and peer.is_private and FORWARDED_FOR in request.headers and not is_within(peer, trusted))


def _visitor(peer: Address, request: web.Request, trusted: Sequence[Network]) -> Address:
    """Return the nearest address that is no trusted proxy's; what stands left of it anybody may have written."""
    nearest = peer
    for entry in _from_the_right(request.headers.getall(FORWARDED_FOR, ())):
        address = address_of(entry)
        if address is None:
            return nearest
        nearest = address
        if not is_within(address, trusted):
            return nearest
    return nearest


def _scheme(request: web.Request) -> str:
    named = next(_from_the_right(request.headers.getall(FORWARDED_PROTO, ())), "").lower()
    return named if named in ("http", "https") else request.scheme


def _from_the_right(lines: Sequence[str]) -> Iterator[str]:
    """Go through the entries of all lines of a header, the last one first."""
    return (entry.strip() for line in reversed(lines) for entry in reversed(line.split(",")))
