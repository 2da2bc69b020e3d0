"""Indeed's XML: <source> with one <job> each. Fields: https://docs.indeed.com/indeed-apply/xml-feed."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from openings.feeds.draft import FeedDocument, OpeningDraft, Parsed
from openings.feeds.money import salary_in_words
from openings.feeds.reasons import FeedError, FeedReasonCode
from openings.feeds.xml_tree import read_xml, text_of
from storage.openings.openings import Contact, Place


def parse(document: FeedDocument) -> Parsed:
    """Return the feed's openings; raise FeedError for what is no such XML."""
    root = read_xml(document.text)
    if root.tag.lower() not in ("source", "jobs"):
        raise FeedError(FeedReasonCode.XML_ROOT, format="Indeed", found=root.tag, expected="source")
    return Parsed(tuple(_draft(job) for job in _jobs(root)))


def _jobs(root: Element) -> Iterator[Element]:
    return (element for element in root.iter() if element.tag.lower() == "job")


def _draft(job: Element) -> OpeningDraft:
    return OpeningDraft(
        external_id=text_of(job, "referencenumber") or text_of(job, "requisitionid") or text_of(job, "url"),
        title=text_of(job, "title"),
        description=text_of(job, "description"),
        language=text_of(job, "language"),
        places=(Place(text_of(job, "city"), text_of(job, "state"), text_of(job, "country")),),
        work_mode=(text_of(job, "remotetype"),),
        employment=(text_of(job, "jobtype"),),
        level=(text_of(job, "experience"),),
        department=text_of(job, "department") or text_of(job, "category"),
        salary=salary_in_words(text_of(job, "salary")),
        contact=_contact(job),
        url=text_of(job, "url"),
        apply_url=text_of(job, "applyurl"),
        posted=text_of(job, "date"),
        valid_through=text_of(job, "expirationdate"),
    )


def _contact(job: Element) -> Contact | None:
    found = [text_of(job, name) or None for name in ("contact", "email", "phone")]
    return Contact(*found) if any(found) else None
