"""What stands before the first message: the notice, its version, and the page behind it."""

from __future__ import annotations

from dataclasses import replace

from bot.texts import load_texts
from bot.widget.privacy import notice
from tests.bot.web.conftest import Client
from tests.bot.web.fakes import company

DEMO = company(1, "demo", "Demo & Sons")


def test_the_version_changes_with_the_words_and_the_address_and_with_nothing_else() -> None:
    texts = load_texts()
    its = notice(texts, DEMO, "en")
    assert its == notice(texts, replace(DEMO, edition=9), "en")
    assert its.url == "/widget/demo/privacy?lang=en"
    others = (
        notice(texts, DEMO, "de"),
        notice(texts, replace(DEMO, contact_email="new@example.org"), "en"),
        notice(texts, replace(DEMO, privacy_url="https://demo.example/privacy"), "en"),
        notice(texts, replace(DEMO, own={"privacy_text": {"en": "Ask Anna."}}), "en"),
    )
    assert len({its.version, *(each.version for each in others)}) == 5
    assert notice(texts, replace(DEMO, own={"privacy_text": {"de": "Anna."}, "threshold": 0.9}), "en") == its


def test_the_company_names_the_version_of_its_own_page() -> None:
    its = notice(
        load_texts(), replace(DEMO, privacy_url="https://demo.example/privacy", privacy_version="2026-03"), "en"
    )
    assert its.url == "https://demo.example/privacy"
    assert its.version.startswith("2026-03/en.")
    assert len(its.version) <= 64


async def test_the_page_says_who_keeps_what_in_each_language(client: Client) -> None:
    for language, said in (("en", "How your data is used"), ("zh", "如何使用您的数据")):
        response = await client.get(f"/widget/demo/privacy?lang={language}")
        page = await response.text()
        assert response.status == 200
        assert said in page
        assert "Demo Company" in page
        assert "hr@example.org" in page
        assert "{" not in page
        assert notice(load_texts(), company(1, "demo", "Demo Company"), language).version in page
    assert (await client.get("/widget/nobody/privacy")).status == 404
