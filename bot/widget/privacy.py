"""What candidates are told about privacy before they write, and the page behind it where a company has none."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import quote

from aiohttp import web

from bot.subscriptions.rendering import Pages
from storage.companies.companies import Company
from texts import Texts

TEMPLATES: Final = Path(__file__).parent / "templates"
SECTIONS: Final = ("kept", "device", "who", "erase")
_PAGE: Final = "page.privacy."


@dataclass(frozen=True, slots=True)
class PrivacyNotice:
    """Where the link of the note in the chat leads, and the version of both."""

    url: str
    version: str


def notice(texts: Texts, company: Company, language: str) -> PrivacyNotice:
    """Return what is shown before the first message; whenever any of its words changes, so does the version.

    The company's own name for the version of its page comes first: what stands there is not for us to know.
    """
    text = texts.get(language, "widget.panel.privacy_note", company=company.name)
    behind = company.privacy_url or "\n".join(sorted(page_texts(texts, company, language).values()))
    mark = f"{language}.{hashlib.sha256('|'.join((text, behind)).encode()).hexdigest()[:10]}"
    url = company.privacy_url or f"/widget/{quote(company.key, safe='')}/privacy?lang={language}"
    return PrivacyNotice(url, f"{company.privacy_version}/{mark}" if company.privacy_version else mark)


def page_texts(texts: Texts, company: Company, language: str) -> dict[str, str]:
    """Return what stands on the page, by key; `own` is what the company says itself, "" for nothing."""
    known = {"{company}": company.name, "{email}": company.contact_email}
    said = texts.part(language, _PAGE)
    for placeholder, value in known.items():
        said = {key: text.replace(placeholder, value) for key, text in said.items()}
    own = company.own.get("privacy_text", {}).get(language, "")
    return {key.removeprefix(_PAGE): text for key, text in said.items()} | {"own": own}


def page(texts: Texts, company: Company, language: str) -> web.Response:
    """Return the page that says how the chat uses data."""
    said, version = page_texts(texts, company, language), notice(texts, company, language).version
    pages = Pages(texts, "privacy", TEMPLATES)
    return pages.page("privacy", "title", language, company, said=said, sections=SECTIONS, version=version)
