"""Only public addresses are fetched, whatever they hide behind."""

from __future__ import annotations

import pytest
from aiohttp import web

from openings.feeds.addresses import AddressRefused, PublicResolver, checked_url, is_public
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

    with pytest.raises(AddressRefused):
        await get(await serve(answer))


async def test_a_local_server_is_refused_unless_its_host_is_allowed(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        raise AssertionError("nothing must be asked of it")

    with pytest.raises(AddressRefused, match=r"^private_address host=127\.0\.0\.1$"):
        await get(await serve(answer), FetchLimits())


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "::1", "fe80::1", "::ffff:192.168.0.1", "64:ff9b::7f00:1"]
)
async def test_a_name_that_leads_to_a_private_address_is_refused(address: str) -> None:
    async with fetching(FetchLimits(), PublicResolver(behind=Pointing(address))) as fetcher:
        with pytest.raises(AddressRefused, match=r"^private_address host=jobs\.example$"):
            await fetcher.get("http://jobs.example/feed")


async def test_an_allowed_name_may_be_a_local_one(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(text="intranet")

    port = (await serve(answer)).rpartition(":")[2]
    allowed = frozenset({"jobs.intranet"})
    async with fetching(FetchLimits(allow_hosts=allowed), PublicResolver(allowed, Pointing("127.0.0.1"))) as fetcher:
        assert (await fetcher.get(f"http://jobs.intranet:{port}/")).body == b"intranet"


NOT_PUBLIC = """0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.1.1 172.16.0.1 192.168.1.1 192.0.2.1 198.18.0.1 224.0.0.1
240.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 ff02::1 2001:db8::1 ::ffff:127.0.0.1 ::127.0.0.1 2002:7f00:1::
64:ff9b::a00:1 fe80::1%eth0"""


@pytest.mark.parametrize("address", NOT_PUBLIC.split())
def test_an_address_that_is_not_of_the_open_internet_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "8.8.8.8", "2606:2800:220:1::1", "::ffff:8.8.8.8"])
def test_an_address_of_the_open_internet_is_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url", ["", "jobs.example", "http://", "http://[::1", "http://a b/", "http://x:99999/", "//x/"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(AddressRefused):
        checked_url(url)


NOT_PUBLIC_BY_NAME = """http://localhost/ http://LOCALHOST.:8080/x http://jobs.localhost/ http://printer.local/ http://vault.internal/
http://router.home.arpa/ http://intranet/hook http://127.1/ http://2130706433/ http://0x7f.1/ http://0177.0.0.1/
http://[fe80::1]/ http://[::ffff:10.0.0.1]/ http://10.0.0.1./"""


@pytest.mark.parametrize("url", NOT_PUBLIC_BY_NAME.split())
def test_what_leads_to_no_public_address_anywhere_is_refused_before_it_is_resolved(url: str) -> None:
    with pytest.raises(AddressRefused, match=r"^private_address "):
        checked_url(url)


@pytest.mark.parametrize("url", ["https://jobs.example/", "https://localhost.example/", "https://local.jobs.example./"])
def test_a_name_that_may_be_public_is_left_to_its_resolution(url: str) -> None:
    assert checked_url(url) == url


@pytest.mark.parametrize("url", ["http://LocalHost:8080/", "http://intranet./hook", "http://10.0.0.1/"])
def test_hosts_of_the_own_network_are_taken_where_they_are_allowed(url: str) -> None:
    assert checked_url(url, {"localhost", "intranet", "10.0.0.1"}) == url
