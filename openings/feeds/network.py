"""What an answer means that holds no feed, and what kept from one."""

from __future__ import annotations

from typing import Final

from network.troubles import WebTrouble
from openings.feeds.reasons import FeedError, FeedReasonCode

_NO_ENTRY: Final = frozenset({401, 402, 403, 407, 451})


def of_feed(error: WebTrouble) -> FeedError:
    """Return what is told of a feed whose address leads nowhere: the codes are the same.

    >>> from network.troubles import TroubleCode
    >>> str(of_feed(WebTrouble(TroubleCode.PRIVATE_ADDRESS, host="intranet")))
    'private_address host=intranet'
    """
    return FeedError(FeedReasonCode(error.code), None, **error.params)


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
