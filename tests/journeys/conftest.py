"""A real browser, a real server, and a host page of another origin with a strict Content-Security-Policy."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browsing import ARTIFACTS, FLAGS, PATIENCE, chromium
from tests.serving import Server, serving

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium; gone after the module, because no asynchronous test can run while it is driven this way."""
    path = chromium()
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh profile."""
    opened = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The product as `candor serve` starts it on an empty folder."""
    with serving(tmp_path_factory.mktemp("served")) as running:
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


def keep_screenshot(page: Page, name: str) -> None:
    """Keep a screenshot of the whole page as an artefact of the run."""
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTIFACTS / f"{name}.png", full_page=True)
