"""The widget in a real browser: a company's page on one site, Candor on another, chromium in between."""

from __future__ import annotations

import json
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, cast

import pytest
import pytest_asyncio
from aiohttp import web
from playwright.async_api import Browser, BrowserContext, FrameLocator, Locator, Page

from bot.channels.web import WebSettings, setup
from bot.channels.web.state import CHANNEL
from bot.texts import load_texts
from tests.bot.web.fakes import FakeConversations, company
from tests.browsing import keep_screenshot, require
from tests.until import until


@dataclass
class Site:
    """One web server that can go down and come back at the same address."""

    host: str
    make_app: Callable[[], web.Application]
    certificate: ssl.SSLContext | None = None
    port: int = 0
    runner: web.AppRunner | None = None
    ended: list[web.Server] = field(default_factory=list)
    meddle: Callable[[web.Request, web.StreamResponse], None] | None = None
    """What happens to a response on its way to the browser."""

    @property
    def url(self) -> str:
        return f"{'https' if self.certificate else 'http'}://{self.host}:{self.port}"

    async def up(self) -> None:
        app = self.make_app()
        app.on_response_prepare.append(self._on_its_way)
        self.runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", self.port, ssl_context=self.certificate, reuse_address=True)
        await site.start()
        self.port = self.runner.addresses[0][1]

    async def _on_its_way(self, request: web.Request, response: web.StreamResponse) -> None:
        if self.meddle is not None:
            self.meddle(request, response)

    async def down(self) -> None:
        """Stop as a process that ends: a connection accepted while its server was closing is dropped as well."""
        if self.runner is not None:
            self.ended.append(cast(web.Server, self.runner.server))
            await self.runner.cleanup()
            self.runner = None
        for server in self.ended:
            await server.shutdown(0)


@dataclass
class Visit:
    """A candidate's browser on the company's page."""

    house: FakeConversations
    candor: Site
    careers: Site
    context: BrowserContext
    page: Page
    problems: list[str] = field(default_factory=list)

    def launcher(self, company: str = "demo") -> Locator:
        return self.page.locator(f"candor-chat[data-company={company}]").get_by_role("button")

    def panel(self, company: str = "demo") -> FrameLocator:
        return self.page.frame_locator(f"candor-chat[data-company={company}] iframe")

    def field(self, company: str = "demo") -> Locator:
        return self.panel(company).get_by_role("textbox")

    def bubbles(self, company: str = "demo") -> Locator:
        return self.panel(company).locator(".bubble")

    async def open(self, company: str = "demo") -> None:
        if await self.launcher(company).get_attribute("aria-expanded") != "true":  # it may have come back by itself
            await self.launcher(company).click()
        await self.bubbles(company).first.wait_for()

    async def begin(self) -> str:
        """Open a conversation in which the candidate has said nothing yet, as the panel did once; return its id."""
        await self.open()
        address = "/api/v1/companies/demo/conversations"
        opening = f"() => fetch('{address}', {{method: 'POST', body: '{{}}'}}).then((told) => told.json())"
        opened = await self.page.frames[1].evaluate(opening)
        if not self.candor.certificate:
            kept = json.dumps({name: opened[name] for name in ("conversation", "token")})
            await self.page.evaluate("kept => localStorage.setItem('candor:demo', kept)", kept)
        await self.page.reload()
        await self.launcher().wait_for()
        await self.open()
        return str(opened["conversation"])

    async def until_connected(self) -> None:
        """Wait for the panel's socket, by which both sides hear at once."""
        assert self.candor.runner is not None
        sockets = self.candor.runner.app[CHANNEL].sockets
        await until(lambda: len(sockets) > 0)

    async def say(self, text: str, company: str = "demo") -> None:
        await self.field(company).fill(text)
        await self.field(company).press("Enter")

    async def screenshot(self, name: str) -> None:
        await keep_screenshot(self.page, f"widget/{name}")


def careers_app(candor: Callable[[], str], script_tags: Callable[[str], str]) -> web.Application:
    """A company's page with a policy that allows Candor's script and frame and nothing else, no style either."""

    async def page(_request: web.Request) -> web.Response:
        url = candor()
        html = (
            '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Careers</title>'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"{script_tags(url)}</head><body><main><h1>Work with us</h1><p>We are hiring.</p>"
            "<p><a href='/jobs'>All jobs</a></p></main></body></html>"
        )
        policy = f"default-src 'none'; script-src {url}; frame-src {url}"
        return web.Response(text=html, content_type="text/html", headers={"Content-Security-Policy": policy})

    app = web.Application()
    app.router.add_get("/", page)
    return app


def one_company(url: str) -> str:
    return f'<script async src="{url}/widget.js" data-company="demo"></script>'


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    """A throw-away certificate."""
    require("openssl", "apt-get install openssl")
    folder = tmp_path_factory.mktemp("certificate")
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", "2", "-subj", "/CN=test", "-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return context


Arrive = Callable[..., Awaitable[Visit]]


def _sites(
    house: FakeConversations, script_tags: Callable[[str], str], certificate: ssl.SSLContext | None
) -> tuple[Site, Site]:
    """Return the chat's site and the company's, neither of them up yet."""

    def candor_app() -> web.Application:
        app = web.Application()
        setup(app, house, load_texts(), WebSettings())
        return app

    candor = Site("chat.candor.test", candor_app, certificate)
    careers = Site("careers.example.test", lambda: careers_app(lambda: candor.url, script_tags), certificate)
    return candor, careers


@pytest_asyncio.fixture(loop_scope="session")
async def arrive(browser: Browser, certificate: ssl.SSLContext) -> AsyncIterator[Arrive]:
    """Start both sites and go to the company's page; every error the browser reports fails the test."""
    visits: list[Visit] = []

    async def go(
        *,
        https: bool = True,
        script_tags: Callable[[str], str] = one_company,
        furnish: Callable[[FakeConversations], None] = lambda house: None,
        **context_options: Any,
    ) -> Visit:
        house = FakeConversations(company(1, "demo", "Demo Company"), company(2, "acme", "Acme & Sons", ("de",)))
        furnish(house)
        candor, careers = _sites(house, script_tags, certificate if https else None)
        await candor.up()
        await careers.up()
        context = await browser.new_context(ignore_https_errors=True, **context_options)
        page = await context.new_page()
        visit = Visit(house, candor, careers, context, page)
        visits.append(visit)
        page.on("pageerror", lambda error: visit.problems.append(str(error)))
        page.on("console", lambda message: _note(visit.problems, message.type, message.text))
        await page.goto(careers.url)
        await visit.launcher().wait_for()
        return visit

    yield go
    for visit in visits:
        await visit.context.close()
        await visit.candor.down()
        await visit.careers.down()
        assert visit.problems == []


EXPECTED = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_REFUSED",
    "closed before receiving a handshake response",
    "status of 404",
    "favicon",
)


def _note(problems: list[str], kind: str, text: str) -> None:
    """Keep what the console says, except how the browser itself reports an answer or a network that was not there."""
    if kind in ("error", "warning") and not any(expected in text for expected in EXPECTED):
        problems.append(text)
