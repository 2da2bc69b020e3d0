"""The web channel over the real use cases and both databases."""

from __future__ import annotations

import asyncio
import json
import queue
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from threading import Event
from typing import Any, cast

import pytest
from aiohttp import web
from pytest_aiohttp.plugin import AiohttpClient
from sqlalchemy import select

from bot.channels.web import StoredConversations, WebSettings, setup
from bot.errors import StillStarting, Unauthorized
from bot.live import LiveModels
from bot.service import Service
from nlu.understanding import Understanding
from storage import Connection, Database
from storage.companies.companies import Company
from storage.conversations import conversations, inbox, messages, typists
from storage.conversations.inbox import WantedConversations
from storage.conversations.messages import NewMessage
from storage.database.notices import ChangeNotice, notify
from storage.people import users
from storage.tables.conversation import conversation as conversation_table
from tests.bot.conftest import ScriptedModels, add_company
from tests.bot.web.conftest import Candidate, Client, error_code, opens


@pytest.fixture
async def stored_client(database: Database, service: Service, aiohttp_client: AiohttpClient) -> Client:
    database.write_now(lambda conn: [add_company(conn, key) for key in ("demo", "acme")])
    app = web.Application()
    setup(app, StoredConversations(database, service), service.texts, WebSettings())
    return await aiohttp_client(app)


def recruiter_writes(database: Database, ada: Candidate, text: str) -> None:
    def work(conn: Connection) -> None:
        now = datetime.now(UTC)
        found = inbox.page(conn, 1, WantedConversations("all"), now, limit=1)[0]
        conversations.set_owner(conn, found.company_id, found.id, "recruiter", now)
        messages.append(conn, found.company_id, found.id, NewMessage("outgoing", "recruiter", text), now)

    database.write_now(work)


@pytest.mark.both_databases
async def test_a_turn_is_answered_replayed_and_read_back(stored_client: Client) -> None:
    ada = await opens(stored_client)
    first = await (await ada.says("what do you pay")).json()
    assert [reply["text"] for reply in first["replies"]] == ["demo pays well."]
    assert first["replies"][0]["buttons"] == [{"id": "faq:benefits", "title": "And the perks?"}]
    assert await (await ada.says("what do you pay")).json() == first
    pressed = await (await ada.post({"client_id": "m2", "button": "faq:benefits"})).json()
    assert pressed["message"]["text"] == "And the perks?"
    assert (await ada.reads())[1:] == [first["message"], *first["replies"], pressed["message"], *pressed["replies"]]


@pytest.mark.both_databases
async def test_many_messages_at_once_are_each_answered_once_and_in_a_row(stored_client: Client) -> None:
    ada = await opens(stored_client)
    sent = [{"client_id": f"m{number % 6}", "text": f"question {number % 6}"} for number in range(12)]
    answered = [await each.json() for each in await asyncio.gather(*map(ada.post, sent))]
    assert [each["message"]["text"] for each in answered] == [each["text"] for each in sent]
    assert answered[:6] == answered[6:]
    kept = await ada.reads()
    assert [each["seq"] for each in kept] == list(range(1, 14))
    assert [each["author"] for each in kept[1:]] == ["candidate", "bot"] * 6


async def test_what_the_house_refuses_has_its_status(stored_client: Client) -> None:
    ada = await opens(stored_client)
    await ada.says("what do you pay")
    conflict = await ada.says("something else")
    unknown = await ada.post({"client_id": "m3", "button": "faq:nonsense"})
    stranger = await ada.post({"client_id": "m4", "text": "Hi"}, Authorization="Bearer guess")
    nobody = await stored_client.post("/api/v1/companies/nobody/conversations")
    assert (conflict.status, await error_code(conflict)) == (409, "client_id_reused")
    assert (unknown.status, await error_code(unknown)) == (422, "unknown_button")
    assert (stranger.status, await error_code(stranger)) == (401, "unauthorized")
    assert (nobody.status, await error_code(nobody)) == (404, "company_not_found")


async def test_a_token_with_the_id_of_another_companys_conversation_is_refused(stored_client: Client) -> None:
    ada, bob = await opens(stored_client, "demo"), await opens(stored_client, "acme")
    response = await stored_client.get(f"{ada.path}/messages", headers=bob.headers)
    assert response.status == 401
    for company, status in (("demo", 200), ("acme", 404)):
        path = f"/api/v1/companies/{company}/conversations/current?conversation={ada.conversation}"
        assert (await stored_client.get(path, headers=ada.headers)).status == status


async def test_a_recruiters_message_is_pushed_and_silences_the_bot(stored_client: Client, database: Database) -> None:
    ada = await opens(stored_client)
    ws = await stored_client.ws_connect(f"{ada.path}/socket?after=1", headers=ada.headers)
    await asyncio.to_thread(recruiter_writes, database, ada, "Hello, this is Mara.")
    async with asyncio.timeout(60):
        message = await ws.receive_json()
    assert (message["seq"], message["author"], message["text"]) == (2, "recruiter", "Hello, this is Mara.")
    assert (await (await ada.says("what do you pay")).json())["replies"] == []


@pytest.mark.parametrize(
    "text", ["مرحبا، كم الراتب؟", "a" * 2000, "🙂" * 2000, "<b>&amp;</b>", "sal\x00ary", "half \ud83d"]
)
async def test_odd_texts_are_stored_as_they_were_answered(stored_client: Client, text: str) -> None:
    ada = await opens(stored_client)
    response = await ada.says(text)
    assert response.status == 200
    assert (await ada.reads())[1] == (await response.json())["message"]


@pytest.mark.parametrize("odd", ["%00", "%ED%A0%80", "%F0", "..", "a" * 300])
async def test_odd_names_are_not_found_and_trouble_no_database(stored_client: Client, odd: str) -> None:
    opened = await stored_client.post(f"/api/v1/companies/{odd}/conversations")
    page = await stored_client.get(f"/widget/{odd}")
    read = await stored_client.get(f"/api/v1/conversations/{odd}/messages", headers={"Authorization": "Bearer \udcff"})
    assert {opened.status, page.status} == {404}
    assert read.status in (401, 404)


class Late(ScriptedModels):
    """Models whose language comes after so many looks."""

    def __init__(self, looks: int) -> None:
        super().__init__()
        self.looks = looks

    def answers(self, company_id: int, language: str) -> bool:
        self.looks -= 1
        return self.looks <= 0

    def parse(self, company: Company, language: str, text: str, **given: Any) -> Understanding:
        if self.looks > 0:
            raise StillStarting(company.id, language)
        return super().parse(company, language, text, **given)


async def starting_client(
    database: Database, service: Service, aiohttp_client: AiohttpClient, looks: int, patience: float
) -> Client:
    database.write_now(lambda conn: add_company(conn, "demo"))
    app, late = web.Application(), replace(service, live=cast(LiveModels, Late(looks)))
    setup(app, StoredConversations(database, late, patience), service.texts, WebSettings())
    return await aiohttp_client(app)


async def test_a_message_waits_for_its_language_and_is_answered_once(
    database: Database, service: Service, aiohttp_client: AiohttpClient
) -> None:
    ada = await opens(await starting_client(database, service, aiohttp_client, looks=3, patience=30))
    answered = await (await ada.says("what do you pay")).json()
    assert [reply["text"] for reply in answered["replies"]] == ["demo pays well."]
    assert [message["seq"] for message in await ada.reads()] == [1, 2, 3]


async def test_a_message_whose_language_does_not_come_is_not_taken_and_may_come_again(
    database: Database, service: Service, aiohttp_client: AiohttpClient
) -> None:
    ada = await opens(await starting_client(database, service, aiohttp_client, looks=2, patience=0))
    refused = await ada.says("what do you pay")
    assert (refused.status, refused.headers["Retry-After"], await error_code(refused)) == (503, "2", "starting")
    assert [message["seq"] for message in await ada.reads()] == [1]
    assert (await ada.says("what do you pay")).status == 200


async def test_a_full_queue_is_a_503_that_keeps_nothing(
    service: Service, sqlite_url: str, aiohttp_client: AiohttpClient
) -> None:
    with Database.open(sqlite_url, queue_size=1, batch=1) as database:
        database.write_now(lambda conn: add_company(conn, "demo"))
        app = web.Application()
        setup(app, StoredConversations(database, service), service.texts, WebSettings())
        ada = await opens(await aiohttp_client(app))
        started, release = Event(), Event()

        def hold(_: Connection) -> None:
            started.set()
            release.wait(10)

        holding = asyncio.create_task(database.write(hold))
        await asyncio.to_thread(started.wait, 10)
        queued = asyncio.create_task(database.write(lambda _: None))
        await asyncio.sleep(0)
        response = await ada.says("what do you pay")
        assert (response.status, await error_code(response)) == (503, "busy")
        release.set()
        await asyncio.gather(holding, queued)
        assert (await ada.says("what do you pay")).status == 200
        assert [message["seq"] for message in await ada.reads()] == [1, 2, 3]


@pytest.mark.both_databases
async def test_the_desk_hears_of_typing_once_a_person_is_concerned_and_nothing_is_kept(
    stored_client: Client, database: Database
) -> None:
    ada = await opens(stored_client)
    heard: queue.Queue[str] = queue.Queue()
    database.subscribe(lambda notice: heard.put(notice.kind))
    while heard.empty():  # on PostgreSQL it takes a moment until notices come in
        database.write_now(lambda conn: notify(conn, ChangeNotice("openings", 1, 1)))
        await asyncio.sleep(0.05)
    found = StoredConversations(database, cast(Service, None))
    await found.typing(ada.conversation, ada.token)
    recruiter_writes(database, ada, "Hello")
    before = await ada.reads()
    await found.typing(ada.conversation, ada.token)
    kinds = await asyncio.to_thread(lambda: [*iter(partial(heard.get, timeout=60), "typing")])
    assert kinds[-1] == "conversation", "nobody is told while the bot answers"
    assert await ada.reads() == before
    with pytest.raises(Unauthorized):
        await found.typing(ada.conversation, "guess")


@pytest.mark.both_databases
async def test_a_candidate_is_told_the_first_name_of_who_types(stored_client: Client, database: Database) -> None:
    ada = await opens(stored_client)
    ws = await stored_client.ws_connect(f"{ada.path}/socket?after=1&typing=1", headers=ada.headers)

    def people(conn: Connection) -> tuple[int, int]:
        now = datetime.now(UTC)
        jana, eve = (
            users.add(conn, company, f"{name}@x.example", f"{name} Novak", "recruiter", "-", now).id
            for company, name in ((1, "Jana"), (2, "Eve"))
        )
        return jana, eve

    jana, eve = database.write_now(people)
    recruiter_writes(database, ada, "Hello")  # once it has come the socket listens
    assert (await ws.receive_json(timeout=60))["text"] == "Hello"
    for person in (eve, jana):
        await database.write(partial(typists.note, company_id=1, conversation_id=1, person=person))
    assert await ws.receive_json(timeout=60) == {"typing": "Jana"}
    now = datetime.now(UTC)
    for person in (eve, jana):
        await database.write(partial(conversations.assign, company_id=1, conversation_id=1, person=person, now=now))
    assert await ws.receive_json(timeout=60) == {"person": "Jana"}, "nobody else's people are named"
    await database.write(partial(conversations.set_owner, company_id=1, conversation_id=1, owner="bot", now=now))
    assert await ws.receive_json(timeout=60) == {"person": ""}


@pytest.mark.both_databases
async def test_looking_at_the_panel_writes_nothing_and_the_first_message_brings_the_notice(
    stored_client: Client, database: Database
) -> None:
    before = database.read_now(_everything)
    page = await (await stored_client.get("/widget/demo?lang=de")).text()
    setting = json.loads(page.partition('id="setting">')[2].partition("</script>")[0])
    nobody = await stored_client.get("/api/v1/companies/demo/conversations/current")
    assert (nobody.status, await error_code(nobody)) == (404, "no_conversation")
    assert database.read_now(_everything) == before
    privacy = {"version": setting["privacy"], "seconds": 90}
    body = {"language": "de", "privacy": privacy}
    opened = await (await stored_client.post("/api/v1/companies/demo/conversations", json=body)).json()
    (first,) = opened["messages"]
    assert setting["welcome"] == [{"text": first["text"], "buttons": first["buttons"]}]
    shown = database.read_now(lambda conn: conversations.privacy_shown(conn, 1, 1))
    assert shown is not None
    assert shown.version == setting["privacy"]
    assert timedelta(seconds=80) < datetime.now(UTC) - shown.shown < timedelta(seconds=120)


def _everything(conn: Connection) -> dict[str, list[Any]]:
    """Every row of the database, the company's own among them."""
    tables = conversation_table.metadata.sorted_tables
    return {each.name: [tuple(row) for row in conn.execute(select(each))] for each in tables}


async def test_who_tells_of_no_notice_has_a_conversation_without_one(stored_client: Client, database: Database) -> None:
    await opens(stored_client)
    assert database.read_now(lambda conn: conversations.privacy_shown(conn, 1, 1)) is None


@pytest.mark.parametrize("privacy", ["v1", {}, {"version": ""}, {"version": "a b"}, {"version": "v", "seconds": -1}])
async def test_a_notice_that_makes_no_sense_opens_nothing(stored_client: Client, privacy: object) -> None:
    response = await stored_client.post("/api/v1/companies/demo/conversations", json={"privacy": privacy})
    assert response.status == 422
    assert await error_code(response) in ("invalid_field", "missing_field")
