"""The review queue narrowed to what somebody wants to see."""

from __future__ import annotations

import re

import pytest

from admin.reviews.pages import PAGE
from nlu.understanding import Guess, Stage
from tests.admin.world import UNSURE, Visitor, World, words_of

PAY = (Guess("salary", 0.3),)


def shown(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'id="review-(\d+)"', html)]


@pytest.fixture
def asked(world: World) -> dict[str, int]:
    return {
        "dog": world.ask("May my dog come?", UNSURE, "defer"),
        "pay": world.ask("What do I earn?"),
        "money": world.ask("Money, money", PAY, "clarify"),
        "thanks": world.ask("thanks", (Guess("thanks", 0.9),), stage=Stage.GENERAL),
    }


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("outcome=defer", ["dog"]),
        ("outcome=clarify", ["money"]),
        ("category=salary", ["money", "pay"]),
        ("unsure=1", ["money", "dog"]),
        ("q=DOG", ["dog"]),
        ("q=%25", []),
        ("q=money&category=salary&outcome=clarify", ["money"]),
        ("scope=all&q=thank", ["thanks"]),
        ("language=de", []),
        ("outcome=shout&status=lost", ["money", "pay", "dog"]),
    ],
)
async def test_only_what_was_chosen_is_listed(
    query: str, wanted: list[str], asked: dict[str, int], ada: Visitor
) -> None:
    assert shown(await ada.text(f"/reviews?{query}")) == [asked[name] for name in wanted]
    if "order" not in query:
        assert set(shown(await ada.text(f"/reviews?order=often&{query}"))) == {asked[name] for name in wanted}


async def test_the_numbers_are_of_what_was_chosen(asked: dict[str, int], ada: Visitor) -> None:
    assert "To review 2" in words_of(await ada.text("/reviews?category=salary"))
    await ada.post(f"/reviews/{asked['pay']}/confirm")
    html = words_of(await ada.text("/reviews?category=salary"))
    assert "To review 1" in html
    assert "Confirmed 1" in html


async def test_what_people_said_it_is_counts_as_its_category(asked: dict[str, int], ada: Visitor) -> None:
    await ada.post(f"/reviews/{asked['dog']}/correct", {"category": "salary"})
    assert shown(await ada.text("/reviews?status=corrected&category=salary")) == [asked["dog"]]


@pytest.mark.both_databases
async def test_nothing_found_says_so_and_leads_back(asked: dict[str, int], ada: Visitor) -> None:
    html = await ada.text("/reviews?q=elephant&order=often")
    assert "No question fits." in words_of(html)
    assert 'href="/admin/reviews?order=often"' in html


async def test_another_page_keeps_what_was_chosen(world: World, ada: Visitor) -> None:
    ids = [world.ask(f"May I bring dog number {each}?", UNSURE, "defer") for each in range(PAGE + 2)]
    html = await ada.text("/reviews?q=dog")
    (older,) = re.findall(r'href="([^"]+)" id="older"', html)
    assert shown(await ada.text(older.removeprefix("/admin").replace("&amp;", "&"))) == ids[1::-1]


async def test_words_are_shown_as_they_are(ada: Visitor) -> None:
    assert 'value="&lt;b&gt;"' in await ada.text("/reviews?q=<b>")


async def test_a_category_is_called_what_people_call_it(world: World, asked: dict[str, int], ada: Visitor) -> None:
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/rename", {"name": "Pay & bonus"})
    html = await ada.text("/reviews?category=salary")
    assert '<option value="salary" selected>Pay &amp; bonus</option>' in html
    assert shown(html) == [asked["money"], asked["pay"]]


async def test_the_statuses_are_counted_anew_within_what_is_narrowed(world: World, ada: Visitor) -> None:
    for text in ("Can I bring my dog?", "Is the pay good?"):
        world.ask(text)
    part = words_of(await ada.text("/reviews/statuses?q=dog", part=True))
    assert "To review 1" in part
    assert 'href="/admin/reviews?status=confirmed&amp;q=dog"' in await ada.text("/reviews/statuses?q=dog", part=True)
