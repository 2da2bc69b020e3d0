"""Mails in four languages: readable as text, complete, nothing remote in them, no header that somebody else wrote."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest

from bot.subscriptions.letters import OpeningsLetter
from openings.links import WayToApply
from storage.companies.companies import Company
from storage.openings.openings import Opening, OpeningContent
from storage.outbox.outbox import Entry, Kind
from storage.subscriptions.subscriptions import Subscription
from tests.clock import START
from tests.subscribing import ANNA, NURSES, letters, nurse, text_of

LANGUAGES = ("de", "en", "fr", "zh")
TOKEN = "t" * 43
EVIL = "Nurse\r\nBcc: all@example.org\r\n\r\n<script>alert(1)</script>"
ENCODED = "Nurse =?utf-8?q?x=0d=0aBcc:_all=40example.org=0d=0a=0d=0a=3Cscript=3E?= =?utf-8?b?DQpCY2M6IGE=?="


def written(
    kind: Kind = "openings",
    language: str = "en",
    *contents: OpeningContent,
    more: int = 0,
    public_url: str = "https://chat.example",
    email: str = ANNA,
    reference: str = "",
    **profile: Any,
) -> EmailMessage:
    """Return a mail as its receiver has it."""
    given = {"name": "Acme", "careers_url": "https://acme.example/jobs", "contact_email": "jobs@acme.example"} | profile
    company = Company(
        1, "acme", languages=("en",), countries=(), default_language="en", helpline={}, answer_time={},
        dataset_revision=0, dataset_changed=None, **given,
    )  # fmt: skip
    seen = Subscription(
        1, 1, None, email, language, NURSES, "daily", "active", START, START, None, START, 0
    )  # fmt: skip
    openings = tuple(Opening(number, 1, "open", content, START, START, None) for number, content in enumerate(contents))
    mail = Entry(1, 1, kind, "k" * 32, None, None, 1, None, None, "waiting", 0, START, None, None, START)
    letter = OpeningsLetter(
        mail, seen, company, TOKEN, openings, tuple(range(len(openings) + more)), WayToApply(reference)
    )
    content = letters(public_url).write(letter, START).as_bytes()
    if kind == "openings":  # mail programs take this header as it stands
        assert f"\nList-Unsubscribe: <{public_url}/subscriptions/{TOKEN}/end>\n".encode() in content
    received = message_from_bytes(content, policy=policy.default)
    assert isinstance(received, EmailMessage)
    return received


def html_of(mail: EmailMessage) -> str:
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


@pytest.mark.parametrize("language", LANGUAGES)
def test_openings_with_why_and_the_ways_out(language: str) -> None:
    mail = written("openings", language, nurse(1), nurse(2), more=3)
    for body in (text_of(mail), html_of(mail)):
        for said in ("Acme", "Nurse 1", "https://jobs.example/n2", "Hamb", "2026", "jobs@acme.example", "3"):
            assert said in body
        assert f"https://chat.example/subscriptions/{TOKEN}/end" in body
        assert re.search(rf"/subscriptions/{TOKEN}(?!/)", body)
    assert "5" in mail["Subject"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["confirmation", "access"])
def test_a_link_that_was_asked_for(kind: Kind, language: str) -> None:
    mail = written(kind, language)
    for body in (text_of(mail), html_of(mail)):
        assert f"https://chat.example/subscriptions/{TOKEN}" in body
        assert "Acme" in body
    assert mail["List-Unsubscribe"] is None
    assert "Acme" in mail["Subject"]


@pytest.mark.parametrize("host", ["chat.example", f"{'long-name.' * 12}example"])
def test_a_mail_program_can_end_it_with_one_click(host: str) -> None:
    raw = written("openings", "en", nurse(1), public_url=f"https://{host}/careers")
    assert raw["List-Unsubscribe"] == f"<https://{host}/careers/subscriptions/{TOKEN}/end>"
    assert raw["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_the_headers_name_the_company_and_answers_reach_it() -> None:
    mail = written("openings", "en", nurse(1), name="Müller, Söhne & Co", email="jörg@example.org")
    assert mail["From"].addresses[0].display_name == "Müller, Söhne & Co"
    assert mail["From"].addresses[0].addr_spec == "alerts@chat.example"
    assert mail["Reply-To"].addresses[0].addr_spec == "jobs@acme.example"
    assert mail["To"].addresses[0].addr_spec == "jörg@example.org"
    assert mail["Message-ID"] == f"<{'k' * 32}@chat.example>"


@pytest.mark.parametrize("contact", ["", "see our website", "a@b\r\nBcc: c@d.org"])
def test_without_a_usable_contact_answers_go_to_the_sender(contact: str) -> None:
    mail = written("openings", "en", nurse(1), contact_email=contact)
    assert mail["Reply-To"] is None
    assert mail["Bcc"] is None


@pytest.mark.parametrize("evil", [EVIL, ENCODED, ENCODED.replace("=?", "=\x00?"), f"ü {ENCODED}", ENCODED * 3])
def test_nobody_writes_headers_or_markup_into_a_mail(evil: str) -> None:
    mail = written("openings", "en", nurse(1, title=evil), name=f"Acme {evil}")
    assert {"Subject", "From", "To", "Reply-To", "Date", "Message-ID", "List-Unsubscribe"} <= set(mail.keys())
    assert mail["Bcc"] is None
    assert len(mail.keys()) == len(set(mail.keys()))
    assert "<script>" not in html_of(mail)
    assert "\nBcc:" not in text_of(mail)


@pytest.mark.parametrize("link", ["javascript:alert(1)", "ftp://a.example", "https://", "https://a.example/\n x", "x"])
def test_a_link_that_is_no_web_page_leads_to_the_careers_page(link: str) -> None:
    mail = written("openings", "en", nurse(1, url=link, apply_url=None))
    assert f'href="{link}"' not in html_of(mail)
    assert 'href="https://acme.example/jobs"' in html_of(mail)


def test_nothing_in_it_reports_back_or_is_fetched() -> None:
    for kind in ("openings", "confirmation"):
        html = html_of(written(kind, "en", *([nurse(1)] if kind == "openings" else [])))
        assert not re.search(r"<(img|link|script|iframe|style|form|object)\b|url\(|@import|src=", html)


def test_a_title_without_end_fits_the_subject() -> None:
    mail = written("openings", "en", nurse(1, title="Nurse " * 100))
    assert len(mail["Subject"]) < 200
    assert mail["Subject"].endswith("…")


def test_links_to_openings_say_where_the_candidate_came_from() -> None:
    only_to_apply = nurse(2, url=None, apply_url="https://ats.example/2?lang=en#form")
    mail = written("openings", "en", nurse(1), only_to_apply, reference="ref=candor")
    for link in ("https://jobs.example/n1?ref=candor", "https://ats.example/2?lang=en&ref=candor#form"):
        assert link in text_of(mail)
        assert link.replace("&", "&amp;") in html_of(mail)
    assert "https://acme.example/jobs?ref" not in text_of(mail)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_mail_leads_to_the_form_for_another_alert(language: str) -> None:
    mail = written("openings", language, nurse(1))
    assert f"https://chat.example/subscribe/acme?lang={language}" in text_of(mail)
    assert f'href="https://chat.example/subscribe/acme?lang={language}"' in html_of(mail)


def test_labels_end_as_the_language_wants_it() -> None:
    assert "全部在招职位：https://acme.example/jobs" in text_of(written("openings", "zh", nurse(1)))
    assert "Tous les postes à pourvoir\u00a0: https://" in text_of(written("openings", "fr", nurse(1)))
