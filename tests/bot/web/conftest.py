"""An application with the web channel over conversations in memory, and a client for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Any

import pytest
from aiohttp import ClientResponse, web
from aiohttp.test_utils import TestClient
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import WebSettings, setup
from bot.texts import load_texts
from candor.proxy import visitor_known
from tests.bot.web.fakes import FakeConversations, company
from texts import Texts

Client = TestClient[web.Request, web.Application]
Connect = Callable[..., Awaitable[Client]]

LOOPBACK = (ip_network("127.0.0.0/8"),)


@pytest.fixture(scope="session")
def texts() -> Texts:
    return load_texts()


@pytest.fixture
def house() -> FakeConversations:
    return FakeConversations(company(1, "demo", "Demo Company"), company(2, "acme", "Acme & Sons", ("de",)))


@pytest.fixture
def connect(house: FakeConversations, texts: Texts, aiohttp_client: AiohttpClient) -> Connect:
    """Start the channel with these settings and return a client."""

    async def start(*, behind_proxy: bool = False, **settings: Any) -> Client:
        app = web.Application(middlewares=[visitor_known(LOOPBACK if behind_proxy else ())])
        setup(app, house, texts, WebSettings(**settings))
        return await aiohttp_client(app)

    return start


@pytest.fixture
async def client(connect: Connect) -> Client:
    return await connect()


@dataclass(frozen=True)
class Candidate:
    """Somebody who has opened a conversation."""

    client: Client
    conversation: str
    token: str
    address: str = ""
    """What a proxy says where the request comes from."""

    @property
    def path(self) -> str:
        return f"/api/v1/conversations/{self.conversation}"

    @property
    def headers(self) -> dict[str, str]:
        forwarded = {"X-Forwarded-For": self.address} if self.address else {}
        return {"Authorization": f"Bearer {self.token}"} | forwarded

    async def post(self, body: object, **headers: str) -> ClientResponse:
        return await self.client.post(f"{self.path}/messages", json=body, headers=self.headers | headers)

    async def says(self, text: str, client_id: str = "m1") -> ClientResponse:
        return await self.post({"client_id": client_id, "text": text})

    async def reads(self, after: int = 0) -> list[dict[str, Any]]:
        response = await self.client.get(f"{self.path}/messages?after={after}", headers=self.headers)
        assert response.status == 200
        messages: list[dict[str, Any]] = (await response.json())["messages"]
        return messages


async def opens(client: Client, company: str = "demo") -> Candidate:
    response = await client.post(f"/api/v1/companies/{company}/conversations", json={})
    assert response.status == 201
    body = await response.json()
    return Candidate(client, body["conversation"], body["token"])


@pytest.fixture
async def ada(client: Client) -> Candidate:
    return await opens(client)


async def error_code(response: ClientResponse) -> str:
    """Return the code of an error response after checking its form."""
    body = await response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) == {"code", "message"}
    assert body["error"]["message"]
    assert "\n" not in body["error"]["message"]
    code: str = body["error"]["code"]
    return code
