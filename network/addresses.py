"""Which addresses the house goes to on others' word: public ones, and hosts that the operator allows by name."""

from __future__ import annotations

import socket
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver
from yarl import URL

from network.troubles import TroubleCode, WebTrouble

_TUNNELS: Final = tuple(
    map(
        ip_network, ["64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32", "192.88.99.0/24", "::/96", "fec0::/10"]
    )
)
"""Addresses that lead to another address, which may be a private one."""
_HOME: Final = ("localhost", "local", "internal", "home.arpa")
"""Names that lead to no public address anywhere, with all names below them: RFC 6761, 6762, 8375, ICANN 2024."""


class AddressRefused(WebTrouble):
    """An address that the house does not go to."""


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the open internet, whatever notation or mapping it hides behind.

    >>> [is_public(each) for each in ("93.184.216.34", "127.0.0.1", "169.254.169.254", "::ffff:10.0.0.1", "224.0.0.1")]
    [True, False, False, False, False]
    """
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    if any(ip in network for network in _TUNNELS if network.version == ip.version):
        return False
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback)


def checked_url(url: str, allowed_hosts: Collection[str] = ()) -> str:
    """Return the URL; raise AddressRefused for one that is not http(s), hides a password or names a private address.

    Of names those that can never be public are refused here, all others once they are resolved, by `PublicResolver`.

    >>> checked_url("http://localhost:8080/", {"localhost"})
    'http://localhost:8080/'
    """
    try:
        # What aiohttp will connect to: yarl reads digits of other scripts as digits.
        parts = URL(url)
        host = parts.raw_host
    except ValueError:
        raise AddressRefused(TroubleCode.NOT_AN_ADDRESS, url=url) from None
    if parts.scheme not in ("http", "https") or not host or not url.isprintable() or set(url) & set(" \\"):
        raise AddressRefused(TroubleCode.NOT_AN_ADDRESS, url=url)
    if parts.user is not None or parts.password is not None:
        raise AddressRefused(TroubleCode.PASSWORD_IN_ADDRESS)
    if _bare(host) not in allowed_hosts and _is_private(host):
        raise AddressRefused(TroubleCode.PRIVATE_ADDRESS, host=host)
    return url


class PublicResolver(AbstractResolver):
    """Resolves names to public addresses only; the connection is made to the very address that was checked here."""

    def __init__(self, allowed_hosts: Collection[str] = (), behind: AbstractResolver | None = None) -> None:
        self._allowed = frozenset(allowed_hosts)
        self._behind = behind or ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the host's addresses; raise AddressRefused when one of them is private."""
        found = await self._behind.resolve(host, port, family)
        if _bare(host) not in self._allowed and not all(is_public(each["host"]) for each in found):
            raise AddressRefused(TroubleCode.PRIVATE_ADDRESS, host=host)
        return found

    async def close(self) -> None:
        """Close the resolver behind."""
        await self._behind.close()


def refusal_in(error: BaseException | None) -> AddressRefused | None:
    """Return the refusal that an error came of, None where it did not: connectors wrap what resolvers raise."""
    while error is not None and not isinstance(error, AddressRefused):
        error = error.__cause__ or error.__context__
    return error


def _bare(host: str) -> str:
    return host.lower().rstrip(".")


def _is_private(host: str) -> bool:
    """Tell whether a host can be seen to be private before it is resolved."""
    ip = _ip(host)
    if ip is not None:
        return not is_public(ip)
    name = _bare(host)
    return "." not in name or any(name == home or name.endswith(f".{home}") for home in _HOME)


def _ip(host: str) -> str | None:
    """Return the IP address that a host is, also in the notations of old: 127.1, 0x7f.1 and 2130706433 are one."""
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        try:
            return socket.inet_ntoa(socket.inet_aton(_bare(host)))
        except (OSError, UnicodeError):
            return None
    return host
