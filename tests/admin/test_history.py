"""The history can be searched, read to its beginning and exported."""

from __future__ import annotations

import csv
import io
import re
from datetime import timedelta
from html import unescape

import pytest

from admin import trail
from admin.settings import setting_words
from admin.texts import load_texts
from storage import Connection
from storage.answers import answers
from storage.answers.answers import Answer
from storage.people import audit
from tests.admin.world import NOW, Visitor, World, words_of


@pytest.fixture(autouse=True)
def _written(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trail, "SHOWN", 3)
    monkeypatch.setattr(trail, "SCANNED", 5)

    def write(conn: Connection) -> None:
        for number in range(7):
            detail = {"category": f"=topic {number}", "language": "en"}
            actor = "bob@demo.example" if number == 1 else "ada@demo.example"
            audit.write(conn, world.demo.id, actor, "answer_saved", detail, NOW + timedelta(minutes=number))
        audit.write(conn, world.other.id, "eve@other.example", "answer_saved", {"category": "theirs"}, NOW)

    world.now(write)


def topics(html: str) -> list[int]:
    return [int(number) for number in re.findall(r"=topic (\d)", words_of(html))]


async def next_page(visitor: Visitor, html: str) -> str:
    (address,) = re.findall(r'href="/admin([^"]*)" id="older"', html)
    return await visitor.text(address.replace("&amp;", "&"))


async def test_it_is_read_page_by_page_to_its_beginning(ada: Visitor) -> None:
    first = await ada.text("/audit")
    second = await next_page(ada, first)
    last = await next_page(ada, second)
    assert [topics(first), topics(second), topics(last)] == [[6, 5, 4], [3, 2, 1], [0]]
    assert 'id="older"' not in last
    assert "Newest" in words_of(last)


async def test_it_is_searched_for_people_and_what_they_changed(ada: Visitor) -> None:
    assert topics(await ada.text("/audit?q=Topic+5")) == [5]
    assert topics(await ada.text("/audit?q=topic+ADA")) == [6, 5, 4]
    nothing_yet = await ada.text("/audit?q=bob")
    assert "Looking further back" in words_of(nothing_yet)
    assert topics(await next_page(ada, nothing_yet)) == [1]


@pytest.mark.parametrize(("words", "told"), [("nobody", True), ("ada", False)])
async def test_that_nothing_was_found_is_said_at_the_beginning_of_the_history(
    ada: Visitor, words: str, told: bool
) -> None:
    page = await ada.text(f"/audit?q={words}")
    while 'id="older"' in page:
        assert "No change speaks of" not in words_of(page)
        page = await next_page(ada, page)
    assert (f"No change speaks of “{words}”." in words_of(page)) is told


async def test_it_is_exported_whole_and_no_cell_is_a_formula(ada: Visitor) -> None:
    response = await ada.get("/audit/export")
    assert response.headers["Content-Disposition"].startswith('attachment; filename="candor-history-demo-')
    rows = list(csv.DictReader(io.StringIO((await response.read()).decode("utf-8-sig"))))
    saved = [row for row in rows if row["action"] == "answer_saved"]
    assert [row["who"] for row in saved].count("bob@demo.example") == 1
    assert saved[0]["what"] == "Wrote the answer of “=topic 6” (English)"
    assert len(saved) == 7
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


@pytest.mark.parametrize("query", ["before=x", "before=-1", "before=" + "9" * 40, "q=%00", "q=" + "x" * 5000])
async def test_an_address_that_makes_no_sense_is_no_trouble(ada: Visitor, query: str) -> None:
    assert (await ada.get(f"/audit?{query}")).status == 200


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            "“What they are told” from “A feed keeps failing” to “A new version was blocked · A feed keeps failing”",
        ),
        ("de", "Antwort von „Gehalt“ geschrieben (Deutsch)"),
    ],
)
async def test_codes_are_written_in_words_of_who_reads(world: World, ada: Visitor, language: str, told: str) -> None:
    def write(conn: Connection) -> None:
        events = {"setting": "alert_events", "before": "feed_failing", "after": "blocked feed_failing"}
        audit.write(conn, world.demo.id, "olga@demo.example", "setting_changed", events, NOW)
        answer = {"category": "salary", "language": "de"}
        audit.write(conn, world.demo.id, "olga@demo.example", "answer_saved", answer, NOW)
        answers.put(conn, world.demo.id, Answer("salary", "de", "Viel.", title="Gehalt"), NOW)

    world.now(write)
    assert told in unescape(words_of(await ada.text("/audit", headers={"Accept-Language": language})))


@pytest.mark.parametrize(
    ("setting", "written", "said"),
    [
        ("guard", "no", "no"),
        ("told_way", "daily", "Once a day, from 8:00 on, when somebody waits"),
        ("alert_recipients", "-", "nobody"),
        ("origins", "https://a.example\nhttps://b.example", "https://a.example · https://b.example"),
        ("languages", "en de", "English · German"),
        ("rota", "", "Nobody’s, until somebody takes them"),
        ("side", "left", "Left"),
        ("threshold", "", "the default"),
        ("bot_name", "", "(empty)"),
    ],
)
def test_what_stands_in_a_setting_is_said_as_its_page_says_it(setting: str, written: str, said: str) -> None:
    assert setting_words.value(load_texts()["en"], setting, written) == said


async def test_a_category_that_was_renamed_is_called_as_it_was(world: World, ada: Visitor) -> None:
    def write(conn: Connection) -> None:
        audit.write(conn, world.demo.id, "ada", "category_added", {"category": "salary"}, NOW)
        answers.put(conn, world.demo.id, Answer("salary", "en", "Much.", title="Your pay"), NOW)

    world.now(write)
    assert "Added the category “Your pay”" in words_of(await ada.text("/audit"))
    await ada.post(f"/dataset/categories/{world.category_id('salary')}/rename", {"name": "Wages"})
    assert "Added the category “salary”" in words_of(await ada.text("/audit"))


async def test_who_it_was_is_called_by_name_and_found_by_it(ada: Visitor) -> None:
    assert "Ada ada@demo.example Wrote the answer" in words_of(await ada.text("/audit"))
    assert topics(await ada.text("/audit?q=bob+wrote")) == []
    older = await next_page(ada, await ada.text("/audit?q=bob+wrote"))
    assert topics(older) == [1]


async def test_logins_can_be_left_out(world: World, ada: Visitor) -> None:
    for minute in range(2):
        later = NOW + timedelta(hours=1, minutes=minute)
        world.now(lambda conn, at=later: audit.write(conn, world.demo.id, "ada@demo.example", "login", {}, at))
    assert "Logged in" in words_of(await ada.text("/audit"))
    page = await ada.text("/audit?logins=no")
    assert ("Logged in" in words_of(page), topics(page)) == (False, [6, 5, 4])
    assert topics(await next_page(ada, page)) == [3, 2, 1], "the next page leaves them out as well"
    assert topics(await ada.text("/audit?logins=no&q=topic+5")) == [5]
