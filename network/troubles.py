"""What goes wrong on the way to a server, told apart as a person would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

import aiohttp


class TroubleCode(StrEnum):
    """What keeps from an address: it is not gone to, or its server does not answer as one should."""

    NOT_AN_ADDRESS = "not_an_address"
    PASSWORD_IN_ADDRESS = "password_in_address"  # noqa: S105
    PRIVATE_ADDRESS = "private_address"
    UNKNOWN_HOST = "unknown_host"
    NO_CONNECTION = "no_connection"
    NOT_SECURE = "not_secure"
    SILENT = "silent"
    BROKEN_OFF = "broken_off"
    NO_WEB_SERVER = "no_web_server"
    REDIRECT_TO_HTTP = "redirect_to_http"
    REDIRECTS = "redirects"


class WebTrouble(ValueError):
    """An address leads nowhere: `code` says why, `params` of what."""

    def __init__(self, code: TroubleCode, /, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        """Return the code and what it is about, for logs."""
        return " ".join([self.code, *(f"{name}={value}" for name, value in self.params.items())])


_MEANINGS: Final[Mapping[type[Exception], TroubleCode]] = {
    aiohttp.ClientSSLError: TroubleCode.NOT_SECURE,
    aiohttp.ClientConnectorDNSError: TroubleCode.UNKNOWN_HOST,
    aiohttp.ServerTimeoutError: TroubleCode.SILENT,
    aiohttp.ClientConnectorError: TroubleCode.NO_CONNECTION,
    aiohttp.ServerDisconnectedError: TroubleCode.BROKEN_OFF,
    aiohttp.ClientPayloadError: TroubleCode.BROKEN_OFF,
    aiohttp.ClientOSError: TroubleCode.BROKEN_OFF,
    aiohttp.ClientError: TroubleCode.NO_WEB_SERVER,
    OSError: TroubleCode.NO_CONNECTION,
}
"""The first that fits counts: what is more exact stands before what it is a kind of."""


def trouble(error: Exception, url: str) -> WebTrouble:
    """Return what a failed request means; what is none of the network's errors is taken for a wrong address."""
    code = next((code for kind, code in _MEANINGS.items() if isinstance(error, kind)), None)
    if code is None or isinstance(error, aiohttp.InvalidURL):
        return WebTrouble(TroubleCode.NOT_AN_ADDRESS, url=url)
    return WebTrouble(code, host=host_of(url))


def host_of(url: str) -> str:
    """Return the host of an address, or the beginning of what is none.

    >>> host_of("https://jobs.example/x"), host_of("nonsense")
    ('jobs.example', 'nonsense')
    """
    try:
        return urlsplit(url).hostname or url[:100]
    except ValueError:
        return url[:100]
