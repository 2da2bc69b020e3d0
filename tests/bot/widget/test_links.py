"""Addresses and numbers in what is said are links."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.bot.widget.conftest import Arrive
from tests.browsing import IN_A_BROWSER

pytestmark = IN_A_BROWSER


async def test_addresses_and_numbers_in_a_text_are_links_and_nothing_else_is(arrive: Arrive) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    text = (
        "See https://jobs.example/pay?a=1&b=2。Or mail mara.b+jobs@acme.example, "
        "call +49 (221) 123-456 or 0800 111 0 111. "
        "From 01.02.2026, 9:00-17:00, 45.000-50.000 a year; javascript:alert(1)"
    )
    visit.house.recruiter_writes(conversation, text)
    bubble = visit.bubbles().last
    await expect(bubble).to_have_text(text)
    found = await bubble.get_by_role("link").evaluate_all(
        "all => all.map((a) => [a.textContent, a.getAttribute('href')])"
    )
    assert found == [
        ["https://jobs.example/pay?a=1&b=2", "https://jobs.example/pay?a=1&b=2"],
        ["mara.b+jobs@acme.example", "mailto:mara.b+jobs@acme.example"],
        ["+49 (221) 123-456", "tel:+49221123456"],
        ["0800 111 0 111", "tel:08001110111"],
    ]
    await expect(bubble.get_by_role("link").first).to_have_attribute("rel", "noopener noreferrer")


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("https://www.müller-karriere.example/jobs/hütte", ["https://www.müller-karriere.example/jobs/hütte"]),
        ("Siehe https://jobs.example/karriere/über-uns.", ["https://jobs.example/karriere/über-uns"]),
        (
            "(„https://jobs.example/é“), https://jobs.example/ä_(ö)",
            ["https://jobs.example/é", "https://jobs.example/ä_(ö)"],
        ),
        ("请访问https://jobs.example/pay查看，谢谢", ["https://jobs.example/pay"]),
        ("https://www.例子.example/pay", []),
        (
            "https://a.example/jobs?f[city]=Kassel&p=2, https://a.example/?f[]",
            ["https://a.example/jobs?f[city]=Kassel&p=2", "https://a.example/?f[]"],
        ),
        (
            "https://a.example/l'offre-42 'https://a.example/x'.",
            ["https://a.example/l'offre-42", "https://a.example/x"],
        ),
        ("https://a.example/{id}/x or https://a.example/{id}.", ["https://a.example/{id}/x", "https://a.example/{id}"]),
        (
            "[https://a.example/x] {https://a.example/f[y]z} (https://a.example/{id})",
            ["https://a.example/x", "https://a.example/f[y]z", "https://a.example/{id}"],
        ),
        ("[jobs](https://a.example/x), <https://a.example/y>", ["https://a.example/x", "https://a.example/y"]),
        ("käthe.müller@hütte.example.", ["mailto:käthe.müller@hütte.example"]),
    ],
)
async def test_an_address_leads_where_it_says(arrive: Arrive, text: str, links: list[str]) -> None:
    visit = await arrive()
    conversation = await visit.begin()
    visit.house.recruiter_writes(conversation, text)
    bubble = visit.bubbles().last
    await expect(bubble).to_have_text(text)
    assert await bubble.get_by_role("link").evaluate_all("all => all.map((a) => a.getAttribute('href'))") == links
