"""Rendering: every template gets the words, the visitor and the assets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import aiohttp_jinja2
import jinja2
from aiohttp import web

from admin.assets import Assets, load_assets
from admin.dataset.answer_editor import said_in_chat
from admin.openings.sources import format_in_words, source_in_words
from admin.security import PageToken, masked
from admin.table_cells import labelled
from admin.texts import Say, load_texts
from admin.visit import COMPANY, HOME, SAY, SESSION, is_fragment

TEMPLATES = Path(__file__).parent / "templates"

# htmx without eval and without the style element it would insert, so that it passes the Content-Security-Policy;
# refusals (4xx, 503) bring their own words along and are shown, other errors are not swapped in.
HTMX_CONFIG = json.dumps(
    {
        "allowEval": False,
        "allowScriptTags": False,
        "includeIndicatorStyles": False,
        "selfRequestsOnly": True,
        "historyCacheSize": 0,
        "defaultSettleDelay": 0,  # what is shown hears keys at once: who types fast loses nothing
        "refreshOnHistoryMiss": True,
        "scrollBehavior": "instant",
        "responseHandling": [
            {"code": "204", "swap": False},
            {"code": "[23]..", "swap": True},
            {"code": "(4..|503)", "swap": True, "error": False},
            {"code": "...", "swap": False, "error": True},
        ],
    }
)


def in_order(categories: Iterable[Any], t: Say) -> list[Any]:
    """Return categories, or their names, by the alphabet of what people call them."""
    return sorted(categories, key=lambda each: t.place(each if isinstance(each, str) else each.name))


def install_templates(app: web.Application, assets: Assets) -> None:
    """Give the application its template environment."""
    app[aiohttp_jinja2.APP_KEY] = environment(assets)


@cache
def environment(assets: Assets) -> jinja2.Environment:
    """Return the environment that compiles each template once; a name that is not defined is an error."""
    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["said_in_chat"] = said_in_chat
    made.filters["labelled"] = labelled
    made.filters["shown"] = lambda values: json.dumps(values, ensure_ascii=False)
    made.filters["source"] = lambda url, t: source_in_words(t, url)
    made.filters["feed_format"] = lambda format, t: format_in_words(t, format)
    made.filters["in_order"] = in_order
    made.filters["language"] = lambda code, t: t.language_label(code)
    made.filters["named"] = lambda category, t: t.named(category)
    made.globals.update(asset=assets.url, htmx_config=HTMX_CONFIG, desk_languages=_language_names())
    return made


def compile_templates(libraries: Path) -> None:
    """Compile every template of the desk, which takes about a second; `libraries` is as `load_assets` takes it."""
    its = environment(load_assets(libraries))
    for name in its.list_templates(extensions=["html"]):
        its.get_template(name)


def render(
    request: web.Request,
    template: str,
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
    address: str = "",
    **context: Any,
) -> web.Response:
    """Render a template as a page, or alone when htmx asks for a part; `t` speaks the visitor's language.

    `address` is where a page that answers a form is found without sending it again.
    """
    session, company = request.get(SESSION), request.get(COMPANY)
    token = masked(PageToken(session.csrf, company.id if company else 0)) if session else ""
    shared = {
        "t": request[SAY],
        "layout": "bare.html" if is_fragment(request) else "base.html",
        "session": replace(session, csrf=token) if session else None,
        "user": session.user if session else None,
        "company": company,
        "path": request.path,
        "back": request.path_qs if request.method == "GET" else HOME,
        "note": _note(request),
        "address": address,
    }
    response = aiohttp_jinja2.render_template(template, request, {**shared, **context}, status=status)
    response.headers.update(headers or {})
    return response


def done(location: str, note: str) -> web.HTTPSeeOther:
    """Return the redirect that ends a change; the page it leads to shows the text `note.<note>`."""
    path, _, anchor = location.partition("#")
    separator = "&" if "?" in path else "?"
    return web.HTTPSeeOther(f"{path}{separator}note={note}" + (f"#{anchor}" if anchor else ""))


def _note(request: web.Request) -> str | None:
    key = f"note.{request.query.get('note', '')}"
    return request[SAY](key) if request[SAY].has(key) else None


def _language_names() -> list[tuple[str, str]]:
    return [(code, say("language.name")) for code, say in load_texts().items()]
