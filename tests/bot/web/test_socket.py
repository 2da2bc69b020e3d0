"""The WebSocket: every message once and in order, resumed by number, for nobody but the candidate."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from tests.bot.web.conftest import Candidate, Client, Connect, opens
from tests.bot.web.fakes import FakeConversations
from tests.bot.web.sockets import DEADLINE, hears, joins, until_joined


async def close_code(ws: ClientWebSocketResponse) -> int | None:
    async with asyncio.timeout(DEADLINE):
        while (await ws.receive()).type is WSMsgType.TEXT:
            pass
    return ws.close_code


async def test_a_socket_gets_what_was_said_and_then_what_is_said(ada: Candidate, house: FakeConversations) -> None:
    ws = await joins(ada)
    [welcome] = await hears(ws, 1)
    assert welcome == (await ada.reads())[0]
    await ada.says("Is there a canteen?")
    house.recruiter_writes(ada.conversation, "Yes, on the ground floor.")
    messages = await hears(ws, 3)
    assert [(m["seq"], m["author"]) for m in messages] == [(2, "candidate"), (3, "bot"), (4, "recruiter")]


async def test_a_socket_resumes_after_a_number(ada: Candidate) -> None:
    await ada.says("Is there a canteen?")
    ws = await joins(ada, after=2)
    [message] = await hears(ws, 1)
    assert message["seq"] == 3


async def test_many_messages_at_once_come_once_and_in_order(ada: Candidate, house: FakeConversations) -> None:
    ws = await joins(ada)
    await hears(ws, 1)
    turns = [ada.says(f"Question {n}", client_id=f"m{n}") for n in range(20)]
    await asyncio.gather(*turns)
    assert [m["seq"] for m in await hears(ws, 40)] == list(range(2, 42))
    house.recruiter_writes(ada.conversation, "The last word.")
    [last] = await hears(ws, 1)
    assert last["seq"] == 42


async def test_a_long_history_is_sent_whole(ada: Candidate, house: FakeConversations) -> None:
    for number in range(1200):
        house.recruiter_writes(ada.conversation, f"Message {number}")
    ws = await joins(ada)
    assert [m["seq"] for m in await hears(ws, 1201)] == list(range(1, 1202))


async def test_a_change_made_in_another_thread_wakes_the_socket(ada: Candidate, house: FakeConversations) -> None:
    ws = await joins(ada, after=1)
    await until_joined(ada.client, 1)
    await asyncio.to_thread(house.recruiter_writes, ada.conversation, "Hello from the writer's thread")
    [message] = await hears(ws, 1)
    assert message["author"] == "recruiter"


async def test_two_sockets_of_a_conversation_both_hear_and_strangers_do_not(
    client: Client, house: FakeConversations
) -> None:
    ada, bob = await opens(client), await opens(client)
    first, second, stranger = await joins(ada, after=1), await joins(ada, after=1), await joins(bob, after=1)
    house.recruiter_writes(ada.conversation, "For Ada only")
    house.recruiter_writes(bob.conversation, "For Bob only")
    for ws, text in ((first, "For Ada only"), (second, "For Ada only"), (stranger, "For Bob only")):
        [message] = await hears(ws, 1)
        assert message["text"] == text


async def test_a_first_frame_with_the_token_opens_the_socket(ada: Candidate) -> None:
    ws = await ada.client.ws_connect(f"{ada.path}/socket")
    await ws.send_json({"token": ada.token})
    [welcome] = await hears(ws, 1)
    assert welcome["seq"] == 1


@pytest.mark.parametrize(
    "frame", ['{"token": "guess"}', "{}", "[]", '"token"', "not json", "[" * 4000, '{"token": null}']
)
async def test_another_first_frame_closes_the_socket(ada: Candidate, frame: str) -> None:
    ws = await ada.client.ws_connect(f"{ada.path}/socket")
    await ws.send_str(frame)
    assert await close_code(ws) == 4401


async def test_a_client_that_never_says_who_it_is_is_closed(connect: Connect) -> None:
    ada = await opens(await connect(socket_hello_timeout=0.01))
    ws = await ada.client.ws_connect(f"{ada.path}/socket")
    assert await close_code(ws) == 4401


async def test_a_wrong_header_is_refused_before_the_socket_opens(ada: Candidate) -> None:
    with pytest.raises(WSServerHandshakeError) as refusal:
        await joins(ada, Authorization="Bearer guess")
    assert refusal.value.status == 401


async def test_a_cookie_opens_the_socket_for_our_own_page_only(connect: Connect) -> None:
    client = await connect(behind_proxy=True)
    ada = await opens(client)
    path = f"{ada.path}/socket"
    host = {
        "Host": "chat.example",
        "X-Forwarded-Proto": "https",
        "Cookie": f"__Host-candor-demo={ada.conversation}.{ada.token}",
    }
    ws = await client.ws_connect(path, headers=host, origin="https://chat.example")
    assert len(await hears(ws, 1)) == 1
    for origin in ("https://evil.example", "null", None):
        with pytest.raises(WSServerHandshakeError) as refusal:
            await client.ws_connect(path, headers=host, origin=origin)
        assert refusal.value.status == 403


async def test_a_plain_request_to_the_socket_is_refused(ada: Candidate) -> None:
    response = await ada.client.get(f"{ada.path}/socket", headers=ada.headers)
    assert response.status == 400
    assert (await response.json())["error"]["code"] == "not_a_websocket"


async def test_a_server_that_shuts_down_says_that_it_goes_away(ada: Candidate) -> None:
    ws = await joins(ada, after=1)
    await until_joined(ada.client, 1)
    closing = asyncio.create_task(ada.client.server.close())
    assert await close_code(ws) == 1001
    await closing


async def test_an_erased_conversation_closes_its_socket(ada: Candidate, house: FakeConversations) -> None:
    ws = await joins(ada)
    await hears(ws, 1)
    house.erase(ada.conversation)
    assert await close_code(ws) == 4401


async def test_a_closed_socket_is_forgotten(ada: Candidate) -> None:
    ws = await joins(ada)
    await until_joined(ada.client, 1)
    await ws.close()
    await until_joined(ada.client, 0)


async def test_a_conversation_has_a_bounded_number_of_sockets(connect: Connect) -> None:
    ada = await opens(await connect(sockets_per_conversation=1))
    first = await joins(ada)
    await hears(first, 1)
    assert await close_code(await joins(ada)) == 1013


async def test_a_full_house_refuses_more_sockets(connect: Connect) -> None:
    ada = await opens(await connect(sockets_in_all=0))
    with pytest.raises(WSServerHandshakeError) as refusal:
        await joins(ada)
    assert refusal.value.status == 503


async def test_sockets_that_do_not_say_whose_they_are_count_too(connect: Connect) -> None:
    ada = await opens(await connect(sockets_in_all=1))
    silent = await ada.client.ws_connect(f"{ada.path}/socket")
    with pytest.raises(WSServerHandshakeError) as refusal:
        await joins(ada)
    assert refusal.value.status == 503
    await silent.close()
    await until_joined(ada.client, 0)
    assert len(await hears(await joins(ada), 1)) == 1


async def test_an_address_has_a_bounded_number_of_sockets(connect: Connect) -> None:
    ada = await opens(await connect(behind_proxy=True, sockets_per_address=1))
    here, there = replace(ada, address="198.51.100.4"), replace(ada, address="198.51.100.5")
    await joins(here)
    with pytest.raises(WSServerHandshakeError) as refusal:
        await joins(here)
    assert (refusal.value.status, refusal.value.headers and refusal.value.headers["Retry-After"]) == (429, "5")
    assert len(await hears(await joins(there), 1)) == 1


async def test_every_socket_looks_again_when_notices_may_have_been_missed(
    ada: Candidate, house: FakeConversations
) -> None:
    ws = await joins(ada, after=1)
    await until_joined(ada.client, 1)
    house.silent = True
    house.recruiter_writes(ada.conversation, "Said while the line was down")
    house.tell_everybody()
    [message] = await hears(ws, 1)
    assert message["text"] == "Said while the line was down"


async def test_a_notice_that_got_lost_is_healed_by_the_refresh(connect: Connect, house: FakeConversations) -> None:
    ada = await opens(await connect(socket_refresh=0.01))
    ws = await joins(ada, after=1)
    await until_joined(ada.client, 1)
    house.silent = True
    house.recruiter_writes(ada.conversation, "Nobody was told")
    [message] = await hears(ws, 1)
    assert message["text"] == "Nobody was told"


async def test_a_client_that_does_not_read_is_dropped_and_resumes(connect: Connect, house: FakeConversations) -> None:
    ada = await opens(await connect(socket_send_timeout=0.05))
    url = ada.client.make_url(f"{ada.path}/socket?after=0")
    reader, writer = await asyncio.open_connection(url.host, url.port, limit=1)
    request = (
        f"GET {url.raw_path_qs} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Authorization: Bearer {ada.token}\r\n\r\n"
    )
    writer.write(request.encode())
    await until_joined(ada.client, 1)
    reader._transport.pause_reading()  # type: ignore[attr-defined]
    for _ in range(4000):
        house.recruiter_writes(ada.conversation, "x" * 2000)
    await until_joined(ada.client, 0)
    writer.close()
    ws = await joins(ada, after=3999)
    assert [m["seq"] for m in await hears(ws, 2)] == [4000, 4001]
