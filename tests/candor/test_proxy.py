"""Behind a trusted proxy the visitor's own address and scheme count; nobody else can claim an address."""

from __future__ import annotations

from ipaddress import ip_network

import pytest
import structlog.testing
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from hypothesis import given
from hypothesis import strategies as st
from multidict import CIMultiDict

from candor.proxy import Network, address_of, counted_as, visitor_known

OURS: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("10.0.0.0/8"), ip_network("2001:db8:aaaa::/48"))


async def seen(*forwarded: str, proto: str | None = None, trusted: tuple[Network, ...] = OURS) -> list[object]:
    async def tell(request: web.Request) -> web.Response:
        return web.json_response([request.scheme, request.remote, request.match_info["name"]])

    desk = web.Application()
    desk.router.add_get("/{name}", tell)
    app = web.Application(middlewares=[visitor_known(trusted)])
    app.add_subapp("/admin/", desk)
    headers = CIMultiDict([("X-Forwarded-For", line) for line in forwarded])
    if proto is not None:
        headers.add("X-Forwarded-Proto", proto)
    async with TestClient(TestServer(app)) as client:
        answer: list[object] = await (await client.get("/admin/x", headers=headers)).json()
        return answer


@pytest.mark.parametrize(
    ("forwarded", "visitor"),
    [
        (["198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9, 198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9", "198.51.100.7"], "198.51.100.7"),
        (["203.0.113.9, 198.51.100.7, 10.1.2.3"], "198.51.100.7"),
        (["203.0.113.9, 198.51.100.7", "10.1.2.3,127.0.0.9"], "198.51.100.7"),
        (["198.51.100.7:4711"], "198.51.100.7"),
        (["::ffff:198.51.100.7"], "198.51.100.7"),
        (["[2001:db8:1:2:3:4:5:6]:4711"], "2001:db8:1:2::/64"),
        (["2001:db8:1:2::7, 2001:db8:aaaa::1"], "2001:db8:1:2::/64"),
        (["198.51.100.7, unknown"], "127.0.0.1"),
        (["198.51.100.7, <script>, 10.1.2.3"], "10.1.2.3"),
        (["198.51.100.7,"], "127.0.0.1"),
        (["10.9.9.9, 10.1.2.3"], "10.9.9.9"),
        ([], "127.0.0.1"),
    ],
)
async def test_the_visitor_is_the_nearest_address_that_is_no_proxy_of_ours(forwarded: list[str], visitor: str) -> None:
    assert (await seen(*forwarded))[1:] == [visitor, "x"]


async def test_nobody_else_is_believed() -> None:
    assert await seen("198.51.100.7", proto="https", trusted=()) == ["http", "127.0.0.1", "x"]
    assert await seen("198.51.100.7", proto="https", trusted=OURS[1:]) == ["http", "127.0.0.1", "x"]


async def test_an_operator_who_forgot_to_name_the_proxy_is_told_once() -> None:
    app = web.Application(middlewares=[visitor_known(())])
    with structlog.testing.capture_logs() as logs:
        async with TestClient(TestServer(app)) as client:
            for headers in ({}, {"X-Forwarded-For": "198.51.100.7"}, {"X-Forwarded-For": "198.51.100.8"}):
                await client.get("/", headers=headers)
    assert [(line["event"], line["peer"]) for line in logs] == [("forwarded_address_not_believed", "127.0.0.1")]


@pytest.mark.parametrize(
    ("proto", "scheme"),
    [("https", "https"), ("http, https", "https"), ("HTTPS", "https"), ("https, javascript", "http"), (None, "http")],
)
async def test_the_nearest_proxys_scheme_counts_when_it_is_one(proto: str | None, scheme: str) -> None:
    assert (await seen("198.51.100.7", proto=proto))[0] == scheme


@given(st.text(max_size=60) | st.ip_addresses().map(str) | st.from_regex(r"\[?[0-9a-f:.]{1,40}\]?(:\d{1,5})?"))
def test_whatever_a_header_holds_it_is_an_address_or_nothing(entry: str) -> None:
    address = address_of(entry)
    assert address is None or address_of(counted_as(address).removesuffix("/64")) is not None


def test_neighbours_in_one_64_count_as_one_visitor() -> None:
    keys = {counted_as(address) for address in map(address_of, ("2001:db8::1", "2001:db8::ffff:1")) if address}
    assert keys == {"2001:db8::/64"}
