"""Opening a conversation and talking in it."""

from __future__ import annotations

from datetime import datetime

import pytest

from tests.bot.web.conftest import Candidate, Client, error_code, opens
from tests.bot.web.fakes import DEFERRAL, LINKS, SALARY, FakeConversations

MESSAGE_MEMBERS = {"id", "seq", "direction", "author", "text", "buttons", "links", "created"}


async def test_opening_returns_the_conversation_its_token_and_the_welcome(client: Client) -> None:
    response = await client.post("/api/v1/companies/demo/conversations", json={"language": "de"})
    body = await response.json()
    assert response.status == 201
    assert set(body) == {"conversation", "token", "messages"}
    [welcome] = body["messages"]
    assert set(welcome) == MESSAGE_MEMBERS
    assert (welcome["seq"], welcome["direction"], welcome["author"]) == (1, "outgoing", "bot")
    assert welcome["buttons"][0] == {"id": "general:job_search", "title": "Look for a job"}


async def test_a_conversation_is_opened_in_the_language_asked_for(client: Client, house: FakeConversations) -> None:
    for asked, got in (({"language": "fr"}, "fr"), ({"language": "xx"}, "en"), ({"language": None}, "en"), ({}, "en")):
        response = await client.post("/api/v1/companies/demo/conversations", json=asked)
        assert house.talks[(await response.json())["conversation"]].conversation.language == got


async def test_opening_needs_no_body(client: Client) -> None:
    assert (await client.post("/api/v1/companies/demo/conversations")).status == 201


async def test_a_message_is_answered_with_itself_and_the_replies(ada: Candidate) -> None:
    response = await ada.says("What about the salary?")
    body = await response.json()
    assert response.status == 200
    assert set(body) == {"message", "replies"}
    assert set(body["message"]) == MESSAGE_MEMBERS
    assert body["message"]["text"] == "What about the salary?"
    assert (body["message"]["seq"], body["message"]["direction"], body["message"]["author"]) == (
        2,
        "incoming",
        "candidate",
    )
    [reply] = body["replies"]
    assert (reply["seq"], reply["author"], reply["text"]) == (3, "bot", SALARY)
    assert reply["links"] == [{"title": link.title, "url": link.url} for link in LINKS]
    assert reply["id"] == f"{ada.conversation}-3"
    assert datetime.fromisoformat(reply["created"]).tzinfo is not None


async def test_a_button_is_answered_like_a_message(ada: Candidate) -> None:
    body = await (await ada.post({"client_id": "b1", "button": "general:contact_human"})).json()
    assert body["message"]["text"] == "Talk to a person"
    assert len(body["replies"]) == 1


async def test_the_same_client_id_again_gives_the_same_answer(ada: Candidate) -> None:
    first = await (await ada.says("Is there a canteen?")).json()
    again = await (await ada.says("Is there a canteen?")).json()
    assert again == first
    assert [message["seq"] for message in await ada.reads()] == [1, 2, 3]


async def test_messages_after_a_number_are_returned_in_order(ada: Candidate) -> None:
    await ada.says("Is there a canteen?")
    assert [message["seq"] for message in await ada.reads(after=1)] == [2, 3]
    assert [message["text"] for message in await ada.reads(after=2)] == [DEFERRAL]
    assert await ada.reads(after=99) == []


async def test_members_that_are_not_known_are_ignored(ada: Candidate) -> None:
    assert (await ada.post({"client_id": "m1", "text": "Hi", "mood": "good"})).status == 200


async def test_one_candidates_token_does_not_open_anothers_conversation(client: Client) -> None:
    ada, bob = await opens(client), await opens(client)
    response = await client.get(f"{ada.path}/messages", headers=bob.headers)
    assert (response.status, await error_code(response)) == (401, "unauthorized")


async def test_answers_are_kept_by_no_cache_and_guessed_by_no_browser(ada: Candidate) -> None:
    response = await ada.says("Hello")
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Type"] == "application/json; charset=utf-8"
    assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "مرحبا، هل الراتب جيد؟", "薪水多少？🙂", "a" * 2000, "🙂" * 2000]
)
async def test_any_language_and_any_markup_is_just_text(ada: Candidate, text: str) -> None:
    body = await (await ada.says(text)).json()
    assert body["message"]["text"] == text
