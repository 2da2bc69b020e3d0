"""What a link in a mail opens: confirming, changing and ending. Looking at a page never changes anything."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from aiohttp import web

from bot.errors import StillStarting
from bot.service import Service
from bot.subscription_links import PREFIX, Links
from bot.subscriptions.rendering import Pages
from bot.tokens import IN_A_PATH
from network.posted import NotAForm, read_form
from openings.wording import Wording
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.database.errors import Unavailable
from storage.database.token_hashes import hash_token
from storage.subscriptions import subscriptions
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency, Subscription

Answer = Callable[[web.Request], Awaitable[web.Response]]
Form = dict[str, str]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a token opens: its subscription, and all that are active of the same address."""

    subscription: Subscription
    company: Company
    active: tuple[Subscription, ...]


class TokenPages:
    """The pages for whoever holds the token of a mail, which proves that they read its address's mail."""

    def __init__(self, database: Database, service: Service, pages: Pages) -> None:
        self._database = database
        self._service = service
        self._pages = pages

    def mount(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(f"{PREFIX}/pages.css", self._pages.style)
        app.router.add_get(f"{PREFIX}/{IN_A_PATH}", unless_busy(self._pages, self._show))
        app.router.add_post(f"{PREFIX}/{IN_A_PATH}", unless_busy(self._pages, self._act))
        app.router.add_get(f"{PREFIX}/{IN_A_PATH}/end", unless_busy(self._pages, self._ask_to_end))
        app.router.add_post(f"{PREFIX}/{IN_A_PATH}/end", unless_busy(self._pages, self._end))

    async def _show(self, request: web.Request) -> web.Response:
        seen = await self._database.read(lambda conn: look_up(conn, request.match_info["token"]))
        return self._overview(request, seen)

    async def _act(self, request: web.Request) -> web.Response:
        token = request.match_info["token"]
        form = {name: value for name, value in (await read_form(request)).items() if isinstance(value, str)}
        now = datetime.now(UTC)

        def work(conn: Connection) -> tuple[Seen | None, str | None]:
            notice = act(conn, token, form, now)
            return look_up(conn, token), notice

        seen, notice = await self._database.write_at_once(work)
        return self._overview(request, seen, notice)

    async def _ask_to_end(self, request: web.Request) -> web.Response:
        seen = await self._database.read(lambda conn: look_up(conn, request.match_info["token"]))
        if seen is None or seen.subscription.status in ("ended", "expired"):
            return self._overview(request, seen)
        return self._page("end", "end.title", request, seen, (seen.subscription,))

    async def _end(self, request: web.Request) -> web.Response:
        """One click of a mail program (RFC 8058) or of a person: whatever the body says, the subscription ends."""
        token, now = request.match_info["token"], datetime.now(UTC)

        def work(conn: Connection) -> Seen | None:
            seen = look_up(conn, token)
            if seen is not None:
                subscriptions.end(conn, seen.company.id, seen.subscription.id, now)
            return seen

        seen = await self._database.write_at_once(work)
        if seen is None:
            return self._unknown(request)
        return self._says("ended", seen)

    def _overview(self, request: web.Request, seen: Seen | None, notice: str | None = None) -> web.Response:
        if seen is None:
            return self._unknown(request)
        its = seen.subscription
        if its.status == "pending":
            return self._page("confirm", "confirm.title", request, seen, (its,))
        if seen.active:
            return self._page("manage", "manage.title", request, seen, seen.active, notice)
        if its.status == "bounced":
            return self._page("end", "end.title", request, seen, (its,))
        return self._says("expired" if its.status == "expired" else "ended", seen)

    def _page(
        self,
        name: str,
        title: str,
        request: web.Request,
        seen: Seen,
        shown: tuple[Subscription, ...],
        notice: str | None = None,
    ) -> web.Response:
        language = seen.subscription.language
        wording = Wording(self._pages.texts, language, self._service.jobs)
        said = self._pages.texts.get(language, f"page.subscription.{notice}") if notice else None
        wishes = [(each, wording.wish(each.wish)) for each in shown]
        page = f"{PREFIX}/{request.match_info['token']}"
        form = self._form(seen) if name == "manage" else None
        return self._pages.page(name, title, language, seen.company, page=page, wishes=wishes, notice=said, form=form)

    def _says(self, what: str, seen: Seen) -> web.Response:
        return self._pages.says(what, seen.subscription.language, seen.company, form=self._form(seen))

    def _form(self, seen: Seen) -> str | None:
        """Where another alert can be asked for."""
        if not self._service.offers_alerts(seen.company):
            return None
        return Links("").form(seen.company.key, seen.subscription.language)

    def _unknown(self, request: web.Request) -> web.Response:
        return self._pages.says("unknown", self._pages.language(request), None, status=404)


def unless_busy(pages: Pages, answer: Answer) -> Answer:
    """Return the same answer; a page says when the database takes nothing right now, or what was sent is no form."""

    async def run(request: web.Request) -> web.Response:
        try:
            return await answer(request)
        except (Unavailable, StillStarting):
            return pages.says("busy", pages.language(request), None, status=503)
        except NotAForm as error:
            return pages.says("unreadable", pages.language(request), None, status=error.status)

    return run


def look_up(conn: Connection, token: str) -> Seen | None:
    """Return what the token opens."""
    its = subscriptions.by_token(conn, hash_token(token))
    company = companies.by_id(conn, its.company_id) if its else None
    if its is None or company is None:
        return None
    # Before it is confirmed a token says of nothing but its own subscription.
    shown = its.status == "active" and its.email is not None
    return Seen(its, company, tuple(subscriptions.of_address(conn, company.id, its.email or "")) if shown else ())


def act(conn: Connection, token: str, form: Form, now: datetime) -> str | None:
    """Do what a form says with the subscriptions that the token opens; return which text says so."""
    seen, action = look_up(conn, token), form.get("action")
    if seen is None:
        return None
    company_id, its = seen.company.id, seen.subscription
    frequency = cast(Frequency, form["frequency"]) if form.get("frequency") in FREQUENCIES else None
    if action == "confirm" and its.status == "pending":
        subscriptions.confirm(conn, company_id, its.id, frequency or its.frequency, now)
        return "confirmed"
    chosen = next((each for each in seen.active if str(each.id) == form.get("subscription")), None)
    if chosen is None:
        return None
    if action == "change" and frequency:
        subscriptions.set_frequency(conn, company_id, chosen.id, frequency, now)
        return "saved"
    if action == "end":
        subscriptions.end(conn, company_id, chosen.id, now)
        return "ended.title"
    return None
