"""Telling a web page from a feed: sites answer with one where a feed is gone or a login is asked for."""

from __future__ import annotations

from openings.feeds.reasons import FeedError, FeedReasonCode

_LOOKED_AT = 1000


def is_web_page(text: str) -> bool:
    """Tell whether a text is HTML.

    >>> is_web_page("<!DOCTYPE html><title>Log in</title>"), is_web_page("<source><job/></source>")
    (True, False)
    """
    begin = text[:_LOOKED_AT].lstrip().lower()
    return begin.startswith(("<!doctype html", "<html")) or (begin.startswith("<") and "<html" in begin)


def refuse_no_feed(text: str) -> None:
    """Raise FeedError for a web page, and for nothing at all."""
    if not text.strip():
        raise FeedError(FeedReasonCode.EMPTY)
    if is_web_page(text):
        raise FeedError(FeedReasonCode.WEB_PAGE)
