"""Personio's XML: <workzag-jobs> with one <position> each.

Fields: https://developer.personio.de/docs/retrieving-open-job-positions.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit
from xml.etree.ElementTree import Element

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.reasons import FeedError, FeedReasonCode
from openings.feeds.xml_tree import read_xml, text_of, texts_of


def parse(document: FeedDocument) -> Parsed:
    """Return the feed's openings; raise FeedError for what is no such XML.

    The language stands in the address (`?language=en`), and an opening's page below the feed's own host.
    """
    root = read_xml(document.text)
    if root.tag != "workzag-jobs":
        raise FeedError(FeedReasonCode.XML_ROOT, format="Personio", found=root.tag, expected="workzag-jobs")
    address = urlsplit(document.url or "")
    language = next(iter(parse_qs(address.query).get("language", [])), None)
    site = f"{address.scheme}://{address.netloc}" if address.netloc else None
    return Parsed(tuple(_draft(position, language, site) for position in root.iter("position")))


def _draft(position: Element, language: str | None, site: str | None) -> OpeningDraft:
    id_ = text_of(position, "id")
    page = f"{site}/job/{id_}" if site else None
    seniority = text_of(position, "seniority")
    return OpeningDraft(
        external_id=id_,
        title=text_of(position, "name"),
        description="\n".join(_descriptions(position)),
        language=language,
        locations=tuple(_offices(position)),
        employment=(text_of(position, "employmentType"), text_of(position, "schedule")),
        level=(seniority, text_of(position, "employmentType")),
        department=text_of(position, "department"),
        url=page,
        apply_url=f"{page}#apply" if page else None,
        posted=text_of(position, "createdAt"),
    )


def _offices(position: Element) -> Iterator[str]:
    yield from texts_of(position, "office")
    for more in position.iter("additionalOffices"):
        yield from texts_of(more, "office")


def _descriptions(position: Element) -> Iterator[str]:
    for part in position.iter("jobDescription"):
        name = text_of(part, "name")
        yield f"<h3>{html.escape(name)}</h3>{text_of(part, 'value')}"
