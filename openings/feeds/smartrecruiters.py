"""SmartRecruiters' posting API: `/v1/companies/{company}/postings`, a page of summaries and one address for each text.

Fields: https://developers.smartrecruiters.com/docs/posting-api.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.json_tree import number, objects, read_json, within, words
from openings.feeds.reasons import FeedError, FeedReasonCode
from storage.openings.openings import Place


def parse(document: FeedDocument) -> Parsed:
    """Return an opening that is there in full, or of a page of summaries where each text and the next page stand.

    A summary without an address (in a file) counts as it is. Raise FeedError for what is no such JSON.
    """
    page = read_json(document.text)
    if within(page, "jobAd") is not None:
        return Parsed((_draft(page),))
    if not isinstance(within(page, "content"), list):
        raise FeedError(FeedReasonCode.JSON_WITHOUT_LIST, format="SmartRecruiters", key="content")
    postings = objects(page["content"])
    whole = [_draft(posting) for posting in postings if posting.get("jobAd") or not words(posting.get("ref"))]
    more = [ref for posting in postings if not posting.get("jobAd") for ref in words(posting.get("ref"))]
    return Parsed(tuple(whole), (*more, *_next_page(page, document.url)))


def _draft(posting: dict[str, Any]) -> OpeningDraft:
    at = posting.get("location")
    page = posting.get("postingUrl")
    return OpeningDraft(
        external_id=posting.get("id") or posting.get("uuid"),
        title=posting.get("name"),
        description="\n".join(_sections(within(posting, "jobAd", "sections"))),
        language=within(posting, "language", "code"),
        places=(_place(at),),
        work_mode=tuple(name for name in ("hybrid", "remote") if within(at, name) is True),
        employment=words(within(posting, "typeOfEmployment", "label"), within(posting, "typeOfEmployment", "id")),
        level=words(within(posting, "experienceLevel", "id"), within(posting, "experienceLevel", "label")),
        department=within(posting, "department", "label") or within(posting, "function", "label"),
        url=page,
        apply_url=posting.get("applyUrl"),
        posted=posting.get("releasedDate"),
    )


def _place(at: Any) -> Place:
    city, region, country = (next(iter(words(within(at, key))), None) for key in ("city", "region", "country"))
    return Place(city, region, country, number(within(at, "latitude")), number(within(at, "longitude")))


def _sections(sections: Any) -> Iterator[str]:
    for key in ("jobDescription", "qualifications", "additionalInformation", "companyDescription"):
        for text in words(within(sections, key, "text")):
            title = next(iter(words(within(sections, key, "title"))), "")
            yield f"<h3>{html.escape(title)}</h3>{text}"


def _next_page(page: Any, url: str | None) -> Iterator[str]:
    offset, limit, total = (number(within(page, key)) for key in ("offset", "limit", "totalFound"))
    if url is None or offset is None or not limit or total is None or offset + limit >= total:
        return
    address = urlsplit(url)
    query = {**dict(parse_qsl(address.query)), "limit": str(int(limit)), "offset": str(int(offset + limit))}
    yield urlunsplit(address._replace(query=urlencode(query)))
