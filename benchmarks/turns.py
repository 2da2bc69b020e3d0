"""Chat turns a second through the real server, beside a bare aiohttp handler on the same machine, in one run.

    .venv/bin/python benchmarks/turns.py [--seconds 5]

Every turn is a POST with a new client id: authenticated, understood in two stages, decided, and durably written before
it is acknowledged. The bare handler reads JSON and writes JSON, nothing else. Both answer the same load generator, a
process of its own with 1, 32 and 128 keep-alive connections.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from _shared import machine
from aiohttp import web

CONNECTIONS = (1, 32, 128)
QUESTIONS = (
    "how much do you pay",
    "what documents do I need for my application",
    "can i work from home",
    "hello",
    "I want a nurse job in Berlin",
    "do you have a parking space for my unicorn",
    "thanks",
    "when will I hear back from you",
)


@dataclass(frozen=True, slots=True)
class Load:
    """What one load generator run saw; latencies in milliseconds."""

    rate: float
    p50: float
    p99: float
    failed: int


async def _connection(host: str, port: int, request: Callable[[int], bytes], end: float, seen: list[float]) -> int:
    reader, writer = await asyncio.open_connection(host, port)
    failed = number = 0
    while (start := time.perf_counter()) < end:
        writer.write(request(number))
        head = await reader.readuntil(b"\r\n\r\n")
        await reader.readexactly(int(re.search(rb"(?i)content-length: (\d+)", head).group(1)))  # type: ignore[union-attr]
        seen.append(time.perf_counter() - start)
        failed += b" 200 " not in head[:16]
        number += 1
    writer.close()
    return failed


def _post(path: str, headers: str, body: dict[str, str]) -> bytes:
    payload = json.dumps(body).encode()
    return (
        f"POST {path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n{headers}"
        f"Content-Length: {len(payload)}\r\n\r\n"
    ).encode() + payload


def _requests(base: str, count: int) -> list[Callable[[int], bytes]]:
    """Return for each connection how its n-th request looks: a conversation of its own, or the bare handler's path."""
    if base.endswith("/bare"):
        return [lambda n: _post("/bare", "", {"client_id": str(n), "text": QUESTIONS[n % len(QUESTIONS)]})] * count
    return [_turns(base) for _ in range(count)]


def _turns(base: str) -> Callable[[int], bytes]:
    opening = Request(f"{base}/api/v1/companies/demo/conversations", b"{}", {"Content-Type": "application/json"})
    with urlopen(opening) as response:
        opened = json.load(response)
    path, token = f"/api/v1/conversations/{opened['conversation']}/messages", opened["token"]
    run = f"{time.time_ns()}-"
    return lambda n: _post(
        path,
        f"Authorization: Bearer {token}\r\n",
        {"client_id": f"{run}{n}", "text": QUESTIONS[n % len(QUESTIONS)]},
    )


def generate(base: str, connections: int, seconds: float) -> Load:
    """Send requests over so many connections for so long."""

    async def run() -> Load:
        address, seen = urlsplit(base), list[float]()
        requests = _requests(base, connections)
        end = time.perf_counter() + seconds
        host, port = address.hostname or "", address.port or 80
        failed = await asyncio.gather(*(_connection(host, port, request, end, seen) for request in requests))
        cuts = statistics.quantiles(seen, n=100)
        return Load(len(seen) / seconds, 1000 * cuts[49], 1000 * cuts[98], sum(failed))

    return asyncio.run(run())


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
def candor_server(folder: Path) -> Iterator[str]:
    """Run `candor serve` on a new data folder; yields its address once all that it learns at first is learnt."""
    command = [sys.executable, "-m", "candor", "serve", "--port", "0", "--data-dir", str(folder)]
    environment = os.environ | {"CANDOR_BOT__MESSAGES_PER_MINUTE": "100000000"}
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
    """Print one line for each number of connections."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0)
    seconds = parser.parse_args().seconds
    ports: multiprocessing.Queue[int] = multiprocessing.Queue()
    bare = multiprocessing.Process(target=bare_server, args=(ports,), daemon=True)
    bare.start()
    with tempfile.TemporaryDirectory() as folder, candor_server(Path(folder)) as address:
        bare_address = f"http://127.0.0.1:{ports.get()}/bare"
        print(machine())
        print(f"{'connections':>11}  {'turns/s':>8}  {'p50 ms':>7}  {'p99 ms':>7}  {'bare/s':>8}  {'ratio':>6}  failed")
        for connections in CONNECTIONS:
            generate(address, connections, 1.0)
            turns = generate(address, connections, seconds)
            other = generate(bare_address, connections, seconds)
            print(
                f"{connections:>11}  {turns.rate:>8.0f}  {turns.p50:>7.2f}  {turns.p99:>7.2f}  {other.rate:>8.0f}  "
                f"{turns.rate / other.rate:>6.3f}  {turns.failed}"
            )
    bare.terminate()


if __name__ == "__main__":
    main()
