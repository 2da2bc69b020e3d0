"""The conversation's cookie: set over HTTPS for our own panel, and worth nothing to pages of other origins."""

from __future__ import annotations

import pytest

from tests.bot.web.conftest import Client, Connect, error_code

HOST = {"Host": "chat.example", "X-Forwarded-Proto": "https"}
OWN = HOST | {"Origin": "https://chat.example", "Sec-Fetch-Site": "same-origin"}
FOREIGN = HOST | {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}
OPEN = "/api/v1/companies/demo/conversations"
CURRENT = f"{OPEN}/current"


@pytest.fixture
async def client(connect: Connect) -> Client:
    return await connect(behind_proxy=True)


async def cookie_of(client: Client) -> tuple[str, dict[str, str]]:
    response = await client.post(OPEN, json={}, headers=OWN)
    pair = response.headers["Set-Cookie"].split(";")[0]
    return (await response.json())["conversation"], {"Cookie": pair}


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(client: Client) -> None:
    response = await client.post(OPEN, json={}, headers=OWN)
    body = await response.json()
    pair, *attributes = response.headers["Set-Cookie"].split("; ")
    assert pair == f"__Host-candor-demo={body['conversation']}.{body['token']}"
    assert set(attributes) == {"Max-Age=2592000", "Path=/", "Secure", "HttpOnly", "SameSite=None", "Partitioned"}


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "chat.example", "Origin": "http://chat.example"},
        {"Host": "chat.example", "Origin": "https://chat.example", "X-Forwarded-Proto": "http"},
        FOREIGN,
        HOST,
    ],
)
async def test_no_cookie_over_plain_http_or_for_others_than_our_panel(client: Client, headers: dict[str, str]) -> None:
    response = await client.post(OPEN, json={}, headers=headers)
    assert response.status == 201
    assert "Set-Cookie" not in response.headers


async def test_a_proxy_that_is_not_trusted_cannot_make_it_https(connect: Connect) -> None:
    client = await connect(behind_proxy=False)
    response = await client.post(OPEN, json={}, headers=OWN)
    assert "Set-Cookie" not in response.headers


async def test_the_cookie_finds_the_current_conversation_and_lives_on(client: Client) -> None:
    conversation, cookie = await cookie_of(client)
    response = await client.get(CURRENT, headers=HOST | cookie)
    body = await response.json()
    assert response.status == 200
    assert set(body) == {"conversation", "user", "messages"}
    assert body["conversation"] == conversation
    assert len(body["messages"]) == 1
    assert response.headers["Set-Cookie"].startswith(cookie["Cookie"])


async def test_a_token_finds_the_current_conversation(client: Client) -> None:
    opened = await (await client.post(OPEN, json={})).json()
    query = {"conversation": opened["conversation"]}
    good = await client.get(CURRENT, params=query, headers={"Authorization": f"Bearer {opened['token']}"})
    wrong = await client.get(CURRENT, params=query, headers={"Authorization": "Bearer guess"})
    odd = await client.get(CURRENT, params={"conversation": "\x00"}, headers={"Authorization": "Bearer guess"})
    assert [good.status, wrong.status, odd.status] == [200, 401, 401]
    assert "Set-Cookie" not in good.headers


@pytest.mark.parametrize("value", [None, "", "nonsense", "a.b", ".", "x.y.z", "ü.x"])
async def test_without_a_conversation_there_is_no_current_one(client: Client, value: str | None) -> None:
    headers = HOST if value is None else HOST | {"Cookie": f"__Host-candor-demo={value}"}
    response = await client.get(CURRENT, headers=headers)
    assert (response.status, await error_code(response)) == (404, "no_conversation")


async def test_another_companys_cookie_is_not_ours(client: Client) -> None:
    _, cookie = await cookie_of(client)
    renamed = {"Cookie": cookie["Cookie"].replace("-demo=", "-acme=")}
    response = await client.get("/api/v1/companies/acme/conversations/current", headers=HOST | renamed)
    assert (response.status, await error_code(response)) == (404, "no_conversation")


async def test_the_current_conversation_of_an_unknown_company_is_not_found(client: Client) -> None:
    response = await client.get("/api/v1/companies/nobody/conversations/current", headers=HOST)
    assert (response.status, await error_code(response)) == (404, "company_not_found")


async def test_the_cookie_lets_our_own_panel_write_and_read(client: Client) -> None:
    conversation, cookie = await cookie_of(client)
    path = f"/api/v1/conversations/{conversation}/messages"
    written = await client.post(path, json={"client_id": "1", "text": "Hi"}, headers=OWN | cookie)
    read = await client.get(path, headers=HOST | {"Sec-Fetch-Site": "same-origin"} | cookie)
    assert [written.status, read.status] == [200, 200]


@pytest.mark.parametrize(
    "headers",
    [
        FOREIGN,
        HOST,
        HOST | {"Origin": "null"},
        HOST | {"Origin": "http://chat.example"},
        OWN | {"Sec-Fetch-Site": "same-site"},
    ],
)
async def test_the_cookie_lets_no_other_page_write(client: Client, headers: dict[str, str]) -> None:
    conversation, cookie = await cookie_of(client)
    path = f"/api/v1/conversations/{conversation}/messages"
    response = await client.post(path, json={"client_id": "1", "text": "Hi"}, headers=headers | cookie)
    assert (response.status, await error_code(response)) == (403, "foreign_origin")


async def test_the_cookie_of_one_conversation_does_not_open_another(client: Client) -> None:
    first, _ = await cookie_of(client)
    _, cookie = await cookie_of(client)
    response = await client.get(f"/api/v1/conversations/{first}/messages", headers=HOST | cookie)
    assert response.status == 401
