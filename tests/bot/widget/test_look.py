"""The widget in a company's own look: what is served."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient
from pytest_aiohttp.plugin import AiohttpClient

from bot.channels.web import WebSettings, setup
from bot.texts import load_texts
from storage.companies.look import Look
from storage.companies.pictures import digest
from tests.bot.web.fakes import FakeConversations, company
from tests.pictures import png

LOGO = png(64, colour=(255, 212, 0))
LOOK = Look(
    bot_name="Halmi <b>",
    colour="#ffd400",
    side="left",
    logo=digest(LOGO),
    launcher={"en": "Questions? Ask “Halmi”</script>"},
)

Client = TestClient[web.Request, web.Application]


@pytest.fixture
async def client(aiohttp_client: AiohttpClient) -> Client:
    house = FakeConversations(
        replace(company(1, "demo", "Demo Company", ("en", "de")), look=LOOK), company(2, "plain", "Plain")
    )
    house.logos[1] = LOGO
    app = web.Application()
    setup(app, house, load_texts(), WebSettings())
    return await aiohttp_client(app)


async def told(client: Client, key: str) -> dict[str, object]:
    response = await client.get(f"/widget/{key}/look.js")
    assert response.content_type == "text/javascript"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    source = await response.text()
    assert "</script>" not in source
    found: dict[str, object] = json.loads(source.removeprefix("export default ").removesuffix(";\n"))
    return found


async def test_the_loader_is_told_what_is_seen_before_the_panel(client: Client) -> None:
    assert await told(client, "demo") == {
        "name": "Demo Company", "mail": "hr@example.org", "colour": "#ffd400", "ink": "#000000", "side": "left",
        "texts": dict(LOOK.launcher),
    }  # fmt: skip
    assert await told(client, "plain") == {"name": "Plain", "mail": "hr@example.org"}
    assert (await client.get("/widget/nobody/look.js")).status == 404


async def test_the_panel_has_the_colours_the_logo_and_the_name(client: Client) -> None:
    page = await (await client.get("/widget/demo")).text()
    assert '<link rel="stylesheet" href="/widget/demo/look.css">' in page
    assert f'<img src="/widget/demo/logo/{LOOK.logo}.png" alt="">' in page
    assert '<h1 dir="auto">Halmi &lt;b&gt;</h1>' in page
    assert "Chatbot of Demo Company. A person helps if it’s unsure." in page
    css = await client.get("/widget/demo/look.css")
    assert css.content_type == "text/css"
    assert "--fill: #ffd400; --fill-ink: #000000" in await css.text()


async def test_a_company_without_a_look_has_candors_own(client: Client) -> None:
    page = await (await client.get("/widget/plain")).text()
    assert "look.css" not in page
    assert "<img" not in page
    assert '<h1 dir="auto">Plain</h1>' in page
    assert "Chatbot. A person helps" in page
    assert (await client.get("/widget/plain/logo/x.png")).status == 404


async def test_the_logo_is_a_picture_and_can_be_nothing_else(client: Client) -> None:
    response = await client.get(f"/widget/demo/logo/{LOOK.logo}.png")
    assert await response.read() == LOGO
    assert response.content_type == "image/png"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "immutable" in response.headers["Cache-Control"]
    older = await client.get("/widget/demo/logo/0123456789abcdef.png")
    assert older.headers["Cache-Control"] == "no-cache"
