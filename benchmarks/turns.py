"""Chat turns a second through the real server, beside a bare aiohttp handler on the same machine, in one run.

    .venv/bin/python benchmarks/turns.py [--seconds 5] [--data-dir D] [--database-url URL] [--processes 1|2]

Talks as people do: what the authors of tests/dialogues typed (questions, job searches, follow-ups, thanks; all four
languages), eight messages a conversation, then a new one. Every message is a POST with a new client id: authenticated,
understood, decided, and durably written before it is acknowledged; opening conversations takes time and counts as no
turn. The bare handler reads JSON and writes JSON, nothing else. Both answer the same load generator, a process of its
own with 1, 32 and 128 keep-alive connections. At last one more connection sends messages of the greatest length beside
32 others. With --data-dir a copy of what is trained there already answers; two processes need PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import multiprocessing
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

import yaml
from _shared import machine, server_options
from aiohttp import web

CONNECTIONS = (1, 32, 128)
TURNS = 8
"""Messages of a conversation."""
LONGEST = 2000
"""Characters of the longest message that is taken."""
DIALOGUES = Path(__file__).parent.parent / "tests" / "dialogues"
UNLIMITED = ("CANDOR_BOT__MESSAGES_PER_MINUTE", "CANDOR_BOT__CONVERSATIONS_PER_MINUTE")


@dataclass(frozen=True, slots=True)
class Load:
    """What one load generator run saw; latencies of turns in milliseconds."""

    rate: float
    p50: float
    p99: float
    failed: int


@dataclass(slots=True)
class Seen:
    """Seconds that each turn took, and how many of them failed."""

    seconds: list[float]
    failed: int = 0


class Client:
    """A keep-alive connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def of(cls, base: str) -> Client:
        """Connect to a server."""
        address = urlsplit(base)
        return cls(*await asyncio.open_connection(address.hostname or "", address.port or 80))

    async def post(self, path: str, body: dict[str, str], token: str | None = None) -> tuple[int, bytes]:
        """Send JSON; return the status and what was answered."""
        payload = json.dumps(body).encode()
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{bearer}"
            f"Content-Length: {len(payload)}\r\n\r\n"
        )
        self._writer.write(head.encode() + payload)
        answer = await self._reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"(?i)content-length: (\d+)", answer).group(1))  # type: ignore[union-attr]
        return int(answer[9:12]), await self._reader.readexactly(length)


Talk = tuple[str, tuple[str, ...]]
"""A language and what is said in it, message by message."""


@cache
def talks(seed: int = 0) -> tuple[Talk, ...]:
    """Return what was typed in the scripted dialogues of each language, cut into conversations of `TURNS` messages."""
    found: list[Talk] = []
    for language in ("en", "de", "fr", "zh"):
        read = yaml.safe_load((DIALOGUES / f"{language}.yaml").read_text(encoding="utf-8"))
        said = [turn["say"] for dialogue in read for turn in dialogue["turns"] if "say" in turn]
        found += [(language, tuple(said[at : at + TURNS])) for at in range(0, len(said) - TURNS + 1, TURNS)]
    random.Random(seed).shuffle(found)
    return tuple(found)


async def _talk(base: str, mine: Iterator[Talk], end: float, seen: Seen) -> None:
    """Hold one conversation after the other."""
    client = await Client.of(base)
    while time.perf_counter() < end:
        language, said = next(mine)
        status, opened = await client.post("/api/v1/companies/demo/conversations", {"language": language})
        if status != 201:
            seen.failed += 1
            continue
        told = json.loads(opened)
        path = f"/api/v1/conversations/{told['conversation']}/messages"
        for number, text in enumerate(said):
            await _turn(client, path, {"client_id": str(number), "text": text}, told["token"], seen)


async def _bare(base: str, mine: Iterator[Talk], end: float, seen: Seen) -> None:
    client = await Client.of(base)
    while time.perf_counter() < end:
        for number, text in enumerate(next(mine)[1]):
            await _turn(client, "/bare", {"client_id": str(number), "text": text}, "of-nobody", seen)


async def _turn(client: Client, path: str, body: dict[str, str], token: str, seen: Seen) -> None:
    start = time.perf_counter()
    status, _ = await client.post(path, body, token)
    seen.seconds.append(time.perf_counter() - start)
    seen.failed += status != 200


def generate(bases: list[str], connections: int, seconds: float, *, bare: bool = False, slow: bool = False) -> Load:
    """Talk over so many connections for so long, in turns to each of these servers; with `slow` as `_long_ones` does.

    A conversation that has begun is held to its end.
    """

    async def run() -> Load:
        seen, of_long = Seen([]), Seen([])
        every, one = talks(), _bare if bare else _talk
        servers = itertools.cycle(bases)
        starts = [random.Random(place).randrange(len(every)) for place in range(connections)]
        end = time.perf_counter() + seconds
        held = [one(next(servers), itertools.cycle(every[at:] + every[:at]), end, seen) for at in starts]
        long_ones = [_talk(bases[0], itertools.repeat(_long_ones()), end, of_long)] if slow else []
        begun = time.perf_counter()
        await asyncio.gather(*held, *long_ones)
        cuts = statistics.quantiles(seen.seconds, n=100)
        rate = len(seen.seconds) / (time.perf_counter() - begun)
        return Load(rate, 1000 * cuts[49], 1000 * cuts[98], seen.failed + of_long.failed)

    return asyncio.run(run())


def _long_ones() -> Talk:
    """A talk whose every message is as long as messages may be, and says something else each time."""
    words = " ".join(text for language, said in talks() if language == "en" for text in said)
    at = range(0, TURNS * LONGEST, LONGEST)
    return "en", tuple((words * TURNS)[start : start + LONGEST].strip() for start in at)


def bare_server(port_box: multiprocessing.Queue[int]) -> None:
    """Serve a handler that reads JSON and writes JSON."""

    async def handler(request: web.Request) -> web.Response:
        body = await request.json()
        return web.json_response({"message": body, "replies": []})

    async def run() -> None:
        app = web.Application()
        app.router.add_post("/bare", handler)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port_box.put(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(run())


@contextmanager
def candor_server(folder: Path, database_url: str | None = None) -> Iterator[str]:
    """Run `candor serve` on a data folder; yields its address once all that it learns at first is learnt."""
    command = [sys.executable, "-m", "candor", "serve", "--port", "0", "--data-dir", str(folder)]
    environment = os.environ | dict.fromkeys(UNLIMITED, "100000000")
    if database_url is not None:
        environment["CANDOR_STORAGE__DATABASE_URL"] = database_url
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = next(m.group(0) for line in process.stdout if (m := re.search(r"http://[\d.]+:\d+", line)))
            while not everything_is_ready(address):
                time.sleep(1.0)
            yield address
        finally:
            process.terminate()


def everything_is_ready(address: str) -> bool:
    """Tell whether the server answers in every language with a trained model."""
    try:
        with urlopen(f"{address}/readyz") as answer:
            return not json.load(answer)["not_ready"]
    except HTTPError:
        return False


def main() -> None:
    """Print one line for each number of connections, and one for 32 beside very long messages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0)
    given = server_options(parser)
    ports: multiprocessing.Queue[int] = multiprocessing.Queue()
    bare = multiprocessing.Process(target=bare_server, args=(ports,), daemon=True)
    bare.start()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        data = Path(folder) / "data"
        if given.data_dir is not None:
            shutil.copytree(given.data_dir, data)
        some = range(given.processes)
        addresses = [servers.enter_context(candor_server(data, given.database_url)) for _ in some]
        bare_address = [f"http://127.0.0.1:{ports.get()}"]
        print(machine())
        print(f"{'connections':>11}  {'turns/s':>8}  {'p50 ms':>7}  {'p99 ms':>7}  {'bare/s':>8}  {'ratio':>6}  failed")
        generate(addresses, CONNECTIONS[1], 2.0)
        for connections in CONNECTIONS:
            other = generate(bare_address, connections, given.seconds, bare=True)
            _print(str(connections), generate(addresses, connections, given.seconds), other)
        _print("32 and long", generate(addresses, 32, given.seconds, slow=True), other)
    bare.terminate()


def _print(name: str, turns: Load, bare: Load) -> None:
    print(
        f"{name:>11}  {turns.rate:>8.0f}  {turns.p50:>7.2f}  {turns.p99:>7.2f}  {bare.rate:>8.0f}  "
        f"{turns.rate / bare.rate:>6.3f}  {turns.failed}",
        flush=True,
    )


if __name__ == "__main__":
    main()
