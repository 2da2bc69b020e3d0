"""What the links of a mailed answer do: once each, by a button, for some days, and never by being looked at."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import StoredConversations, WebSettings, setup
from bot.service import Service
from candor.mailing import mount_pages
from storage import Connection, Database
from storage.answers import answer_links
from storage.answers.answer_links import WORKS_FOR, Purpose
from storage.conversations import conversations
from storage.database.token_hashes import hash_token
from storage.erasure import erasure
from tests.bot.answers.conftest import history, kept, mailing, said
from tests.bot.conftest import Chat

Client = TestClient[web.Request, web.Application]
ANNA = "anna@example.org"
SAME = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture
def waits(chat: Chat) -> Chat:
    """A chat whose question waits, to be answered by mail as well."""
    mailed = mailing(chat)
    mailed.say(button=f"mail:ask:{mailed.say('do you have unicorns').message.seq}")
    said(mailed, ANNA)
    return mailed


@pytest.fixture
async def client(database: Database, service: Service, aiohttp_client: AiohttpClient) -> Client:
    app = web.Application()
    setup(app, StoredConversations(database, service), service.texts, WebSettings())
    mount_pages(app, database, service)
    return await aiohttp_client(app)


def link(chat: Chat, purpose: Purpose, token: str = "t" * 43, now: datetime | None = None) -> str:
    """Keep a link as if it had been mailed; return its page."""
    talk, when = chat.opened.conversation, now or datetime.now(UTC)
    its = (talk.company_id, talk.id, purpose, hash_token(token))
    chat.database.write_now(lambda conn: answer_links.add(conn, *its, when))
    return f"/answers/{token}"


async def text_of(client: Client, method: str, path: str, status: int = 200) -> str:
    response = await client.request(method, path)
    assert response.status == status, await response.text()
    return await response.text()


def opened(page: str) -> dict[str, Any]:
    """Return what the panel in a page is told that it has opened."""
    found = re.search(r'<script type="application/json" id="setting">(.*?)</script>', page)
    assert found is not None
    its: dict[str, Any] = json.loads(found[1])["opened"]
    return its


async def test_a_link_is_not_used_up_by_being_looked_at_and_opens_the_conversation_once(
    client: Client, waits: Chat
) -> None:
    page = link(waits, "open")
    for _ in range(3):
        shown = await text_of(client, "GET", page)
        assert "Open the conversation" in shown
        assert "unicorns" not in shown
    its = opened(await text_of(client, "POST", page))
    assert its["conversation"] == waits.opened.conversation.public_id
    headers = {"Authorization": f"Bearer {its['token']}"}
    path = f"/api/v1/conversations/{its['conversation']}/messages"
    read = await (await client.get(path, headers=headers)).json()
    assert read["messages"][1]["text"] == "do you have unicorns"
    for method in ("GET", "POST"):
        assert "used already" in await text_of(client, method, page, 410)


async def test_of_two_who_press_the_button_of_a_forwarded_mail_at_once_one_gets_in(client: Client, waits: Chat) -> None:
    page = link(waits, "open")
    for _ in range(2):
        assert "Open the conversation" in await text_of(client, "GET", page)
    answers = await asyncio.gather(*[client.post(page) for _ in range(2)])
    assert sorted(each.status for each in answers) == [200, 410]
    (late,) = [await each.text() for each in answers if each.status == 410]
    assert "used already" in late
    assert waits.opened.conversation.public_id not in late
    assert said(waits, "what do you pay") == "acme pays well.", "whose conversation it is keeps it"


async def test_the_candidates_own_token_still_opens_it(client: Client, waits: Chat) -> None:
    await text_of(client, "POST", link(waits, "open"))
    assert said(waits, "what do you pay") == "acme pays well."


async def test_a_key_opens_no_other_conversation(client: Client, waits: Chat, start_chat: Any) -> None:
    its = opened(await text_of(client, "POST", link(waits, "open")))
    other = start_chat("other").opened.conversation.public_id
    headers = {"Authorization": f"Bearer {its['token']}"}
    assert (await client.get(f"/api/v1/conversations/{other}/messages", headers=headers)).status == 401


async def test_nobody_may_embed_or_keep_the_opened_panel(client: Client, waits: Chat) -> None:
    response = await client.post(link(waits, "open"))
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["Referrer-Policy"] == "no-referrer"


async def test_a_link_ends_the_conversation_and_deletes_the_address(client: Client, waits: Chat) -> None:
    page, other = link(waits, "end"), link(waits, "open", "o" * 43)
    assert "End this conversation?" in await text_of(client, "GET", page)
    assert kept(waits) is not None
    assert "has ended" in await text_of(client, "POST", page)
    assert kept(waits) is None
    talk = waits.opened.conversation
    now = waits.database.read_now(lambda conn: conversations.get(conn, talk.company_id, talk.id))
    assert (now.status, now.owner) == ("resolved", "bot")
    assert ANNA not in " ".join(each.text for each in history(waits))
    assert "ended with the link" in history(waits)[-1].text
    for path in (page, other):
        assert "used already" in await text_of(client, "POST", path, 410)


async def test_a_link_expires(client: Client, waits: Chat) -> None:
    page = link(waits, "open", now=datetime.now(UTC) - WORKS_FOR)
    for method in ("GET", "POST"):
        assert "has expired" in await text_of(client, method, page, 410)


async def test_a_link_that_never_was_and_one_of_an_erased_conversation_say_so(
    client: Client, waits: Chat, database: Database
) -> None:
    page, talk = link(waits, "open"), waits.opened.conversation

    def erase(conn: Connection) -> None:
        erasure.erase_conversation(conn, talk.company_id, talk.public_id, datetime.now(UTC))

    database.write_now(erase)
    for path in (page, "/answers/" + "u" * 43, "/answers/half", page + ")."):
        for method in ("GET", "POST"):
            assert "doesn&#39;t work" in await text_of(client, method, path, 404)
