"""What a client says over the WebSocket: how far it has read, and that somebody types."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest
from aiohttp import ClientWebSocketResponse

from tests.bot.web.conftest import Candidate
from tests.bot.web.fakes import FakeConversations
from tests.bot.web.sockets import DEADLINE, hears, joins, until_joined


async def until_seen(house: FakeConversations, seqs: list[int]) -> None:
    async with asyncio.timeout(DEADLINE):
        while True:
            if house.seen_seqs == seqs:
                return
            await asyncio.sleep(0)


async def test_a_client_tells_what_was_seen_and_each_number_is_noted_once(
    ada: Candidate, house: FakeConversations
) -> None:
    ws = await joins(ada)
    for seq in (2, 2, 1, 5):
        await ws.send_json({"seen": seq})
    await until_seen(house, [2, 5])
    assert house.seen_seqs == [2, 5]


@pytest.mark.parametrize("frame", ["{}", "nonsense", '{"seen": "2"}', '{"seen": true}', '{"seen": -1}', "[1]", "99"])
async def test_a_frame_that_says_nothing_is_passed_over(ada: Candidate, house: FakeConversations, frame: str) -> None:
    ws = await joins(ada)
    await ws.send_str(frame)
    await ws.send_json({"seen": 2})
    await until_seen(house, [2])
    assert house.seen_seqs == [2]


async def test_what_was_seen_while_the_database_was_busy_is_noted_when_it_is_told_again(
    ada: Candidate, house: FakeConversations
) -> None:
    ws = await joins(ada, after=1)
    house.busy = True
    await ws.send_json({"seen": 2})
    house.recruiter_writes(ada.conversation, "Yes.")
    await hears(ws, 1)
    house.busy = False
    await ws.send_json({"seen": 2})
    await until_seen(house, [2])
    assert house.seen_seqs == [2]


async def asks_for_typing(ada: Candidate) -> ClientWebSocketResponse:
    return await ada.client.ws_connect(f"{ada.path}/socket?after=1&typing=1", headers=ada.headers)


async def test_who_asks_for_it_is_told_who_of_the_desk_types(ada: Candidate, house: FakeConversations) -> None:
    asking, other = await asks_for_typing(ada), await joins(ada, after=1)
    await until_joined(ada.client, 2)
    house.recruiter_types(ada.conversation, 1)
    assert await hears(asking, 1) == [{"typing": "Jana"}]
    house.recruiter_types(ada.conversation, 99)
    house.recruiter_writes(ada.conversation, "Yes.")
    for ws in (asking, other):
        [message] = await hears(ws, 1)
        assert message["text"] == "Yes.", "and nobody else is told of typing, nor of a person that is none"


async def test_who_asks_for_it_is_told_which_person_answers_until_the_bot_does(
    ada: Candidate, house: FakeConversations
) -> None:
    ws = await asks_for_typing(ada)
    await until_joined(ada.client, 1)
    house.recruiter_writes(ada.conversation, "Yes.")
    message, person = await hears(ws, 2)
    assert (message["text"], person) == ("Yes.", {"person": "Jana"})
    talk = house.talks[ada.conversation]
    talk.conversation = dataclasses.replace(talk.conversation, owner="bot")
    house.append(talk, "bot", "I am back.")
    _, person = await hears(ws, 2)
    assert person == {"person": ""}


async def test_the_desk_is_told_that_the_candidate_types_but_not_with_every_key(
    ada: Candidate, house: FakeConversations
) -> None:
    ws = await joins(ada, after=1)
    for frame in ('{"typing": 1}', '{"typing": true}', '{"typing": true}', "[]", '{"typing": true, "seen": 1}'):
        await ws.send_str(frame)
    async with asyncio.timeout(DEADLINE):
        while True:
            if house.seen_seqs:
                break
            await asyncio.sleep(0)
    assert (house.typed, house.seen_seqs) == (1, [1])
