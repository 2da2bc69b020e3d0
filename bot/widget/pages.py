"""The widget's routes: the loader, the panel of a company, the panel's files."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import Template
from typing import Protocol

from aiohttp import web

from bot.widget import assets, look, preview, privacy
from bot.widget.preview import PANEL_TEXTS
from network.assets import Asset
from storage.companies.companies import Company
from storage.companies.company_settings import ANY_ORIGIN, Usual, as_made
from storage.companies.look import PLAIN
from storage.conversations.messages import NewMessage
from texts import FALLBACK_LANGUAGE, Texts


class House(Protocol):
    """What the widget's pages ask of the rest of the house."""

    async def company(self, key: str) -> Company | None:
        """Return the company with this key, if there is one."""

    async def logo(self, company_id: int) -> bytes | None:
        """Return the company's logo, if it has one."""

    async def welcome(self, company: Company, language: str) -> tuple[NewMessage, ...]:
        """Return what the bot says first in this language; nothing is kept of it."""


LOADER_HEADERS = {
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
FILE_HEADERS = {"Cache-Control": look.FOREVER}
COMPANY = "/widget/{company:[A-Za-z0-9_.~-]{1,100}}"


@dataclass(frozen=True, slots=True)
class Widget:
    """What the widget's routes serve."""

    house: House
    texts: Texts
    usual: Usual
    loader: Asset
    told: Asset
    template: Template
    folder: str
    files: Mapping[str, Asset]


WIDGET = web.AppKey("widget", Widget)


def setup(app: web.Application, house: House, texts: Texts, usual: Usual = as_made) -> None:
    """Add the widget's routes; `usual` gives the settings of companies that have none of their own."""
    folder, files = assets.panel_files()
    app[WIDGET] = Widget(
        house,
        texts,
        usual,
        assets.loader(texts),
        assets.told(),
        Template(assets.panel_template()),
        folder,
        files,
    )
    app.router.add_get("/widget.js", _loader)
    app.router.add_get("/widget/told.js", _told)
    app.router.add_get("/widget/files/{folder}/{name}", _file)
    app.router.add_get(COMPANY, _panel)
    app.router.add_get(f"{COMPANY}/preview", _preview)
    app.router.add_get(f"{COMPANY}/privacy", _privacy)
    app.router.add_get(f"{COMPANY}/look.js", _look_module)
    app.router.add_get(f"{COMPANY}/look.css", _look_style)
    app.router.add_get(f"{COMPANY}/logo/{{name}}.png", _logo)


async def _loader(request: web.Request) -> web.Response:
    return request.app[WIDGET].loader.response(request, LOADER_HEADERS)


async def _told(request: web.Request) -> web.Response:
    return request.app[WIDGET].told.response(request, LOADER_HEADERS)


async def _file(request: web.Request) -> web.Response:
    widget = request.app[WIDGET]
    asset = widget.files.get(request.match_info["name"])
    if asset is None:
        raise web.HTTPNotFound
    # An older folder's name gets today's file, but nobody may keep it under that name.
    current = request.match_info["folder"] == widget.folder
    return asset.response(request, FILE_HEADERS if current else {"Cache-Control": "no-cache"})


async def _look_module(request: web.Request) -> web.Response:
    company = await _company(request)
    return look.module(company).response(request, LOADER_HEADERS)


async def _look_style(request: web.Request) -> web.Response:
    company = await _company(request)
    return look.style(company.look).response(request, {"Cache-Control": "no-cache"})


async def _logo(request: web.Request) -> web.Response:
    company = await _company(request)
    content = await request.app[WIDGET].house.logo(company.id)
    if content is None or not company.look.logo:
        raise web.HTTPNotFound
    current = request.match_info["name"] == company.look.logo
    return look.picture(content, current=current, headers={"Cross-Origin-Resource-Policy": "same-origin"})


async def _company(request: web.Request) -> Company:
    widget, key = request.app[WIDGET], request.match_info["company"]
    company = await widget.house.company(key)
    if company is None:
        raise web.HTTPNotFound(text=widget.texts.get(FALLBACK_LANGUAGE, "error.company_not_found", company=key))
    return company


async def _panel(request: web.Request) -> web.Response:
    widget, company = request.app[WIDGET], await _company(request)
    language = _language(company, request.query.get("lang", ""))
    first = await widget.house.welcome(company, language)
    page = Asset.of("panel.html", _page(widget, company, language, welcome=[_said(each) for each in first]))
    origins = company.settings(widget.usual).origins
    allowed = origins if origins == ANY_ORIGIN else ("'self'", *origins)  # its own page to try the chat on
    return page.response(request, _panel_headers(allowed, language))


async def _preview(request: web.Request) -> web.Response:
    """The panel for the desk, which shows in it what is not saved yet."""
    widget, company = request.app[WIDGET], await _company(request)
    language = _language(company, request.query.get("lang", ""))
    plain = replace(company, look=PLAIN)
    page = _page(widget, plain, language, "preview", **preview.setting(widget.texts, company, language))
    headers = _panel_headers(("'self'",), language, pictures="'self' blob:") | {"Cache-Control": "no-store"}
    return web.Response(text=page, content_type="text/html", headers=headers)


async def _privacy(request: web.Request) -> web.Response:
    company = await _company(request)
    return privacy.page(request.app[WIDGET].texts, company, _language(company, request.query.get("lang", "")))


def _said(message: NewMessage) -> dict[str, object]:
    return {"text": message.text, "buttons": [{"id": each.id, "title": each.title} for each in message.buttons]}


def _language(company: Company, wanted: str) -> str:
    """The first of some languages, which commas part, that the company speaks; else its own first one."""
    primaries = (each.strip().split("-")[0].lower() for each in wanted.split(","))
    return next((each for each in primaries if each in company.languages), company.default_language)


def opened_panel(request: web.Request, company: Company, language: str, conversation: str, token: str) -> web.Response:
    """Return the panel of a conversation that a token has just opened on this device; nobody may embed or keep it."""
    widget = request.app[WIDGET]
    page = _page(widget, company, language, opened={"conversation": conversation, "token": token})
    headers = _panel_headers(("'none'",), language) | {"Cache-Control": "no-store"}
    return web.Response(text=page, content_type="text/html", headers=headers)


def _page(widget: Widget, company: Company, language: str, script: str = "panel", **more: object) -> str:
    texts = look.words(widget.texts, company, language, PANEL_TEXTS)
    notice = privacy.notice(widget.texts, company, language)
    known = {"company": company.key, "language": language, "languages": company.languages, "texts": texts}
    setting = {**known, "privacy": notice.version, **more}
    return widget.template.substitute(
        {f"text_{key}": html.escape(text) for key, text in texts.items()},
        language=html.escape(language),
        script=f"{script}.js",
        privacy_url=html.escape(notice.url),
        # «<» must not end the script element early.
        setting=json.dumps(setting, ensure_ascii=False).replace("<", "\\u003c"),
        **look.in_head(company, f"/widget/files/{widget.folder}", script),
    )


def _panel_headers(origins: tuple[str, ...], language: str, pictures: str = "'self'") -> dict[str, str]:
    policy = (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
        f"img-src {pictures}; form-action 'none'; frame-ancestors {' '.join(origins)}; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
    return {
        "Content-Security-Policy": policy,
        "Content-Language": language,
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
