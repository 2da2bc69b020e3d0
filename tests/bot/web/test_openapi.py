"""/openapi.json describes what the API really does: schemathesis tries it with seeded requests, good and bad."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from aiohttp import web
from hypothesis import HealthCheck, Phase, settings

from bot.channels.web import Rate, WebSettings, setup
from bot.channels.web.openapi import document
from bot.dialogue.loading import IncomingMessage
from bot.texts import load_texts
from tests.bot.web.conftest import Client
from tests.bot.web.fakes import FakeConversations, company

DOCUMENT = document()
SOCKET = "/api/v1/conversations/{id}/socket"
FILES = "/api/v1/conversations/{id}/files"
"""No schema can say what a PDF is: tests/bot/web/test_files_api.py tries this route."""
schema = schemathesis.openapi.from_dict(DOCUMENT, config=schemathesis.Config(seed=1)).exclude(path=[SOCKET, FILES])


class AnyButton(FakeConversations):
    """Takes every button: no schema can say which ones were offered."""

    def text_of(self, incoming: IncomingMessage) -> str:
        return incoming.text or incoming.button or ""


@pytest.fixture(scope="module")
def house() -> FakeConversations:
    return AnyButton(company(1, "demo", "Demo Company"))


@pytest.fixture(scope="module")
def address(house: FakeConversations) -> Iterator[str]:
    """Serve the API on a loop of its own, since schemathesis calls it from outside."""
    loop, started, ports = asyncio.new_event_loop(), threading.Event(), []

    async def start() -> web.AppRunner:
        app = web.Application()
        setup(app, house, load_texts(), WebSettings(conversation_rate=Rate(burst=0, per_second=0.0)))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        ports.append(runner.addresses[0][1])
        started.set()
        return runner

    def serve() -> None:
        runner = loop.run_until_complete(start())
        loop.run_forever()
        loop.run_until_complete(runner.cleanup())
        loop.close()

    thread = threading.Thread(target=serve)
    thread.start()
    assert started.wait(10)
    yield f"http://127.0.0.1:{ports[0]}"
    loop.call_soon_threadsafe(loop.stop)
    thread.join(10)


@schema.parametrize()
@settings(
    max_examples=40,
    derandomize=True,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_answers_as_described(
    case: schemathesis.Case[Any], address: str, house: FakeConversations
) -> None:
    talk = asyncio.run(house.open("demo", None))
    if "company" in case.path_parameters:
        case.path_parameters["company"] = "demo"
    if "id" in case.path_parameters:
        case.path_parameters["id"] = talk.conversation.public_id
    response = case.call(base_url=address, headers={"Authorization": f"Bearer {talk.token}"})
    case.validate_response(response)


async def test_the_description_is_served(client: Client) -> None:
    response = await client.get("/openapi.json")
    assert response.status == 200
    assert response.content_type == "application/json"
    assert await response.json() == DOCUMENT


async def test_every_route_of_the_api_is_described(client: Client) -> None:
    app = client.server.app  # type: ignore[attr-defined]
    served = {
        (route.resource.canonical, route.method.lower())
        for route in app.router.routes()
        if route.resource.canonical.startswith("/api/")
    }
    assert served == {(path, method) for path, operations in DOCUMENT["paths"].items() for method in operations}


def test_what_the_socket_is_asked_and_answers_is_described() -> None:
    socket = DOCUMENT["paths"]["/api/v1/conversations/{id}/socket"]["get"]
    assert {each["name"] for each in socket["parameters"]} == {"id", "after", "typing"}
    assert "429" in socket["responses"]
