"""A question about an opening shows the recruiter which one."""

from __future__ import annotations

import pytest

from storage import Connection
from storage.openings import opening_feeds, opening_import, opening_questions, openings
from storage.openings.openings import OpeningContent
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of


def attach(world: World, question: int, title: str, url: str | None) -> None:
    def write(conn: Connection) -> None:
        feed = opening_feeds.add(conn, world.demo.id, format="csv", url="file:x", now=NOW, fetched=False)
        opening_import.apply(conn, world.demo.id, feed.id, [OpeningContent("1", title, url=url)], NOW)
        (opening,) = openings.of_company(conn, world.demo.id)
        opening_questions.record(conn, world.demo.id, question, opening.id)

    world.now(write)


async def test_the_opening_is_named_and_linked(world: World, ada: Visitor) -> None:
    attach(world, world.ask("Is it noisy?", UNSURE, "defer"), "Nurse <ward 3>", "https://jobs.example/1")
    html = await ada.text("/reviews")
    assert "About the opening Nurse <ward 3>" in words_of(html).replace("&lt;", "<").replace("&gt;", ">")
    assert 'href="https://jobs.example/1"' in html


@pytest.mark.parametrize("url", [None, "javascript:alert(1)"])
async def test_an_address_that_is_none_is_no_link(world: World, ada: Visitor, url: str | None) -> None:
    attach(world, world.ask("Is it noisy?", UNSURE, "defer"), "Nurse", url)
    html = await ada.text("/reviews")
    assert "Nurse" in words_of(html)
    assert "javascript" not in html


async def test_other_questions_name_none(world: World, ada: Visitor) -> None:
    world.ask("Is it noisy?", UNSURE, "defer")
    assert "About the opening" not in words_of(await ada.text("/reviews"))
