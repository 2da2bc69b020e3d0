"""Fetching from a local server that behaves well, badly, and like an attacker."""

from __future__ import annotations

import asyncio
import gzip
import socket
import tracemalloc
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.test_utils import TestServer

from bot.openings.feeds.addresses import AddressRefused, PublicResolver, checked_url, is_public
from bot.openings.feeds.draft import FeedError
from bot.openings.feeds.fetch import Fetched, Gone, Limits, fetching
from bot.openings.feeds.unpacking import Unpacker

Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]
Serve = Callable[[Answer], Awaitable[str]]
HERE = frozenset({"127.0.0.1"})
ALLOWED = Limits(1_000_000, 20, HERE)


@pytest.fixture
async def serve() -> AsyncIterator[Serve]:
    """Serve an answer at every path; returns the server's address."""
    servers: list[TestServer] = []

    async def start(answer: Answer) -> str:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        servers.append(server := TestServer(app, host="127.0.0.1"))
        await server.start_server()
        return str(server.make_url("/")).rstrip("/")

    yield start
    for server in servers:
        await server.close()


async def get(url: str, limits: Limits = ALLOWED, **known: str) -> Fetched:
    async with fetching(limits) as fetcher:
        return await fetcher.get(url, **known)


async def test_what_has_not_changed_is_not_sent_again(serve: Serve) -> None:
    async def answer(request: web.Request) -> web.Response:
        marks = {"ETag": '"1"', "Last-Modified": "Sun, 01 Mar 2026 12:00:00 GMT"}
        known = request.headers.get("If-None-Match") == '"1"' and "If-Modified-Since" in request.headers
        return web.Response(status=304 if known else 200, text="" if known else "feed", headers=marks)

    url = await serve(answer)
    first = await get(url)
    assert (first.body, first.etag, first.last_modified) == (b"feed", '"1"', "Sun, 01 Mar 2026 12:00:00 GMT")
    again = await get(url, etag=first.etag or "", last_modified=first.last_modified or "")
    assert again.body is None


async def test_the_charset_of_the_header_is_told(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(body="Köln".encode("latin-1"), headers={"Content-Type": "text/csv; charset=iso-8859-1"})

    assert (await get(await serve(answer))).charset == "iso-8859-1"


@pytest.mark.parametrize("hops", [1, 5])
async def test_up_to_five_redirects_are_followed(hops: int, serve: Serve) -> None:
    fetched = await get(await serve(redirecting(hops)) + "/0")
    assert fetched.body == b"arrived"
    assert fetched.url.endswith(f"/{hops}")


async def test_endless_redirects_are_given_up(serve: Serve) -> None:
    with pytest.raises(FeedError, match="redirects more than 5 times"):
        await get(await serve(redirecting(1_000_000)) + "/0")


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

    with pytest.raises(FeedError, match=r"is a private or local address|is not a canonical IPv4 address"):
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

    with pytest.raises(AddressRefused, match=r"127\.0\.0\.1 is a private .* openings\.allow_hosts"):
        await get(await serve(answer), Limits())


class Pointing(AbstractResolver):
    """A name server that knows one address for every name."""

    def __init__(self, address: str) -> None:
        self._address = address

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        family = socket.AF_INET6 if ":" in self._address else socket.AF_INET
        return [ResolveResult(hostname=host, host=self._address, port=port, family=family, proto=0, flags=0)]

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "::1", "fe80::1", "::ffff:192.168.0.1", "64:ff9b::7f00:1"]
)
async def test_a_name_that_leads_to_a_private_address_is_refused(address: str) -> None:
    async with fetching(Limits(), PublicResolver(behind=Pointing(address))) as fetcher:
        with pytest.raises(AddressRefused, match=r"jobs\.example is a private"):
            await fetcher.get("http://jobs.example/feed")


async def test_an_allowed_name_may_be_a_local_one(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(text="intranet")

    port = (await serve(answer)).rpartition(":")[2]
    allowed = frozenset({"jobs.intranet"})
    async with fetching(Limits(allow_hosts=allowed), PublicResolver(allowed, Pointing("127.0.0.1"))) as fetcher:
        assert (await fetcher.get(f"http://jobs.intranet:{port}/")).body == b"intranet"


async def test_200_megabytes_are_not_waited_for(serve: Serve) -> None:
    sent = 0

    async def answer(request: web.Request) -> web.StreamResponse:
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        for _ in range(200):
            await response.write(b"x" * 1_000_000)
            sent += 1
        return response

    with pytest.raises(FeedError, match=r"larger than 1 MB \(openings\.most_megabytes\)"):
        await get(await serve(answer))
    assert sent < 50


@pytest.mark.parametrize("encoding", ["gzip", "deflate", ""])
async def test_a_bomb_is_stopped_while_it_unpacks(encoding: str, serve: Serve) -> None:
    packer = zlib.compressobj(wbits=15 if encoding == "deflate" else 31)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(200)) + packer.flush()

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=bomb, headers={"Content-Encoding": encoding} if encoding else {})

    with pytest.raises(FeedError, match="larger than 1 MB"):
        await get(await serve(answer))


def test_a_bomb_never_takes_much_memory() -> None:
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(50)) + packer.flush()
    tracemalloc.start()
    with pytest.raises(FeedError, match="larger than 1 MB"):
        Unpacker(1_000_000).feed(bomb)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10_000_000


async def test_packed_contents_and_packed_files_are_unpacked(serve: Serve) -> None:
    async def answer(request: web.Request) -> web.Response:
        packed = request.path == "/header"
        return web.Response(body=gzip.compress(b"feed"), headers={"Content-Encoding": "gzip"} if packed else {})

    url = await serve(answer)
    assert (await get(f"{url}/header")).body == b"feed"
    assert (await get(f"{url}/feed.xml.gz")).body == b"feed"


@pytest.mark.parametrize(
    "body", [gzip.compress(b"feed" * 1000)[:-20], b"\x1f\x8bnonsense"], ids=["cut off", "nonsense"]
)
async def test_packed_contents_that_are_broken_say_so(body: bytes, serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=body, headers={"Content-Encoding": "gzip"})

    with pytest.raises(FeedError, match=r"break off|cannot be unpacked"):
        await get(await serve(answer))


async def test_the_size_counts_for_all_that_one_feed_fetches(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=b"x" * 600_000)

    url = await serve(answer)
    async with fetching(ALLOWED) as fetcher:
        await fetcher.get(url)
        with pytest.raises(FeedError, match="larger than"):
            await fetcher.get(url)


async def test_a_server_that_dawdles_is_given_up(serve: Serve) -> None:
    waiting = asyncio.Event()

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        await response.write(b"[")
        await waiting.wait()
        return response

    url = await serve(answer)
    with pytest.raises(FeedError, match=r"took longer than 0\.3 seconds"):
        await get(url, Limits(1000, 0.3, HERE))
    waiting.set()


@pytest.mark.parametrize(("status", "said"), [(500, "answers 500"), (403, "answers 403"), (204, "answers 204")])
async def test_an_answer_that_is_no_feed_says_which(status: int, said: str, serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status)

    with pytest.raises(FeedError, match=said):
        await get(await serve(answer))


async def test_what_is_gone_is_told_apart(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=404)

    with pytest.raises(Gone):
        await get(await serve(answer))


async def test_a_server_that_is_not_there_is_one_clear_line() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(FeedError, match=r"^127\.0\.0\.1 (does not answer properly|cannot be fetched)") as raised:
        await get(f"http://127.0.0.1:{port}/")
    assert "\n" not in str(raised.value)


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


def redirecting(hops: int) -> Answer:
    async def answer(request: web.Request) -> web.Response:
        at = int(request.path.strip("/"))
        if at == hops:
            return web.Response(text="arrived")
        return web.Response(status=[301, 302, 303, 307, 308][at % 5], headers={"Location": f"/{at + 1}"})

    return answer
