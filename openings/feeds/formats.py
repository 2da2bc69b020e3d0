"""The formats there are, by name, and which of them a text is in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from openings.feeds import greenhouse, indeed, lever, personio, schema_org, smartrecruiters, table
from openings.feeds.draft import FeedDocument, Parsed
from openings.feeds.json_tree import each, read_json, within
from openings.feeds.reasons import FeedError, FeedReasonCode

FORMATS: Final[Mapping[str, Callable[[FeedDocument], Parsed]]] = {
    "schema.org": schema_org.parse,
    "indeed": indeed.parse,
    "personio": personio.parse,
    "greenhouse": greenhouse.parse,
    "lever": lever.parse,
    "smartrecruiters": smartrecruiters.parse,
    "csv": table.parse,
}


def parse(format: str, document: FeedDocument) -> Parsed:
    """Return what the document holds; raise FeedError when it is not in this format."""
    return FORMATS[format](document)


def recognised(text: str) -> str:
    """Return the name of the format that a text is in; raise FeedError, naming the formats, when it is in none."""
    text = text.lstrip()
    if text.startswith("<"):
        return _of_markup(text[:5000])
    if text.startswith(("[", "{")):
        return _of_json(read_json(text))
    first = text.partition("\n")[0].lower()
    if any(mark in first for mark in ",;\t"):
        return "csv"
    raise FeedError(FeedReasonCode.UNKNOWN_FORMAT, formats=", ".join(FORMATS))


def _of_markup(text: str) -> str:
    if "<workzag-jobs" in text:
        return "personio"
    return "indeed" if "<source" in text and "<html" not in text.lower() else "schema.org"


def _of_json(value: object) -> str:
    first = next(iter(each(value)), None)
    if isinstance(within(value, "jobs"), list) and within(value, "@type") is None:
        return "greenhouse"
    if isinstance(within(value, "content"), list) or within(value, "jobAd") is not None:
        return "smartrecruiters"
    return "lever" if within(first, "categories") is not None or within(first, "hostedUrl") else "schema.org"
