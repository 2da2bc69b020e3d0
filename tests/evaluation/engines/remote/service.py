"""A local server that stands in for a service: what it was asked, what it knows, and how it fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit


@dataclass
class FakeClock:
    """Time passes only where somebody sleeps."""

    time: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 6))
        self.time += seconds


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Said:
    """One answer."""

    body: Any = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Drop(Exception):
    """Close the connection without an answer."""


class Hang(Exception):
    """Never answer."""


Failure = Callable[[Asked], Said | None]


def words(text: str) -> set[str]:
    return set(text.lower().split())


def nearest(intents: Mapping[str, Sequence[str]], text: str) -> tuple[str, float] | None:
    """Return the intent whose examples share most words with a text, and the share of words in common."""
    shared = {
        name: max((len(words(text) & words(one)) / len(words(text) | words(one)) for one in examples), default=0.0)
        for name, examples in intents.items()
    }
    best = max(sorted(shared), key=shared.__getitem__, default=None)
    return (best, shared[best]) if best is not None and shared[best] > 0 else None


class FakeService:
    """Serves `answer` on a local port; each of `failures` is asked first."""

    kind = "rest"

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.failures: list[Failure] = []
        self.examples: dict[str, list[str]] = {}
        self._over = Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def description(self) -> dict[str, Any]:
        """What the YAML file holds, gently for nobody but quick for a test."""
        return {"base_url": self.url, "requests_per_second": 1000, "retries": 0, "timeout": 5}

    def answer(self, asked: Asked) -> Said:
        raise NotImplementedError

    def names(self) -> list[str]:
        """Return the names of the intents that it has."""
        raise NotImplementedError

    def ours(self) -> list[str]:
        return sorted(name for name in self.names() if name.startswith("candor-eval-"))

    def theirs(self) -> list[str]:
        return sorted(set(self.names()) - set(self.ours()))

    def paths(self, method: str) -> list[str]:
        return [one.path for one in self.asked if one.method == method]

    def __enter__(self) -> Self:
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()

    def _said(self, asked: Asked) -> Said:
        self.asked.append(asked)
        for failure in self.failures:
            said = failure(asked)
            if said is not None:
                return said
        return self.answer(asked)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def serve(self) -> None:
                parts = urlsplit(self.path)
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                query = dict(parse_qsl(parts.query))
                try:
                    said = service._said(Asked(self.command, unquote(parts.path), query, headers, body))
                except Drop:
                    self.close_connection = True
                    return
                except Hang:
                    service._over.wait(30)
                    return
                self._write(said)

            def _write(self, said: Said) -> None:
                content = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
                self.send_response(said.status)
                for name, value in said.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(0 if said.status == 204 else len(content)))
                self.end_headers()
                if said.status != 204:
                    self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = serve  # noqa: N815 - the server calls them so

            def log_message(self, format: str, *args: object) -> None:
                pass

        return Handler
