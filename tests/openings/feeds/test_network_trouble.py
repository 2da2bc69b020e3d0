"""What a server answers, or does not, is told apart as a person would mend it."""

from __future__ import annotations

import asyncio
import socket

import pytest
from aiohttp import web

from network.addresses import PublicResolver
from openings.feeds.fetch import FetchLimits, Gone, fetching
from openings.feeds.reasons import FeedError
from tests.openings.feeds.fetching import Pointing, Serve, get


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (500, "server_trouble"),
        (503, "server_trouble"),
        (401, "no_entry"),
        (403, "no_entry"),
        (429, "asked_too_often"),
        (204, "other_answer"),
    ],
)
async def test_an_answer_that_is_no_feed_says_which(status: int, said: str, serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=status)

    with pytest.raises(FeedError, match=f"^{said} host="):
        await get(await serve(answer))


async def test_what_is_gone_is_told_apart(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        return web.Response(status=404)

    with pytest.raises(Gone):
        await get(await serve(answer))


async def test_a_server_that_is_not_there_is_told_apart() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(FeedError, match=r"^no_connection host=127\.0\.0\.1$"):
        await get(f"http://127.0.0.1:{port}/")


async def test_a_name_that_nobody_knows_is_told_apart() -> None:
    async with fetching(FetchLimits(), PublicResolver(behind=Pointing(None))) as fetcher:
        with pytest.raises(FeedError, match=r"^unknown_host host=jobs\.exmaple$"):
            await fetcher.get("http://jobs.exmaple/feed")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "no_web_server"),
        (b"", "broken_off"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[", "broken_off"),
    ],
)
async def test_what_answers_like_no_web_server_is_told_apart(sent: bytes, code: str) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(sent)
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(FeedError, match=f"^{code} host="):
            await get(f"http://127.0.0.1:{port}/")


async def test_a_server_without_a_certificate_is_told_apart(serve: Serve) -> None:
    async def answer(_: web.Request) -> web.Response:
        raise AssertionError("it must not be asked")

    with pytest.raises(FeedError, match=r"^not_secure host="):
        await get((await serve(answer)).replace("http:", "https:"))
