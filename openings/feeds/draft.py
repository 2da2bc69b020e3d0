"""What a format reads out of a feed, before it is tidied: one shape for all formats."""

from __future__ import annotations

from dataclasses import dataclass

from openings.feeds.reasons import FeedReason
from storage.openings.openings import Contact, Place, Salary


@dataclass(frozen=True, slots=True)
class OpeningDraft:
    """One opening as a feed words it; texts may hold HTML, dates and words are as they came.

    `places` have fields of their own in the feed, `locations` are free text ("Berlin or remote"). `work_mode`,
    `employment` and `level` are the feed's words for them, `months` is the experience asked for. Whatever stands here
    is untrusted.
    """

    external_id: object
    title: object
    description: str = ""
    language: object = None
    places: tuple[Place, ...] = ()
    locations: tuple[str, ...] = ()
    work_mode: tuple[object, ...] = ()
    employment: tuple[object, ...] = ()
    level: tuple[object, ...] = ()
    months: float | None = None
    department: object = None
    salary: Salary | None = None
    contact: Contact | None = None
    url: object = None
    apply_url: object = None
    posted: object = None
    valid_through: object = None


@dataclass(frozen=True, slots=True)
class FeedDocument:
    """A text of a feed and the address it came from (None for a file)."""

    text: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """What one document held: drafts, the addresses of further documents of the same feed, and what was left out."""

    drafts: tuple[OpeningDraft, ...] = ()
    more: tuple[str, ...] = ()
    notes: tuple[FeedReason, ...] = ()
