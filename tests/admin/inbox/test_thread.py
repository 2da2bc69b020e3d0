from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest

from nlu.understanding import PRESSED, Guess, Stage, Understanding
from storage import Connection
from storage.applications import answer_mails
from storage.conversations import conversations, messages, receipts
from storage.conversations.messages import Button, Card, Link, NewMessage
from storage.reviews import decisions
from storage.reviews.decisions import Guessed, KeptInterpretation, NewDecision
from tests.admin.world import NOW, UNSURE, Visitor, World, words_of


async def test_a_conversation_shows_messages_and_decisions(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    words = words_of(await ada.text("/conversations/1"))
    assert "Candidate" in words
    assert "Not answered; best guess: benefits · 30% · question · v7" in words
    assert "A colleague will answer right here." in words


async def test_what_was_asked_back_about_without_topics_ends_with_no_colon(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "clarify")
    words = words_of(await ada.text("/conversations/1"))
    assert "Asked back · question · v7" in words


@pytest.mark.parametrize(
    ("version", "reading", "shown"),
    [("v7", "apply", "Understood as: part of an application"), (PRESSED, "", "button pressed")],
)
async def test_a_step_of_a_task_is_called_what_it_is(
    world: World, ada: Visitor, version: str, reading: str, shown: str
) -> None:
    seen = Understanding("Yes", "en", Stage.GENERAL, "job_search", 1.0, (Guess("job_search", 1.0),), (), version)
    alone = Guessed(Stage.GENERAL, "affirm", 0.99, ())
    taken = KeptInterpretation(reading, None, alone) if reading else None

    def write(conn: Connection) -> None:
        its: Any = {"public_id": "p", "token_hash": "t", "language": "en", "now": NOW}
        talk = conversations.create(conn, world.demo.id, **its).id
        said = messages.append(conn, world.demo.id, talk, NewMessage("incoming", "candidate", "Yes"), NOW)
        decisions.record(
            conn, world.demo.id, talk, said.seq, NewDecision(seen, "reply", 0.5, interpretation=taken), NOW
        )

    world.now(write)
    words = words_of(await ada.text("/conversations/1"))
    assert shown in words
    assert "look for a job" not in words


async def test_a_reply_reaches_the_candidate_and_silences_the_bot(world: World, ada: Visitor) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    response = await ada.post("/conversations/1/reply", {"reply": "Yes, you can."}, part=True)
    assert (response.status, response.headers["HX-Trigger"]) == (204, "talk-changed")
    talk = world.review(review_id).conversation
    assert (talk.owner, talk.status) == ("recruiter", "open")
    assert (world.said(review_id)[-1].author, world.said(review_id)[-1].text) == ("recruiter", "Yes, you can.")


async def test_an_empty_reply_is_refused(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    response = await ada.post("/conversations/1/reply", {"reply": " \n "}, part=True)
    assert "“Your message” is empty" in await response.text()


@pytest.mark.parametrize(
    ("action", "owner", "status"),
    [("take-over", "recruiter", "waiting"), ("hand-back", "bot", "waiting"), ("resolve", "bot", "resolved")],
)
async def test_a_conversation_changes_hands(world: World, ada: Visitor, action: str, owner: str, status: str) -> None:
    review_id = world.ask("Can I bring my dog?", UNSURE, "defer")
    assert (await ada.post(f"/conversations/1/{action}")).status == 303
    talk = world.review(review_id).conversation
    assert (talk.owner, talk.status) == (owner, status)


async def test_only_what_is_new_is_fetched(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    stamp = quote(f"{NOW.isoformat()} None")
    assert (await ada.get(f"/conversations/1/messages?after=2&stamp={stamp}", part=True)).status == 204
    later = NOW + timedelta(seconds=1)
    hello = NewMessage("incoming", "candidate", "Hello?")
    world.now(lambda conn: messages.append(conn, world.demo.id, 1, hello, later))
    html = await ada.text(f"/conversations/1/messages?after=2&stamp={stamp}", part=True)
    assert "Hello?" in html
    assert "dog" not in html
    assert "messages?after=3" in html
    assert 'id="state" hx-swap-oob="true"' in html


async def test_a_long_conversation_shows_its_end(world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("admin.inbox.threads.THREAD_LIMIT", 3)
    world.ask("Can I bring my dog?", UNSURE, "defer")
    for number in range(3):
        new = NewMessage("incoming", "candidate", f"Message {number}")
        world.now(lambda conn, new=new: messages.append(conn, world.demo.id, 1, new, NOW))
    words = words_of(await ada.text("/conversations/1"))
    assert "Message 2" in words
    assert "dog" not in words


@pytest.mark.parametrize("path", ["/conversations/1", "/conversations/1/messages?after=1"])
async def test_one_place_of_a_page_asks_for_what_is_new(world: World, ada: Visitor, path: str) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    assert (await ada.text(path)).count("/messages?after=") == 1, "two would show each message twice"


async def test_a_conversation_without_messages_can_be_listed(world: World, ada: Visitor) -> None:
    world.now(
        lambda conn: conversations.create(conn, world.demo.id, public_id="p", token_hash="t", language="de", now=NOW)
    )
    assert "Conversation 1" in words_of(await ada.text("/conversations?folder=all"))
    assert "German" in words_of(await ada.text("/conversations/1"))


async def test_buttons_and_links_are_shown(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    offer = NewMessage(
        "outgoing", "bot", "Here.", buttons=(Button("general:help", "Help me"),), links=(Link("Jobs", "https://j.example"),)
    )  # fmt: skip
    world.now(lambda conn: messages.append(conn, world.demo.id, 1, offer, NOW))
    html = await ada.text("/conversations/1")
    assert "Help me" in html
    assert 'href="https://j.example" rel="noreferrer noopener"' in html


async def test_the_recruiter_sees_whether_the_answer_was_read_or_goes_by_mail(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    await ada.post("/conversations/1/reply", {"reply": "Yes.", "seen": "2"})
    assert "Not read yet" in words_of(await ada.text("/conversations/1"))
    world.now(lambda conn: receipts.note_seen(conn, world.demo.id, 1, 4, NOW))
    world.now(lambda conn: answer_mails.ask(conn, world.demo.id, 1, "anna@a.example", 1, 2, NOW))
    words = words_of(await ada.text("/conversations/1/messages?after=4&stamp=x", part=True))
    assert "Read by the candidate" in words
    assert "What is not read here goes out by e-mail" in words
    assert "anna@a.example" not in words, "the address is for this one purpose"


async def test_who_writes_has_read_what_was_said_before(world: World, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    await ada.post("/conversations/1/reply", {"reply": "Yes.", "seen": "2"})
    world.now(lambda conn: messages.append(conn, world.demo.id, 1, NewMessage("incoming", "candidate", "Fine!"), NOW))
    assert "Read by the candidate" in words_of(await ada.text("/conversations/1"))


async def test_the_openings_that_the_candidate_was_shown_are_named(world: World, ada: Visitor) -> None:
    review_id = world.ask("Any jobs?")
    talk = world.review(review_id).conversation.id
    cards = (Card("Nurse <ward 3>"), Card("Cook"))
    shown = NewMessage("outgoing", "bot", "Look at these.", cards=cards)
    world.now(lambda conn: messages.append(conn, world.demo.id, talk, shown, NOW))
    words = words_of(await ada.text(f"/conversations/{talk}"))
    assert "Look at these. Openings shown Nurse &lt;ward 3&gt; Cook" in words
    assert words.count("Openings shown") == 1
