"""What a link of a mailed answer opens: a page whose button works once. Looking at it changes nothing."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from aiohttp import web

from bot.answers.links import PREFIX
from bot.channels.web.credentials import Credential, own_origin, set_cookie
from bot.channels.web.settings import THIRTY_DAYS
from bot.ending import end
from bot.subscriptions.pages import unless_busy
from bot.subscriptions.rendering import Pages
from bot.tokens import IN_A_PATH
from bot.widget.pages import opened_panel
from storage import Connection, Database
from storage.answers import answer_links
from storage.answers.answer_links import AnswerLink
from storage.companies import companies
from storage.companies.companies import Company
from storage.conversations import conversations
from storage.conversations.conversations import Conversation
from storage.database.token_hashes import hash_token
from texts import Texts

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True, slots=True)
class Linked:
    """A link that was mailed, with its conversation and company."""

    link: AnswerLink
    conversation: Conversation
    company: Company

    def state(self, now: datetime) -> str:
        """Return what there is to say of the link: "open" or "end" while it works, else "used" or "expired"."""
        if self.link.used is not None:
            return "used"
        return "expired" if self.link.expires <= now else self.link.purpose


class AnswerPages:
    """The pages for whoever holds the link of a mail, which proves that they read its address's mail."""

    def __init__(self, database: Database, texts: Texts) -> None:
        self._database = database
        self._texts = texts
        self._pages = Pages(texts, "answer", TEMPLATES)

    def mount(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(f"{PREFIX}/{IN_A_PATH}", unless_busy(self._pages, self._show))
        app.router.add_post(f"{PREFIX}/{IN_A_PATH}", unless_busy(self._pages, self._act))

    async def _show(self, request: web.Request) -> web.Response:
        token, now = request.match_info["token"], datetime.now(UTC)
        linked = await self._database.read(lambda conn: look_up(conn, token))
        return self._page(request, linked, linked.state(now) if linked else "unknown")

    async def _act(self, request: web.Request) -> web.Response:
        token, key, now = request.match_info["token"], secrets.token_urlsafe(32), datetime.now(UTC)
        linked, done = await self._database.write_at_once(lambda conn: use(conn, self._texts, token, key, now))
        if linked is None or done is None:
            return self._page(request, linked, linked.state(now) if linked else "unknown")
        if done == "end":
            return self._says("ended", linked)
        held = Credential(linked.conversation.public_id, key)
        response = opened_panel(request, linked.company, linked.conversation.language, held.conversation, held.token)
        if own_origin(request).startswith("https:"):
            set_cookie(response, linked.company.key, held, THIRTY_DAYS)
        return response

    def _page(self, request: web.Request, linked: Linked | None, state: str) -> web.Response:
        if linked is None:
            return self._pages.says("unknown", self._pages.language(request), None, status=404)
        if state in ("used", "expired"):
            return self._says(state, linked, status=410)
        language, company = linked.conversation.language, linked.company
        text, submit = (
            self._texts.get(language, f"page.answer.{state}.{part}", company=company.name)
            for part in ("text", "submit")
        )
        page = f"{PREFIX}/{request.match_info['token']}"
        return self._pages.page("ask", f"{state}.title", language, company, page=page, text=text, submit=submit)

    def _says(self, what: str, linked: Linked, status: int = 200) -> web.Response:
        return self._pages.says(what, linked.conversation.language, linked.company, status)


def look_up(conn: Connection, token: str) -> Linked | None:
    """Return what the token opens."""
    link = answer_links.by_token(conn, hash_token(token))
    company = companies.by_id(conn, link.company_id) if link else None
    if link is None or company is None:
        return None
    return Linked(link, conversations.get(conn, link.company_id, link.conversation_id), company)


def use(conn: Connection, texts: Texts, token: str, key: str, now: datetime) -> tuple[Linked | None, str | None]:
    """Use a link up: let `key` open its conversation, or end that; return what was done, None for nothing."""
    used, linked = answer_links.use(conn, hash_token(token), now), look_up(conn, token)
    if used is None or linked is None:
        return linked, None
    if used.purpose == "open":
        answer_links.add_key(conn, used.company_id, used.conversation_id, hash_token(key), now)
    else:
        end(conn, texts, linked.conversation, "answer_mail.ended", now)
    return linked, used.purpose
