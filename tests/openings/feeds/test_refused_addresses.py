"""Only public addresses are fetched, whatever they hide behind."""

from __future__ import annotations

import pytest
from aiohttp import web

from network.addresses import PublicResolver
from openings.feeds.fetch import FetchLimits, fetching
from openings.feeds.reasons import FeedError
from tests.openings.feeds.fetching import Pointing, Serve, get


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2/x",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.2]/",
        "http://①②⑦.⓪.⓪.②/",
        "http://169.254.169.254/latest/meta-data/",
        "http://10.0.0.1/",
        "http://localhost/",
        "http://0/",
    ],
)
async def test_a_redirect_to_a_private_address_is_refused(target: str, serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": target})

    with pytest.raises(FeedError, match=r"^(private_address|not_an_address) "):
        await get(await serve(answer))


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "ftp://example.org/x", "javascript:1", "http://a:b@x.example/"]
)
async def test_a_redirect_to_anything_but_the_web_is_refused(target: str, serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": target})

    with pytest.raises(FeedError, match=r"^(private_address|not_an_address|password_in_address)"):
        await get(await serve(answer))


async def test_a_local_server_is_refused_unless_its_host_is_allowed(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        raise AssertionError("nothing must be asked of it")

    with pytest.raises(FeedError, match=r"^private_address host=127\.0\.0\.1$"):
        await get(await serve(answer), FetchLimits())


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "::1", "fe80::1", "::ffff:192.168.0.1", "64:ff9b::7f00:1"]
)
async def test_a_name_that_leads_to_a_private_address_is_refused(address: str) -> None:
    async with fetching(FetchLimits(), PublicResolver(behind=Pointing(address))) as fetcher:
        with pytest.raises(FeedError, match=r"^private_address host=jobs\.example$"):
            await fetcher.get("http://jobs.example/feed")


async def test_an_allowed_name_may_be_a_local_one(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(text="intranet")

    port = (await serve(answer)).rpartition(":")[2]
    allowed = frozenset({"jobs.intranet"})
    async with fetching(FetchLimits(allow_hosts=allowed), PublicResolver(allowed, Pointing("127.0.0.1"))) as fetcher:
        assert (await fetcher.get(f"http://jobs.intranet:{port}/")).body == b"intranet"
