"""The look of the pages that mails link to, and what their answers tell a browser."""

from __future__ import annotations

from pathlib import Path

import jinja2
from aiohttp import web

from bot.request_language import language_of
from storage.companies.companies import Company
from storage.subscriptions.subscriptions import FREQUENCIES
from texts import Texts

_TEMPLATES = Path(__file__).parent / "templates"
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    # The address of a page holds a token: it is to stay in this browser's own window.
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
}


class Pages:
    """Renders pages in a reader's language: their words are the texts `page.<part>.…`, beside the usual `templates`."""

    def __init__(self, texts: Texts, part: str = "subscription", *templates: Path) -> None:
        self.texts = texts
        self._part = f"page.{part}"
        loader = jinja2.FileSystemLoader([*templates, _TEMPLATES])
        self._templates = jinja2.Environment(loader=loader, autoescape=True, undefined=jinja2.StrictUndefined)
        self._css = (_TEMPLATES / "pages.css").read_text(encoding="utf-8")

    def page(
        self, name: str, title: str, language: str, company: Company | None, *, status: int = 200, **given: object
    ) -> web.Response:
        """Return the page `<name>.html` under the text `page.<part>.<title>`."""

        def say(key: str, /, **params: object) -> str:
            return self.texts.get(language, key, **params)

        usual = {"notice": None, "text": None, "careers": None, "form": None, "frequencies": FREQUENCIES, "say": say}
        heading = say(f"{self._part}.{title}", company=company.name if company else "")
        html = self._templates.get_template(f"{name}.html").render(
            usual | {"language": language, "company": company, "title": heading} | given
        )
        headers = _HEADERS | {"Content-Language": language}
        return web.Response(text=html, content_type="text/html", status=status, headers=headers)

    def says(
        self, what: str, language: str, company: Company | None, status: int = 200, form: str | None = None
    ) -> web.Response:
        """Return a page that only says something: the texts `page.<part>.<what>.title` and `.text`.

        `form` is the address of the company's form, where there is one.
        """
        text = self.texts.get(language, f"{self._part}.{what}.text")
        careers = company.careers_url if company else None
        return self.page(
            "page", f"{what}.title", language, company, status=status, text=text, careers=careers, form=form
        )

    def language(self, request: web.Request, company: Company | None = None) -> str:
        """Return the language that the address or the browser asks for, among those the company serves."""
        known = company.languages if company else self.texts.languages
        wanted = request.query.get("lang", "")
        if wanted in known:
            return wanted
        spoken = language_of(request, known)
        return spoken if company is None or spoken in known else company.default_language

    async def style(self, _: web.Request) -> web.Response:
        """Answer with the style of all pages."""
        headers = {"Cache-Control": "public, max-age=3600", "X-Content-Type-Options": "nosniff"}
        return web.Response(text=self._css, content_type="text/css", headers=headers)
