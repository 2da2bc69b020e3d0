"""The list of the inbox: who waits longest is on top, everybody can be reached, filters and words narrow it."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest

from nlu.understanding import Guess, Stage
from storage import Connection
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.conversations import conversations, inbox, messages
from storage.conversations.messages import Author, Direction, NewMessage
from tests.admin.conftest import Visit
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of


def wait(
    world: World, text: str, hours: int = 0, language: str = "en", *, urgent: bool = False, channel: str = "web"
) -> int:
    """Let a candidate wait for some hours; return the conversation's number."""
    since = datetime.now(UTC) - timedelta(hours=hours)

    def make(conn: Connection) -> int:
        name = f"p-{text}"
        its: Any = {"public_id": name, "token_hash": "t", "language": language, "channel": channel, "now": since}
        talk = conversations.create(conn, world.demo.id, **its)
        known = companies.by_id(conn, world.demo.id)
        assert known is not None
        left: Any = {"status": "waiting", "language": language, "state": None, "urgent": urgent}
        conversations.go_on(conn, world.demo.id, talk, since, edition=known.edition, **left)
        messages.append(conn, world.demo.id, talk.id, NewMessage("incoming", "candidate", text), since)
        return talk.id

    return int(world.now(make))


def listed(html: str) -> list[int]:
    return [int(number) for number in re.findall(r'data-talk="(\d+)"', html)]


async def test_the_longest_waiting_is_on_top_and_danger_above(world: World, ada: Visitor) -> None:
    short, long, danger = wait(world, "short", 1), wait(world, "long", 50), wait(world, "danger", urgent=True)
    html = await ada.text("/conversations")
    assert listed(html) == [danger, long, short]
    words = words_of(html)
    assert "for 2 days" in words
    assert "for 1 h" in words
    assert "just now" in words


async def test_the_list_shows_what_the_candidate_said_last(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    world.ask("How much would I earn?")
    words = words_of(await ada.text("/conversations"))
    assert "Can I bring my dog?" in words
    assert "How much would I earn?" not in words, "nobody waits there"
    assert "How much would I earn?" in words_of(await ada.text("/conversations?folder=open"))


async def test_danger_is_shown_with_the_words_for_which_it_was_seen(world: World, ada: Visitor) -> None:
    number = wait(world, "Hello", urgent=True)
    talk = world.now(lambda conn: conversations.get(conn, world.demo.id, number))
    world.ask("I cannot go on", (Guess("crisis", 0.9),), stage=Stage.GENERAL, talk=talk)
    last = (Guess("thanks", 0.9),)
    assert words_of(await ada.text("/conversations")).count("I cannot go on") == 1
    world.ask("thanks anyway", last, stage=Stage.GENERAL, talk=talk)
    assert re.search("I cannot go on\\s+thanks anyway", words_of(await ada.text("/conversations")))
    world.now(lambda conn: conversations.reopen(conn, world.demo.id, number, NOW, urgent=False))
    assert "I cannot go on" not in words_of(await ada.text("/conversations")), "it is no danger any more"


async def test_everybody_who_waits_can_be_reached_page_by_page(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "PAGE", 3)
    waiting = [wait(world, f"number {n}", hours=10 - n) for n in range(8)]
    found, address = [], "/conversations?language=en"
    for _ in range(9):
        html = await ada.text(address)
        assert len(listed(html)) <= 3
        found += listed(html)
        following = re.search(r'href="/admin([^"]+)" id="next-page"', html)
        if following is None:
            break
        address = following.group(1).replace("&amp;", "&")
        assert "language=en" in address
    assert found == waiting
    assert "8" in words_of(await ada.text("/conversations")).split("Waiting")[1].split()[0]


async def test_a_conversation_of_a_later_page_is_opened_beside_that_page_and_leads_back_to_it(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "PAGE", 2)
    *_, late, last = [wait(world, f"number {n}", hours=10 - n) for n in range(4)]
    following = re.search(r'href="/admin([^"]+)" id="next-page"', await ada.text("/conversations?who=nobody"))
    assert following is not None
    second = following.group(1).replace("&amp;", "&")
    opened = re.search(rf'href="/admin(/conversations/{last}[^"]+)"', await ada.text(second))
    assert opened is not None
    html = await ada.text(opened.group(1).replace("&amp;", "&"))
    assert listed(html) == [late, last]
    assert f'href="/admin{following.group(1)}">←' in html


async def test_filters_narrow_the_list(world: World, visit: Visit, ada: Visitor) -> None:
    mine, nobodys, danger = wait(world, "mine"), wait(world, "free", language="de"), wait(world, "x", urgent=True)
    await ada.post(f"/conversations/{mine}/assign", {"assignee": str(world.ada.id)})
    await ada.post(f"/conversations/{danger}/assign", {"assignee": str(world.bob.id)})
    for query, expected in (
        ("who=me", [mine]),
        ("who=nobody", [nobodys]),
        ("urgent=1", [danger]),
        ("language=de", [nobodys]),
    ):
        assert listed(await ada.text(f"/conversations?{query}")) == expected, query
    bob = await visit(world.bob)
    assert listed(await bob.text("/conversations?who=me")) == [danger]


async def test_a_channel_can_be_chosen_where_there_is_more_than_one(world: World, ada: Visitor) -> None:
    web = wait(world, "here")
    assert "Website" not in words_of(await ada.text("/conversations")), "there is nothing to choose"
    texted = wait(world, "there", channel="sms")
    html = await ada.text("/conversations")
    assert "channel=web" in html
    assert (words_of(html).count("Website"), words_of(html).count("sms")) == (2, 2), "to choose, and in the list"
    assert listed(html) == [web, texted]
    assert listed(await ada.text("/conversations?channel=sms")) == [texted]
    assert listed(await ada.text("/conversations?channel=web")) == [web]


async def test_who_waits_longer_than_the_company_allows_is_overdue(world: World, ada: Visitor) -> None:
    late, early = wait(world, "late", hours=25), wait(world, "early", hours=23)
    assert "Overdue" not in words_of(await ada.text("/conversations")), "the company names no time"
    profile = CompanyProfile("demo", "Demo", languages=("en", "de"), answer_hours=24)
    world.now(lambda conn: companies.change(conn, world.demo.id, profile))
    html = await ada.text("/conversations")
    assert listed(html) == [late, early]
    assert words_of(html).count("· overdue") == 1
    assert listed(await ada.text("/conversations?overdue=1")) == [late]


async def test_words_and_numbers_are_searched_for(world: World, ada: Visitor) -> None:
    dog, number = wait(world, "May I bring my dog?"), wait(world, "Is there <b>parking</b>?")
    world.now(lambda conn: conversations.set_status(conn, world.demo.id, dog, "resolved", NOW))
    assert listed(await ada.text("/conversations?folder=all&q=DOG")) == [dog]
    assert listed(await ada.text(f"/conversations?folder=all&q=%23{number}")) == [number]
    html = await ada.text("/conversations?folder=all&q=%3Cb%3E")
    assert listed(html) == [number]
    assert "<b>" not in html
    assert "No conversation fits." in words_of(await ada.text("/conversations?folder=all&q=nothing"))


async def test_a_search_shows_the_message_that_says_the_words_and_marks_them(world: World, ada: Visitor) -> None:
    number = wait(world, "May I bring my dog?")
    say = partial(_say, world, number)
    say("outgoing", "bot", "No <b>dogs</b>, sorry.")
    say("incoming", "candidate", "And where do I park?")
    html = await ada.text("/conversations?folder=all&q=DOG")
    assert "No &lt;b&gt;<mark>dog</mark>s&lt;/b&gt;, sorry." in html, "the last of those that say it"
    assert "Bot:" in words_of(html)
    assert "And where do I park?" not in words_of(html)
    assert "May I bring <mark>my dog</mark>?" in await ada.text("/conversations?folder=all&q=my+dog")
    assert "And where do I park?" in words_of(await ada.text(f"/conversations?folder=all&q=%23{number}"))


async def test_danger_stands_above_what_was_searched_for(world: World, ada: Visitor) -> None:
    number = wait(world, "Hello there", urgent=True)
    talk = world.now(lambda conn: conversations.get(conn, world.demo.id, number))
    world.ask("I cannot go on", (Guess("crisis", 0.9),), stage=Stage.GENERAL, talk=talk)
    words = words_of(await ada.text("/conversations?folder=all&q=hello"))
    assert re.search("I cannot go on\\s+Hello there", words)
    html = await ada.text("/conversations?folder=all&q=cannot")
    assert words_of(html).count("I cannot go on") == 1
    assert "<mark>cannot</mark>" in html


async def test_a_conversation_that_was_searched_for_shows_where_and_leads_back_to_the_search(
    world: World, ada: Visitor
) -> None:
    number = wait(world, "May I bring my dog?")
    _say(world, number, "outgoing", "bot", "No.")
    html = await ada.text("/conversations?folder=all&q=dog")
    its = f"/conversations/{number}?folder=all&amp;q=dog"
    assert f'hx-get="/admin{its}"' in html
    pane = await ada.text(its.replace("&amp;", "&"), part=True)
    assert re.findall(r'class="message (\w+) found" id="(m\d+)"', pane) == [("candidate", "m1")]
    assert 'href="/admin/conversations?folder=all&amp;q=dog">←' in pane
    assert "found" not in await ada.text(f"/conversations/{number}", part=True)


def _say(world: World, talk: int, direction: Direction, author: Author, text: str) -> None:
    said = NewMessage(direction, author, text)
    world.now(lambda conn: messages.append(conn, world.demo.id, talk, said, datetime.now(UTC)))


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("folder=x&who=y&after=1.2", True),
        ("after=9.9999999999999999.9", False),
        ("q=" + "x" * 5000, False),
        ("q=%00", True),
    ],
)
async def test_an_address_that_makes_no_sense_is_no_trouble(
    world: World, ada: Visitor, query: str, shown: bool
) -> None:
    number = wait(world, "Hello")
    html = await ada.text(f"/conversations?{query}")
    assert listed(html) == ([number] if shown else [])


async def test_a_page_that_is_open_gets_the_list_alone(world: World, ada: Visitor) -> None:
    number = wait(world, "Hello")
    html = await ada.text("/conversations?who=nobody", part=True)
    assert html.lstrip().startswith('<div id="list"')
    assert 'hx-get="/admin/conversations?who=nobody"' in html
    pane = await ada.text(f"/conversations/{number}", part=True)
    assert f"<title>Conversation {number}" in pane
    assert "data-talk=" not in pane


@pytest.mark.parametrize(("chosen", "waiting", "urgent"), [("", 3, 1), ("?language=de", 1, 0), ("?channel=mail", 1, 1)])
async def test_the_counts_are_of_the_language_and_the_channel_chosen(
    world: World, ada: Visitor, chosen: str, waiting: int, urgent: int
) -> None:
    wait(world, "one")
    wait(world, "zwei", language="de")
    wait(world, "three", urgent=True, channel="mail")
    counts = re.findall(r'class="count">(\d+)<', await ada.text(f"/conversations{chosen}"))
    assert counts == [str(each) for each in (waiting, 0, waiting, urgent)]
