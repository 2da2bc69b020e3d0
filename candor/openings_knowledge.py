"""Reading openings with all that this house knows: its places, professions and languages."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from candor.house import atlas, entity_finder, language_detector
from candor.starter_models import general_languages
from openings.feeds import formats
from openings.feeds.completion import Knowledge
from openings.feeds.decoding import decode
from openings.feeds.draft import FeedDocument
from openings.feeds.reading import FeedContent, read
from openings.feeds.reasons import FeedError, FeedReason, FeedReasonCode
from storage.companies.companies import Company


def knowledge(company: Company) -> Knowledge:
    """Return what is known when this company's openings are read; the first call takes a few seconds."""
    detector, finder, languages = language_detector(), entity_finder(), general_languages()

    def language_of(text: str) -> str:
        return detector.detect(text, languages, default=company.default_language)

    def professions_in(title: str, language: str) -> tuple[str, ...]:
        return finder.named_in(title, language)

    return Knowledge(atlas(), company.countries, language_of, professions_in)


def read_file(path: Path, format: str | None, company: Company, today: date) -> FeedContent:
    """Return what a file offers in a format, or in the one it is recognised to be in; raise FeedError."""
    text, note = decode(path.read_bytes())
    parsed = formats.parse(format or formats.recognised(text), FeedDocument(text))
    if parsed.more and not parsed.drafts:
        raise FeedError(FeedReasonCode.ONLY_ADDRESSES)
    notes = [*([note] if note else []), *parsed.notes]
    if parsed.more:
        notes.append(FeedReason(FeedReasonCode.PAGES_IN_FILE, {"n": len(parsed.more)}))
    return read(parsed.drafts, knowledge(company), today, notes)
