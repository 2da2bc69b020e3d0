"""What went wrong on the way to a server, told apart as a person would mend it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import aiohttp

from openings.feeds.reasons import FeedError, FeedReasonCode

_MEANINGS: Final[Mapping[type[Exception], FeedReasonCode]] = {
    aiohttp.ClientSSLError: FeedReasonCode.NOT_SECURE,
    aiohttp.ClientConnectorDNSError: FeedReasonCode.UNKNOWN_HOST,
    aiohttp.ServerTimeoutError: FeedReasonCode.SILENT,
    aiohttp.ClientConnectorError: FeedReasonCode.NO_CONNECTION,
    aiohttp.ServerDisconnectedError: FeedReasonCode.BROKEN_OFF,
    aiohttp.ClientPayloadError: FeedReasonCode.BROKEN_OFF,
    aiohttp.ClientOSError: FeedReasonCode.BROKEN_OFF,
    aiohttp.ClientError: FeedReasonCode.NO_WEB_SERVER,
    OSError: FeedReasonCode.NO_CONNECTION,
}
"""The first that fits counts: what is more exact stands before what it is a kind of."""

_NO_ENTRY: Final = frozenset({401, 402, 403, 407, 451})


def trouble(error: Exception, url: str, host: str) -> FeedError:
    """Return what a failed request means; what is none of the network's errors is taken for a wrong address."""
    if isinstance(error, aiohttp.InvalidURL):
        return FeedError(FeedReasonCode.NOT_AN_ADDRESS, url=url)
    code = next((code for kind, code in _MEANINGS.items() if isinstance(error, kind)), None)
    return FeedError(FeedReasonCode.NOT_AN_ADDRESS, url=url) if code is None else FeedError(code, host=host)


def unwelcome(status: int, host: str) -> FeedError:
    """Return what an answer means that holds no feed.

    >>> str(unwelcome(403, "jobs.example")), str(unwelcome(429, "jobs.example"))
    ('no_entry host=jobs.example status=403', 'asked_too_often host=jobs.example')
    """
    if status == 429:
        return FeedError(FeedReasonCode.ASKED_TOO_OFTEN, host=host)
    code = (
        FeedReasonCode.NO_ENTRY
        if status in _NO_ENTRY
        else FeedReasonCode.SERVER_TROUBLE
        if status >= 500
        else FeedReasonCode.OTHER_ANSWER
    )
    return FeedError(code, host=host, status=status)
