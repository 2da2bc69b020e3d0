"""Behind a trusted proxy the visitor's own address and scheme count, also below a part of the application."""

from __future__ import annotations

from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from candor.proxy import behind_proxy

FORWARDED = {"X-Forwarded-For": "203.0.113.9, 198.51.100.7", "X-Forwarded-Proto": "http, https"}


async def seen(headers: dict[str, str], *, trusting: bool) -> list[object]:
    async def tell(request: web.Request) -> web.Response:
        return web.json_response([request.scheme, request.remote, request.match_info["name"]])

    desk = web.Application()
    desk.router.add_get("/{name}", tell)
    app = web.Application(middlewares=[behind_proxy] if trusting else [])
    app.add_subapp("/admin/", desk)
    async with TestClient(TestServer(app)) as client:
        answer: list[object] = await (await client.get("/admin/x", headers=headers)).json()
        return answer


async def test_the_last_proxys_word_counts() -> None:
    assert await seen(FORWARDED, trusting=True) == ["https", "198.51.100.7", "x"]


async def test_without_the_headers_nothing_changes() -> None:
    assert await seen({}, trusting=True) == ["http", "127.0.0.1", "x"]


async def test_a_visitor_who_sends_the_headers_himself_is_not_believed() -> None:
    assert await seen(FORWARDED, trusting=False) == ["http", "127.0.0.1", "x"]
