"""How a company's widget looks: what the loader is told, the panel's colours and logo, and the words in its head."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping

from aiohttp import web

from network.assets import Asset
from storage.companies.companies import Company
from storage.companies.look import Look, ink_of, stylesheet
from texts import Texts

MARK = (
    '<svg viewBox="0 0 24 24" aria-hidden="true">'
    '<path d="M4 5.5h16v11h-9l-4.5 3.5v-3.5H4zM8.5 9.5h7M8.5 12.5h4.5"/></svg>'
)
FOREVER = "public, max-age=31536000, immutable"


def module(company: Company) -> Asset:
    """Return the script that tells the loader what is to be seen before the panel is."""
    look = company.look
    told = {
        "name": company.name,
        "mail": company.contact_email,
        "colour": look.colour,
        "ink": ink_of(look),
        "side": look.side,
        "texts": dict(look.launcher),
    }
    shown = {name: value for name, value in told.items() if value and value != "right"}
    # U+2028 ends a line in old scripts; «<» keeps whatever reads this as a page from finding tags in it.
    said = json.dumps(shown, ensure_ascii=True).replace("<", "\\u003c")
    return Asset.of("look.js", f"export default {said};\n")


def style(look: Look) -> Asset:
    """Return the panel's colours."""
    return Asset.of("look.css", stylesheet(look))


def in_head(company: Company, files: str, script: str) -> dict[str, str]:
    """Return what stands in the panel's page for its look; each is HTML. The preview has a sheet of its own."""
    address, look = f"/widget/{company.key}", company.look
    sheet = f"{files}/preview.css" if script == "preview" else f"{address}/look.css" if look.colour else ""
    colours = f'<link rel="stylesheet" href="{sheet}">' if sheet else ""
    mark = f'<img src="{address}/logo/{html.escape(look.logo)}.png" alt="">' if look.logo else MARK
    return {"files": files, "colours": colours, "mark": mark, "name": html.escape(look.bot_name or company.name)}


def words(texts: Texts, company: Company, language: str, prefix: str) -> dict[str, str]:
    """Return the panel's texts; who the bot is called stands in them, and in the head still that it is one."""
    said = {
        key.removeprefix(prefix): text.replace("{company}", company.name)
        for key, text in texts.part(language, prefix).items()
    }
    named = said.pop("subtitle_named")
    return said | ({"subtitle": named, "bot": company.look.bot_name} if company.look.bot_name else {})


def picture(content: bytes, *, current: bool, headers: Mapping[str, str]) -> web.Response:
    """Return the logo as what it is and nothing else; under an older name nobody may keep it."""
    safe = {
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "X-Content-Type-Options": "nosniff",
        "Content-Disposition": 'inline; filename="logo.png"',
        "Cache-Control": FOREVER if current else "no-cache",
    }
    return web.Response(body=content, content_type="image/png", headers=safe | dict(headers))
