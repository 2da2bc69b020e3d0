"""schema.org JobPosting: JSON-LD in a page, a list in a JSON file, or a sitemap of pages.

Fields: https://schema.org/JobPosting and https://developers.google.com/search/docs/appearance/structured-data/job-posting.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.json_tree import each, number, objects, read_json, within, words
from openings.feeds.money import amount, salary, salary_in_words
from openings.feeds.plain import plain_line
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from openings.feeds.xml_tree import read_xml, text_of
from storage.openings.openings import Contact, Place, Salary

_SITEMAPS: Final = ("urlset", "sitemapindex")
_DEEPEST: Final = 5
_POSTING: Final = "JobPosting"


def parse(document: FeedDocument) -> Parsed:
    """Return the postings of a page or of a JSON file, or the addresses that a sitemap names; raise FeedError."""
    text = document.text.lstrip()
    if text.startswith(("[", "{")):
        return Parsed(tuple(_drafts(read_json(text), document)))
    if any(f"<{name}" in text[:2000] for name in _SITEMAPS):
        return Parsed(more=tuple(_addresses(text)))
    return _of_page(document)


def _addresses(text: str) -> Iterator[str]:
    root = read_xml(text)
    if root.tag not in _SITEMAPS:
        raise FeedError(FeedReasonCode.XML_ROOT, format="sitemap", found=root.tag, expected=_SITEMAPS[0])
    return (address for entry in root if (address := text_of(entry, "loc")))


def _of_page(document: FeedDocument) -> Parsed:
    """A script that is no JSON is passed over as browsers do: a page may hold several."""
    drafts: list[OpeningDraft] = []
    notes: list[FeedReason] = []
    for script in LexborHTMLParser(document.text).css('script[type^="application/ld+json" i]'):
        text = script.text(deep=True).strip()
        try:
            drafts += _drafts(read_json(text), document)
        except FeedError:
            notes += [FeedReason(FeedReasonCode.SCRIPT_BROKEN, page=document.url)] if _POSTING in text else []
    return Parsed(tuple(drafts), notes=tuple(notes[:1]))


def _drafts(value: Any, document: FeedDocument) -> Iterator[OpeningDraft]:
    return (_draft(posting, document) for posting in _postings(value, _DEEPEST))


def _postings(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    """Yield the JobPostings of a value, of a list, of an @graph or of an ItemList."""
    for item in objects(value) if depth else ():
        if _POSTING in each(item.get("@type")):
            yield item
        else:
            for key in ("@graph", "itemListElement", "item", "jobs", "mainEntity"):
                yield from _postings(item.get(key), depth - 1)


def _draft(posting: dict[str, Any], document: FeedDocument) -> OpeningDraft:
    url = posting.get("url") or within(posting, "mainEntityOfPage", "@id") or document.url
    remote = each(posting.get("jobLocationType"))
    return OpeningDraft(
        external_id=_identifier(posting) or url,
        title=posting.get("title") or posting.get("name"),
        description="\n".join(words(*(posting.get(key) for key in _TEXTS))),
        language=posting.get("inLanguage"),
        places=tuple(_places(posting)),
        locations=words(posting.get("jobLocation")),
        work_mode=tuple(remote),
        employment=tuple(each(posting.get("employmentType"))),
        level=words(posting.get("experienceRequirements"), posting.get("occupationalCategory")),
        months=number(within(posting, "experienceRequirements", "monthsOfExperience")),
        department=within(posting, "hiringOrganization", "department", "name") or posting.get("industry"),
        salary=_salary(posting.get("baseSalary")),
        contact=_contact(posting.get("applicationContact")),
        url=url,
        apply_url=_target(posting.get("potentialAction")),
        posted=posting.get("datePosted"),
        valid_through=posting.get("validThrough"),
    )


_TEXTS: Final = ("description", "responsibilities", "qualifications", "jobBenefits")


def _identifier(posting: dict[str, Any]) -> object:
    given = posting.get("identifier")
    return within(given, "value") if isinstance(given, dict) else given


def _places(posting: dict[str, Any]) -> Iterator[Place]:
    for place in objects(posting.get("jobLocation")):
        address = place.get("address")
        if isinstance(address, str):
            yield Place(city=address)
        elif isinstance(address, dict):
            yield _address(address, within(place, "geo"))
    for area in objects(posting.get("applicantLocationRequirements")):
        name = plain_line(area.get("name")) or None
        yield Place(country=name) if area.get("@type") == "Country" else Place(region=name)


def _address(address: dict[str, Any], geo: Any) -> Place:
    country = address.get("addressCountry")
    return Place(
        plain_line(address.get("addressLocality")) or None,
        plain_line(address.get("addressRegion")) or None,
        plain_line(within(country, "name") if isinstance(country, dict) else country) or None,
        number(within(geo, "latitude")),
        number(within(geo, "longitude")),
    )


def _salary(given: Any) -> Salary | None:
    if not isinstance(given, dict):
        return salary_in_words(str(given)) if isinstance(given, str | int | float) else None
    value, currency = given.get("value"), given.get("currency")
    if not isinstance(value, dict):
        low, high = given.get("minValue", value), given.get("maxValue", value)
        return salary(low, high, currency, given.get("unitText"))
    only = value.get("value") if amount(value.get("value")) is not None else None
    ends = value.get("minValue", only), value.get("maxValue", only)
    return salary(*ends, currency, value.get("unitText") or given.get("unitText"))


def _contact(given: Any) -> Contact | None:
    found = next(iter(objects(given)), None)
    if found is None:
        return None
    return Contact(*(plain_line(found.get(key)) or None for key in ("name", "email", "telephone")))


def _target(action: Any) -> object:
    for each_action in objects(action):
        target = each_action.get("target") or each_action.get("url")
        return within(target, "urlTemplate") if isinstance(target, dict) else next(iter(each(target)), None)
    return None
