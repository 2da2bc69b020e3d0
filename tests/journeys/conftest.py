"""A real browser, a real server, and a host page of another origin with a strict Content-Security-Policy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from admin.passwords import new_password
from candor.demo import create_demo
from storage import Database
from tests.learnt import Learnt
from tests.serving import Server, serving, wait_for
from tests.small_demo import small_demo

LEARNING_SECONDS = 900
QUESTIONS = 40
"""Of each category."""


@pytest.fixture
def password() -> str:
    """The password of the demo company's recruiter."""
    return new_password()


@pytest.fixture
def few_questions(tmp_path: Path) -> Path:
    """The files of a demo company that speaks English alone, with few questions of each category."""
    copied = small_demo(tmp_path, QUESTIONS)
    told = yaml.safe_load((copied / "company.yaml").read_text(encoding="utf-8"))
    (copied / "company.yaml").write_text(yaml.safe_dump({**told, "languages": ["en"]}, allow_unicode=True))
    return copied


@pytest.fixture
def server(tmp_path: Path, few_questions: Path, learnt: Learnt, password: str) -> Iterator[Server]:
    """The product as `candor serve` starts it with the demo company created and untrained, once it is trained.

    It speaks English alone of four languages, has few questions of each category and measures once instead of five
    times, and what it learns of the starter data is learnt once a run: all are questions of time only.
    """
    learnt.give(tmp_path, ["en"])
    with Database.open(f"sqlite:///{tmp_path}/candor.db") as database:
        database.write_now(lambda conn: create_demo(conn, few_questions, password))
    with serving(tmp_path, CANDOR_EVALUATION__RETRIES="1") as running:
        wait_for(lambda: "v1 (en) answers now" in "".join(running.output), "the demo company's model", LEARNING_SECONDS)
        yield running


@pytest.fixture
def host_page(server: Server) -> Iterator[str]:
    """The address of a careers page on another origin that embeds the widget under a strict policy."""
    policy = f"default-src 'none'; script-src {server.address}; frame-src {server.address}"
    html = (
        "<!doctype html><html lang=en><title>Careers</title><h1>Work with us</h1>"
        f'<script async src="{server.address}/widget.js" data-company="demo"></script></html>'
    )

    class Careers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    site = ThreadingHTTPServer(("127.0.0.1", 0), Careers)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://localhost:{site.server_port}/"
    site.shutdown()
