"""A page of our own with the widget on it, to try a company's bot before it is embedded anywhere."""

from __future__ import annotations

from pathlib import Path

import jinja2
from aiohttp import web

from bot.service import Service
from storage.companies import companies
from storage.database.database import Database
from texts import locales

PAGE = Path(__file__).parent / "pages" / "try.html"
STYLE = Path(__file__).parent / "pages" / "try.css"
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; frame-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'"
)


def mount(app: web.Application, database: Database, service: Service, public_url: str | None) -> None:
    """Add `/` and `/try/{company}`, which speaks the browser's language as far as the company does."""
    template = jinja2.Environment(autoescape=True).from_string(PAGE.read_text(encoding="utf-8"))

    async def first(_: web.Request) -> web.Response:
        known = await database.read(companies.all_companies)
        raise web.HTTPFound(f"/try/{known[0].key}" if known else "/admin/")

    async def page(request: web.Request) -> web.Response:
        company = await database.read(lambda conn: companies.by_key(conn, request.match_info["company"]))
        if company is None:
            raise web.HTTPNotFound
        address = public_url or _origin(request)
        asked = locales.negotiated(request.headers.get("Accept-Language", ""), company.languages)
        language = asked or company.default_language
        words = service.texts.part(language, "try.")
        text = {key.removeprefix("try."): value.format(company=company.name) for key, value in words.items()}
        html = template.render(company=company, address=address, text=text, language=language)
        headers = {"Content-Security-Policy": CSP, "Vary": "Accept-Language"}
        return web.Response(text=html, content_type="text/html", headers=headers)

    async def style(_: web.Request) -> web.Response:
        return web.Response(text=STYLE.read_text(encoding="utf-8"), content_type="text/css")

    app.router.add_get("/", first)
    app.router.add_get("/try/{company:[A-Za-z0-9_.~-]{1,100}}", page)
    app.router.add_get("/try.css", style)


def _origin(request: web.Request) -> str:
    try:
        return str(request.url.origin())
    except ValueError:  # it was asked for under a name that no server can have
        raise web.HTTPBadRequest from None
