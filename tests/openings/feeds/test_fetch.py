"""Fetching from a local server that behaves well, badly, and like an attacker."""

from __future__ import annotations

import asyncio
import gzip
import tracemalloc
import zlib

import pytest
from aiohttp import web

from openings.feeds.fetch import FetchLimits, fetching
from openings.feeds.reasons import FeedError
from openings.feeds.unpacking import Unpacker
from tests.openings.feeds.fetching import ALLOWED, HERE, Answer, Serve, get


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
    with pytest.raises(FeedError, match=r"^redirects host=127\.0\.0\.1 most=5$"):
        await get(await serve(redirecting(1_000_000)) + "/0")


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

    with pytest.raises(FeedError, match=r"^too_large megabytes=1\.0$"):
        await get(await serve(answer))
    assert sent < 50


@pytest.mark.parametrize("encoding", ["gzip", "deflate", ""])
async def test_a_bomb_is_stopped_while_it_unpacks(encoding: str, serve: Serve) -> None:
    packer = zlib.compressobj(wbits=15 if encoding == "deflate" else 31)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(200)) + packer.flush()

    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=bomb, headers={"Content-Encoding": encoding} if encoding else {})

    with pytest.raises(FeedError, match=r"^too_large"):
        await get(await serve(answer))


def test_a_bomb_never_takes_much_memory() -> None:
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(b"\0" * 1_000_000) for _ in range(50)) + packer.flush()
    tracemalloc.start()
    with pytest.raises(FeedError, match=r"^too_large"):
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


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_all_members_of_a_packed_file_are_unpacked_wherever_a_piece_of_it_ends(size: int) -> None:
    packed = gzip.compress(b"first,") + gzip.compress(b"") + gzip.compress(b"second") + b"\0" * 5 + gzip.compress(b"no")
    unpacker = Unpacker(1000)
    unpacker.feed(packed[:2])
    for start in range(2, len(packed), size):
        unpacker.feed(packed[start : start + size])
    assert unpacker.body() == b"first,second"


def test_the_members_of_a_packed_file_are_together_no_larger_than_allowed() -> None:
    with pytest.raises(FeedError, match=r"^too_large"):
        Unpacker(1000).feed(gzip.compress(b"x" * 600) * 2)


@pytest.mark.parametrize(
    "body",
    [
        gzip.compress(b"feed" * 1000)[:-20],
        b"\x1f\x8bnonsense",
        gzip.compress(b"feed") + gzip.compress(b"feed" * 1000)[:-20],
    ],
    ids=["cut off", "nonsense", "second cut off"],
)
async def test_packed_contents_that_are_broken_say_so(body: bytes, serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=body, headers={"Content-Encoding": "gzip"})

    with pytest.raises(FeedError, match=r"^packed_(cut_off|broken)$"):
        await get(await serve(answer))


async def test_the_size_counts_for_all_that_one_feed_fetches(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(body=b"x" * 600_000)

    url = await serve(answer)
    async with fetching(ALLOWED) as fetcher:
        await fetcher.get(url)
        with pytest.raises(FeedError, match=r"^too_large"):
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
    with pytest.raises(FeedError, match=r"^too_slow seconds=0\.3$"):
        await get(url, FetchLimits(1000, 0.3, HERE))
    waiting.set()


def redirecting(hops: int) -> Answer:
    async def answer(request: web.Request) -> web.Response:
        at = int(request.path.strip("/"))
        if at == hops:
            return web.Response(text="arrived")
        return web.Response(status=[301, 302, 303, 307, 308][at % 5], headers={"Location": f"/{at + 1}"})

    return answer
