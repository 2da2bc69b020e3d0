"""Whatever is wrong with a request has its own status, code and line of words."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from tests.bot.web.conftest import Candidate, Client, Connect, error_code, opens
from tests.bot.web.fakes import FakeConversations


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"client_id": "m1", "text": ""}, "empty_message"),
        ({"client_id": "m1", "text": " \n\t "}, "empty_message"),
        ({"client_id": "m1", "text": "\x00\x07"}, "empty_message"),
        ({"client_id": "m1", "text": "\u200b\u2060 \ufeff"}, "empty_message"),
        ({"client_id": "m1", "text": "a" * 2001}, "text_too_long"),
        ({"client_id": "m1", "text": "🙂" * 10_000}, "text_too_long"),
        ({"client_id": "m1"}, "text_or_button"),
        ({"client_id": "m1", "text": "Hi", "button": "general:help"}, "text_or_button"),
        ({"client_id": "m1", "text": 7}, "invalid_field"),
        ({"client_id": "m1", "text": ["Hi"]}, "invalid_field"),
        ({"client_id": 7, "text": "Hi"}, "invalid_field"),
        ({"client_id": "", "text": "Hi"}, "invalid_field"),
        ({"client_id": "a b", "text": "Hi"}, "invalid_field"),
        ({"client_id": "a\n", "text": "Hi"}, "invalid_field"),
        ({"client_id": "x" * 129, "text": "Hi"}, "invalid_field"),
        ({"text": "Hi"}, "missing_field"),
        ({"client_id": "m1", "button": "general:make_coffee"}, "unknown_button"),
        ({"client_id": "m1", "button": ""}, "invalid_field"),
        ([], "not_an_object"),
        ("Hi", "not_an_object"),
        (True, "not_an_object"),
    ],
)
async def test_a_body_of_the_wrong_shape_is_refused_with_422(ada: Candidate, body: object, code: str) -> None:
    response = await ada.post(body)
    assert (response.status, await error_code(response)) == (422, code)
    assert len(await ada.reads()) == 1


@pytest.mark.parametrize(
    "body",
    [b"salary?", b'{"client_id": "m1", "text": "Hi"', b'{"text": "\xff\xfe"}', b"[" * 50_000, b'{"text": "a\x00b"}'],
)
async def test_what_is_not_json_is_refused_with_400(ada: Candidate, body: bytes) -> None:
    response = await ada.client.post(f"{ada.path}/messages", data=body, headers=ada.headers)
    assert (response.status, await error_code(response)) == (400, "not_json")


async def test_what_only_says_that_it_is_compressed_is_not_json(ada: Candidate) -> None:
    headers = ada.headers | {"Content-Encoding": "gzip", "Content-Type": "application/json"}
    response = await ada.client.post(f"{ada.path}/messages", data=b'{"text": "Hi"}', headers=headers)
    assert (response.status, await error_code(response)) == (400, "not_json")


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("sal\x00ary\x1b[31m?", "salary[31m?"),
        ("one\r\ntwo\rthree\tfour", "one\ntwo\nthree\tfour"),
        ("half \ud83d an emoji", "half � an emoji"),
        ("whole \ud83d\ude42 emoji", "whole 🙂 emoji"),
        ("  Hi  ", "Hi"),
    ],
)
async def test_control_characters_and_lone_surrogates_are_cleaned_away(ada: Candidate, sent: str, stored: str) -> None:
    body = json.dumps({"client_id": "m1", "text": sent})
    response = await ada.client.post(f"{ada.path}/messages", data=body, headers=ada.headers)
    assert response.status == 200
    assert (await response.json())["message"]["text"] == stored


async def test_a_client_id_with_other_content_is_a_conflict(ada: Candidate) -> None:
    await ada.says("First")
    response = await ada.says("Second")
    assert (response.status, await error_code(response)) == (409, "client_id_reused")


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer"}, {"Authorization": "Basic YTpi"}])
async def test_a_missing_token_is_refused_with_401(ada: Candidate, header: dict[str, str]) -> None:
    for response in (
        await ada.client.post(f"{ada.path}/messages", json={"client_id": "m1", "text": "Hi"}, headers=header),
        await ada.client.get(f"{ada.path}/messages", headers=header),
    ):
        assert (response.status, await error_code(response)) == (401, "unauthorized")
        assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("token", ["wrong", "ünï", "x" * 4000])
async def test_a_wrong_token_is_refused_with_401(ada: Candidate, token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    response = await ada.client.post(f"{ada.path}/messages", json={"client_id": "m1", "text": "Hi"}, headers=headers)
    assert (response.status, await error_code(response)) == (401, "unauthorized")


async def test_an_unknown_company_is_not_found(client: Client) -> None:
    response = await client.post("/api/v1/companies/nobody/conversations", json={})
    assert (response.status, await error_code(response)) == (404, "company_not_found")
    assert "nobody" in (await response.json())["error"]["message"]


@pytest.mark.parametrize(
    "path", ["", "nowhere", "companies/%00/conversations", "companies/%F0%9F/conversations", "conversations/x/y"]
)
async def test_an_unknown_route_is_not_found(client: Client, path: str) -> None:
    response = await client.post(f"/api/v1/{path}", json={})
    assert (response.status, await error_code(response)) == (404, "not_found")


async def test_another_method_is_refused_with_405(client: Client) -> None:
    response = await client.delete("/api/v1/companies/demo/conversations")
    assert (response.status, await error_code(response)) == (405, "method_not_allowed")
    assert response.headers["Allow"] == "POST"


@pytest.mark.parametrize("after", ["-1", "x", "1.5", "99999999999", "²", ""])
async def test_a_sequence_number_that_is_none_is_refused(ada: Candidate, after: str) -> None:
    response = await ada.client.get(f"{ada.path}/messages", params={"after": after}, headers=ada.headers)
    assert (response.status, await error_code(response)) == (422, "invalid_field")


async def test_a_body_that_is_too_large_is_refused_with_413(connect: Connect) -> None:
    ada = await opens(await connect(max_body_bytes=1000))

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 100

    told = await ada.says("a" * 1000)
    untold = await ada.client.post(f"{ada.path}/messages", data=chunks(), headers=ada.headers)
    for response in (told, untold):
        assert (response.status, await error_code(response)) == (413, "body_too_large")


async def test_200_kb_of_pasted_text_get_one_clear_line_and_nothing_of_them_is_kept(ada: Candidate) -> None:
    response = await ada.says("my whole life " * 15_000)
    assert (response.status, await error_code(response)) == (413, "body_too_large")
    assert len(await ada.reads()) == 1


async def test_a_busy_house_says_when_to_come_back_and_keeps_nothing(ada: Candidate, house: FakeConversations) -> None:
    house.busy = True
    response = await ada.says("Hello?")
    assert (response.status, await error_code(response)) == (503, "busy")
    assert int(response.headers["Retry-After"]) >= 1
    house.busy = False
    assert (await ada.says("Hello?")).status == 200


async def test_a_fault_of_ours_tells_nothing_about_the_inside(ada: Candidate, house: FakeConversations) -> None:
    house.broken = True
    response = await ada.says("Hello?")
    assert (response.status, await error_code(response)) == (500, "internal")
    assert "secret" not in await response.text()


async def test_errors_speak_the_language_the_client_accepts(client: Client) -> None:
    response = await client.post("/api/v1/nowhere", headers={"Accept-Language": "it, de-CH;q=0.9, en;q=0.8"})
    assert (await response.json())["error"]["message"].startswith("Unter dieser Adresse")
