"""Lever's postings API: `/v0/postings/{site}?mode=json`. Fields: https://github.com/lever/postings-api."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.json_tree import objects, read_json, within, words
from openings.feeds.money import salary
from openings.feeds.reasons import FeedError, FeedReasonCode
from storage.openings.openings import Place, Salary


def parse(document: FeedDocument) -> Parsed:
    """Return the site's openings; raise FeedError for what is no such JSON."""
    postings = read_json(document.text)
    if not isinstance(postings, list):
        raise FeedError(FeedReasonCode.JSON_NO_LIST, format="Lever")
    return Parsed(tuple(_draft(posting) for posting in objects(postings)))


def _draft(posting: dict[str, Any]) -> OpeningDraft:
    named = posting.get("categories")
    locations = words(within(named, "allLocations")) or words(within(named, "location"))
    country = words(posting.get("country"))
    return OpeningDraft(
        external_id=posting.get("id"),
        title=posting.get("text"),
        description="\n".join(_texts(posting)),
        places=(Place(country=country[0]),) if country and not locations else (),
        locations=locations,
        work_mode=words(posting.get("workplaceType")) + locations,
        employment=words(within(named, "commitment")),
        level=words(within(named, "level")),
        department=within(named, "department") or within(named, "team"),
        salary=_salary(posting.get("salaryRange")),
        url=posting.get("hostedUrl"),
        apply_url=posting.get("applyUrl"),
        posted=posting.get("createdAt"),
    )


def _texts(posting: dict[str, Any]) -> Iterator[str]:
    yield from words(posting.get("description") or posting.get("descriptionPlain"))
    for part in objects(posting.get("lists")):
        for heading, content in zip(words(part.get("text")), words(part.get("content")), strict=False):
            yield f"<h3>{html.escape(heading)}</h3><ul>{content}</ul>"
    yield from words(posting.get("additional") or posting.get("additionalPlain"))


def _salary(pay: Any) -> Salary | None:
    return salary(within(pay, "min"), within(pay, "max"), within(pay, "currency"), within(pay, "interval"))
