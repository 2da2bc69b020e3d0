"""From a draft to an opening: texts made plain, places found on the map, language and professions recognised."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from nlu.entities.atlas import Atlas
from openings.feeds.dates import day
from openings.feeds.draft import OpeningDraft
from openings.feeds.locations import country_code, places_in
from openings.feeds.plain import http_link, plain_line, plain_text
from openings.feeds.reasons import FeedReason, FeedReasonCode
from openings.feeds.vocabulary import employment_types, level, work_mode
from openings.located import located
from storage.openings.opening_kinds import OF_KINDS, EmploymentType, WorkMode
from storage.openings.openings import Contact, OpeningContent, Place

MOST_PLACES: Final = 100
_LONGEST_ID: Final = 500
_LONGEST_NAME: Final = 120
_LONGEST_LOCATION: Final = 2000
_CODE: Final = re.compile(r"([a-z]{2})(?:[-_][A-Za-z]{2,4})*$")
_EMAIL: Final = re.compile(r"[^\s@<>,;]{1,64}@[^\s@<>,;]{1,190}\.[^\s@<>,;.]{2,63}")
_PHONE: Final = re.compile(r"[+(]?\d[\d\s()/.–-]{4,30}\d")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a feed does not say and the house knows; `countries` are those of the company, meant first.

    `language_of` tells a text's language, `professions_in` the ids of the professions that a title names.
    """

    atlas: Atlas
    countries: tuple[str, ...]
    language_of: Callable[[str], str]
    professions_in: Callable[[str, str], tuple[str, ...]]


class Unusable(ValueError):
    """A draft lacks what an opening must have; `code` says what."""

    def __init__(self, code: FeedReasonCode) -> None:
        super().__init__(code)
        self.code = code


def complete(draft: OpeningDraft, known: Knowledge) -> tuple[OpeningContent, FeedReason | None]:
    """Return the opening and a note when something of it had to be left out; raise Unusable."""
    external_id, title = plain_line(draft.external_id, _LONGEST_ID), plain_line(draft.title)
    if not external_id or not title:
        raise Unusable(FeedReasonCode.NO_ID if not external_id else FeedReasonCode.NO_TITLE)
    description = plain_text(draft.description)
    language = _language(draft.language) or known.language_of(f"{title}\n{description}")
    everywhere, trades = _places(draft, known), known.professions_in(title, language)
    content = OpeningContent(
        external_id=external_id,
        title=title,
        description=description,
        language=language,
        places=located(everywhere[:MOST_PLACES], known.atlas, known.countries, language=language),
        work_mode=_mode(draft, title),
        employment_types=_types(draft, title, trades, language),
        level=level(filter(None, draft.level), title, draft.months),
        department=plain_line(draft.department, _LONGEST_NAME) or None,
        salary=draft.salary,
        contact=_contact(draft.contact),
        url=http_link(draft.url),
        apply_url=http_link(draft.apply_url),
        posted=day(draft.posted),
        valid_through=day(draft.valid_through),
        professions=trades,
    )
    return content, _note(len(everywhere), draft, content)


def _places(draft: OpeningDraft, known: Knowledge) -> tuple[Place, ...]:
    found: dict[Place, None] = {}
    for place in draft.places:
        found.update(dict.fromkeys(_tidied(place, known.atlas)))
    for text in draft.locations:
        found.update(dict.fromkeys(places_in(plain_text(text, _LONGEST_LOCATION), known.atlas)))
    return tuple(found)


def _tidied(place: Place, atlas: Atlas) -> Sequence[Place]:
    """A field for the city may hold several, or none at all ("Remote")."""
    country = country_code(place.country, atlas)
    region = plain_line(place.region, _LONGEST_NAME) or None
    cities = places_in(plain_line(place.city, _LONGEST_LOCATION), atlas) if place.city else ()
    if not cities:
        bare = Place(None, region, country)
        return [bare] if region or country else []
    at = (_degrees(place.latitude, 90), _degrees(place.longitude, 180)) if len(cities) == 1 else (None, None)
    return [
        replace(c, region=region or c.region, country=country or c.country, latitude=at[0], longitude=at[1])
        for c in cities
    ]


def _degrees(value: float | None, most: int) -> float | None:
    return value if value is not None and -most <= value <= most and value != 0 else None


def _types(draft: OpeningDraft, title: str, trades: Sequence[str], language: str) -> tuple[EmploymentType, ...]:
    """The kinds of employment that the feed names, or else the title; and what the title is before all.

    A "Lehrling Mechatronik" is an apprentice though the feed says "permanent, full-time" of every opening. In English
    the word that says so comes last, elsewhere first: the others look after apprentices.
    """
    said = employment_types(filter(None, draft.employment), title)
    head = trades[-1:] if language == "en" else trades[:1]
    return (*said, *(OF_KINDS[trade] for trade in head if trade in OF_KINDS and OF_KINDS[trade] not in said))


def _mode(draft: OpeningDraft, title: str) -> WorkMode | None:
    said = [*filter(None, draft.work_mode), *draft.locations, *(p.city for p in draft.places if p.city)]
    return work_mode(said) or work_mode([title])


def _language(said: object) -> str | None:
    found = _CODE.match(said.strip()) if isinstance(said, str) else None
    return found[1] if found else None


def _contact(given: Contact | None) -> Contact | None:
    if given is None:
        return None
    email, phone = _EMAIL.fullmatch(plain_line(given.email)), _PHONE.fullmatch(plain_line(given.phone))
    name = plain_line(given.name, _LONGEST_NAME) or None
    found = Contact(name, email[0] if email else None, phone[0] if phone else None)
    return found if found != Contact() else None


def _note(places: int, draft: OpeningDraft, content: OpeningContent) -> FeedReason | None:
    if places > MOST_PLACES:
        return FeedReason(FeedReasonCode.PLACES, {"n": places, "most": MOST_PLACES})
    for code, given, read in (
        (FeedReasonCode.POSTED_UNCLEAR, draft.posted, content.posted),
        (FeedReasonCode.UNTIL_UNCLEAR, draft.valid_through, content.valid_through),
    ):
        if given and read is None:
            return FeedReason(code, {"date": plain_line(given, 40)})
    links = (
        (FeedReasonCode.LINK, draft.url, content.url),
        (FeedReasonCode.APPLY_LINK, draft.apply_url, content.apply_url),
    )
    return next((FeedReason(code) for code, given, kept in links if given and not kept), None)
