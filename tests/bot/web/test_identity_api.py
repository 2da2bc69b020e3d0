"""Saying whose conversation it is by the API: what is believed, and what is refused in one line."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.web.conftest import Candidate, error_code
from tests.bot.web.fakes import SIGNED, FakeConversations


async def says(candidate: Candidate, body: object, **headers: str) -> Any:
    return await candidate.client.post(f"{candidate.path}/identity", json=body, headers=candidate.headers | headers)


async def test_whose_conversation_it_is_is_kept(ada: Candidate, house: FakeConversations) -> None:
    response = await says(ada, {"user": "4711", "signature": SIGNED})
    assert (response.status, await response.json()) == (200, {"user": "4711"})
    assert list(house.users.values()) == ["4711"]


async def test_who_finds_a_conversation_again_reads_whose_it_is(ada: Candidate) -> None:
    address = f"/api/v1/companies/demo/conversations/current?conversation={ada.conversation}"
    for user in (None, "4711"):
        if user:
            await says(ada, {"user": user, "signature": SIGNED})
        found = await (await ada.client.get(address, headers=ada.headers)).json()
        assert found["user"] == user


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"user": "4711", "signature": "0" * 64}, 403, "wrong_signature"),
        ({"user": "4711"}, 422, "missing_field"),
        ({"user": "", "signature": SIGNED}, 422, "invalid_field"),
        ({"user": 4711, "signature": SIGNED}, 422, "invalid_field"),
        ({"user": "x" * 201, "signature": SIGNED}, 422, "invalid_field"),
        ({"user": "a\x00b", "signature": SIGNED}, 422, "invalid_field"),
        ({"user": "a\ud800b", "signature": SIGNED}, 422, "invalid_field"),
        ({"user": "4711", "signature": "x" * 201}, 422, "invalid_field"),
        ([], 422, "not_an_object"),
    ],
)
async def test_what_is_not_believed_is_refused(
    ada: Candidate, house: FakeConversations, body: object, status: int, code: str
) -> None:
    response = await says(ada, body)
    assert (response.status, await error_code(response)) == (status, code)
    assert house.users == {}


async def test_it_takes_the_conversations_token(ada: Candidate, house: FakeConversations) -> None:
    response = await says(ada, {"user": "4711", "signature": SIGNED}, Authorization="Bearer another")
    assert response.status == 401
    assert house.users == {}
