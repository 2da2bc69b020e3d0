"""Ending a conversation, leaving it on this device and going on in another language, by the candidate's wish."""

from __future__ import annotations

import pytest

from storage import Database
from storage.conversations import conversations
from tests.bot.web.conftest import Client, error_code, opens
from tests.bot.web.test_stored_conversations import recruiter_writes, stored_client

__all__ = ["stored_client"]


@pytest.mark.both_databases
async def test_who_ends_a_conversation_is_waited_for_and_answered_no_more(
    stored_client: Client, database: Database
) -> None:
    ada = await opens(stored_client)
    await ada.says("do you have unicorns")
    recruiter_writes(database, ada, "Hello")
    response = await stored_client.post(f"{ada.path}/end", headers=ada.headers)
    assert (response.status, await response.json()) == (200, {})
    its = database.read_now(lambda conn: conversations.get(conn, 1, 1))
    assert (its.owner, its.status, its.waiting_since) == ("bot", "resolved", None)
    assert (await ada.reads())[-1]["text"] == "This conversation was ended in the chat."  # candidates read it, too


@pytest.mark.both_databases
async def test_a_conversation_goes_on_in_the_language_that_was_chosen(
    stored_client: Client, database: Database
) -> None:
    ada = await opens(stored_client)
    for language, status in (("de", 200), ("xx", 409), ("", 422)):
        response = await stored_client.post(f"{ada.path}/language", json={"language": language}, headers=ada.headers)
        assert response.status == status, language
    its = database.read_now(lambda conn: conversations.get(conn, 1, 1))
    assert its.language == "de"


@pytest.mark.parametrize("what", ["end", "language", "leave"])
async def test_nobody_else_does_either(client: Client, what: str) -> None:
    ada = await opens(client)
    wrong = {"Authorization": "Bearer guess"}
    for headers in ({}, wrong):
        response = await client.post(f"{ada.path}/{what}", json={"language": "de"}, headers=headers)
        assert (response.status, await error_code(response)) == (401, "unauthorized")
    assert len(await ada.reads()) == 1


@pytest.mark.both_databases
async def test_a_device_that_forgets_a_conversation_loses_its_cookie_and_nothing_else(
    stored_client: Client, database: Database
) -> None:
    ada = await opens(stored_client)
    own = str(stored_client.make_url("/")).rstrip("/")
    cookie = {"Cookie": f"__Host-candor-demo={ada.conversation}.{ada.token}", "Origin": own}
    response = await stored_client.post(f"{ada.path}/leave", headers=cookie)
    assert (response.status, await response.json()) == (200, {})
    assert response.headers["Set-Cookie"].startswith("__Host-candor-demo=; Max-Age=0;")
    assert database.read_now(lambda conn: conversations.get(conn, 1, 1)).status == "open"
    assert len(await ada.reads()) == 1
