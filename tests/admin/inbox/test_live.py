"""A page that is open is told, without a reload, who waits and what changed: its own company's only."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, WSServerHandshakeError

from admin.inbox import live, screens
from storage.conversations import conversations, typists
from storage.database.token_hashes import hash_token
from storage.people import sessions, users
from tests.admin.conftest import Visit
from tests.admin.world import NOW, UNSURE, Visitor, World


async def watch(visitor: Visitor, **headers: str) -> ClientWebSocketResponse:
    visitor.client.session.cookie_jar.clear()
    cookies = f"candor-desk={visitor.token}; candor-desk-company={visitor.company}"
    return await visitor.client.ws_connect("/admin/live", headers={"Cookie": cookies, **headers})


async def told(socket: ClientWebSocketResponse) -> dict[str, Any]:
    found: dict[str, Any] = await socket.receive_json(timeout=10)
    return found


@pytest.mark.both_databases
async def test_a_page_is_told_at_once_that_somebody_waits(world: World, ada: Visitor) -> None:
    socket = await watch(ada)
    first = await told(socket)
    assert (first["counts"]["waiting"], first["talks"]) == (0, None)
    await asyncio.to_thread(world.ask, "Can I bring my dog?", UNSURE, "defer")
    then = await told(socket)
    assert (then["counts"]["waiting"], then["counts"]["unassigned"], then["talks"]) == (1, 1, [1])
    await socket.close()


async def test_each_person_is_told_what_is_theirs(world: World, visit: Visit, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    world.now(lambda conn: conversations.assign(conn, world.demo.id, 1, world.ada.id, NOW))
    hers, his = await watch(ada), await watch(await visit(world.bob))
    assert [(await told(socket))["counts"]["mine"] for socket in (hers, his)] == [1, 0]


async def test_whom_a_colleague_gives_a_conversation_is_told_which(world: World, visit: Visit, ada: Visitor) -> None:
    world.ask("Can I bring my dog?", UNSURE, "defer")
    bob = await visit(world.bob)
    hers, his = await watch(ada), await watch(bob)
    for socket in (hers, his):
        assert "given" not in await told(socket)
    await ada.post("/conversations/1/assign", {"assignee": str(world.bob.id)})
    assert ((await told(his))["given"], "given" in await told(hers)) == ([1], False)
    await ada.post("/conversations/1/assign", {"assignee": str(world.ada.id)})
    assert ["given" in await told(socket) for socket in (his, hers)] == [False, False], "she took it herself"


async def test_another_company_hears_nothing(world: World, visit: Visit, ada: Visitor) -> None:
    strangers, own = await watch(await visit(world.eve)), await watch(ada)
    assert (await told(strangers))["counts"]["waiting"] == 0
    await told(own)
    await asyncio.to_thread(world.ask, "Can I bring my dog?", UNSURE, "defer")
    await told(own)
    with pytest.raises(TimeoutError):
        await strangers.receive_json(timeout=0.3)


async def test_who_was_disabled_is_told_no_more(world: World, ada: Visitor) -> None:
    socket = await watch(ada)
    await told(socket)
    await asyncio.to_thread(world.now, lambda conn: users.disable(conn, world.demo.id, world.ada.id))
    await asyncio.to_thread(world.ask, "Can I bring my dog?", UNSURE, "defer")
    message = await socket.receive(timeout=10)
    assert message.type is WSMsgType.CLOSE
    assert message.data == live.LOGGED_OUT


async def test_looking_on_does_not_prolong_a_session(world: World, ada: Visitor) -> None:
    before = world.now(lambda conn: sessions.by_token_hash(conn, hash_token(ada.token), NOW))
    await told(await watch(ada))
    assert world.now(lambda conn: sessions.by_token_hash(conn, hash_token(ada.token), NOW)) == before


async def test_a_foreign_page_cannot_listen_with_somebodys_cookie(ada: Visitor) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await watch(ada, Origin="https://evil.example")
    assert refused.value.status == 403


async def test_a_page_whose_session_has_ended_is_told_so_and_asks_no_more(ada: Visitor) -> None:
    ada.token = "made-up"
    message = await (await watch(ada)).receive(timeout=10)
    assert (message.type, message.data) == (WSMsgType.CLOSE, live.LOGGED_OUT)


async def test_many_changes_are_told_together(world: World, ada: Visitor) -> None:
    socket = await watch(ada)
    await told(socket)

    def ask_much() -> None:
        for number in range(20):
            world.ask(f"Question {number}?", UNSURE, "defer")

    await asyncio.to_thread(ask_much)
    messages = [await told(socket)]
    named = set(messages[-1]["talks"])
    while messages[-1]["counts"]["waiting"] < 20 or named != set(range(1, 21)):
        messages.append(await told(socket))  # what is counted already may be named in the next
        named |= set(messages[-1]["talks"])
    assert len(messages) < 20


async def test_more_changes_than_can_be_named_mean_that_any_may_have_changed(
    world: World, ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = screens.Screen(socket=None)  # type: ignore[arg-type]  # nothing is sent here
    screen.take()
    for number in range(screens.MOST_TALKS + 1):
        screen.note(number)
    assert screen.take() == (None, [])
    screen.note(7)
    assert screen.take() == ([7], [])


async def told_typing(socket: ClientWebSocketResponse) -> dict[str, Any]:
    while "typing" not in (message := await told(socket)):
        pass
    found: dict[str, Any] = message["typing"]
    return found


@pytest.mark.both_databases
async def test_a_page_is_told_who_else_types_in_the_conversation_that_it_shows(
    world: World, visit: Visit, ada: Visitor
) -> None:
    await asyncio.to_thread(world.ask, "Can I bring my dog?", UNSURE, "defer")
    hers, his = await watch(ada), await watch(await visit(world.bob))
    for socket in (hers, his):
        await told(socket)
        await socket.send_json({"open": 1})
    await his.send_json({"typing": 1})
    assert await told_typing(hers) == {"candidate": False, "people": ["Bob"]}
    await asyncio.to_thread(world.now, lambda conn: typists.note(conn, world.demo.id, 1))
    assert await told_typing(hers) == {"candidate": True, "people": []}
    assert await told_typing(his) == {"candidate": True, "people": []}, "never that he types himself"


async def test_nobody_is_told_of_typing_elsewhere_nor_by_whom_it_is_no_business(
    world: World, visit: Visit, ada: Visitor
) -> None:
    await asyncio.to_thread(world.ask, "Can I bring my dog?", UNSURE, "defer")
    hers, eves = await watch(ada), await watch(await visit(world.eve))
    await told(hers)
    await told(eves)
    await hers.send_json({"open": 1})
    await eves.send_json({"open": 1, "typing": 1})
    await asyncio.to_thread(world.now, lambda conn: users.disable(conn, world.demo.id, world.bob.id))
    await asyncio.to_thread(world.now, lambda conn: typists.note(conn, world.demo.id, 1, world.bob.id))
    assert await told_typing(hers) == {"candidate": False, "people": []}, "he was disabled in the middle of typing"
    with pytest.raises(TimeoutError):
        await eves.receive_json(timeout=0.3)


@pytest.mark.parametrize("frame", ["", "[", "[]", '{"typing": "x"}', '{"typing": 99}', '{"open": -1}', "[" * 60])
async def test_a_page_that_says_nonsense_is_no_trouble(world: World, ada: Visitor, frame: str) -> None:
    socket = await watch(ada)
    await told(socket)
    await socket.send_str(frame)
    await asyncio.to_thread(world.ask, "Can I bring my dog?", UNSURE, "defer")
    assert (await told(socket))["counts"]["waiting"] == 1


def test_a_page_hears_of_typing_only_where_it_looks() -> None:
    screen = screens.Screen(socket=None, person=2, talk=7)  # type: ignore[arg-type]  # nothing is sent here
    screen.take()
    for talk, person in ((7, 2), (8, 1), (7, 1), (7, 0)):
        screen.note_typing(talk, person)
    assert screen.take() == ([], [0, 1])
