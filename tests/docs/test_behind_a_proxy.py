"""Behind nginx and Caddy, configured as docs/installing.md says, everything arrives that Candor goes by."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager
from ipaddress import ip_network
from pathlib import Path

import pytest
from aiohttp import ClientSession, FormData, TCPConnector, web
from pytest_aiohttp.plugin import AiohttpServer

from bot.channels.web import WebSettings, setup
from bot.texts import load_texts
from candor.proxy import visitor_known
from tests.bot.web.fakes import FakeConversations, company
from tests.docs import proxies

FORGED = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "http"}
OPEN = "/api/v1/companies/demo/conversations"
LARGEST = 5 * 1024 * 1024


@pytest.fixture(params=["nginx", "caddy"])
async def address(request: pytest.FixtureRequest, tmp_path: Path, aiohttp_server: AiohttpServer) -> AsyncIterator[str]:
    """The proxy's address."""
    app = web.Application(middlewares=[visitor_known((ip_network("127.0.0.1/32"),))])
    setup(app, FakeConversations(company(1, "demo", "Demo Company")), load_texts(), WebSettings())
    app.router.add_get("/known", _known)
    app.router.add_get("/metrics", _known)
    server = await aiohttp_server(app)
    start: Callable[[Path, str], AbstractContextManager[str]] = getattr(proxies, request.param)
    with start(tmp_path, f"127.0.0.1:{server.port}") as running:
        yield running


async def _known(request: web.Request) -> web.Response:
    return web.json_response({"address": request.remote, "scheme": request.scheme, "host": request.host})


def visitor(host: str) -> ClientSession:
    """Return a browser on this host, which believes any certificate."""
    return ClientSession(connector=TCPConnector(local_addr=(host, 0), ssl=False))


async def test_visitors_are_known_by_their_own_address_and_scheme(address: str) -> None:
    async with visitor("127.0.0.2") as ada:
        known = await (await ada.get(f"{address}/known", headers=FORGED)).json()
    assert known == {"address": "127.0.0.2", "scheme": "https", "host": address.removeprefix("https://")}


async def test_the_panel_gets_its_cookie_and_its_socket(address: str) -> None:
    own = FORGED | {"Origin": address, "Sec-Fetch-Site": "same-origin"}
    async with visitor("127.0.0.2") as ada:
        opened = await ada.post(address + OPEN, json={}, headers=own)
        cookie = opened.headers["Set-Cookie"]
        assert cookie.startswith("__Host-candor-demo=")
        talk = f"{address}/api/v1/conversations/{(await opened.json())['conversation']}"
        panel = own | {"Cookie": cookie.partition(";")[0]}
        async with ada.ws_connect(f"{talk}/socket?after=1", headers=panel) as socket:
            said = await ada.post(f"{talk}/messages", json={"client_id": "1", "text": "Hello?"}, headers=panel)
            assert said.status == 200
            assert (await socket.receive_json(timeout=proxies.SECONDS))["text"] == "Hello?"


async def test_the_largest_file_comes_through(address: str) -> None:
    async with visitor("127.0.0.2") as ada:
        opened = await (await ada.post(address + OPEN, json={})).json()
        form = FormData()
        form.add_field("file", b"%PDF-1.7".ljust(LARGEST), filename="cv.pdf")
        token = {"Authorization": f"Bearer {opened['token']}"}
        sent = await ada.post(
            f"{address}/api/v1/conversations/{opened['conversation']}/files", data=form, headers=token
        )
        assert sent.status == 200, await sent.text()


async def test_metrics_are_for_nobody_outside(address: str) -> None:
    async with visitor("127.0.0.2") as ada:
        assert (await ada.get(f"{address}/metrics")).status == 403
