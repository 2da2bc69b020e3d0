"""Subscribing by a form on a page of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import cast

from aiohttp import web

from bot.dialogue.search.wishes import changed
from bot.dialogue.state import Slot
from bot.rate_limit import Rate, RateLimit
from bot.service import Service
from bot.subscribing import WantedAlert, ask
from bot.subscription_links import FORM
from bot.subscriptions.pages import unless_busy
from bot.subscriptions.rendering import Pages
from network.posted import read_form
from storage import Database
from storage.companies import companies
from storage.companies.companies import Company
from storage.openings.wishes import Wish
from storage.subscriptions.subscriptions import FREQUENCIES, Frequency
from texts.mail_addresses import EmailAddress, InvalidAddress, checked

_PATH = FORM + "/{company:[A-Za-z0-9_.~-]{1,100}}"
_FIELDS = ("profession", "city", "email", "frequency")
_LONGEST = 320
ASKING_RATE = Rate(burst=20, per_second=1 / 60)
"""How many forms may come from one address of the network."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it was typed, what it means, and the faults to mend by field."""

    typed: Mapping[str, str]
    wish: Wish = field(default_factory=Wish)
    address: EmailAddress | None = None
    faults: Mapping[str, str] = field(default_factory=dict)


class SubscriptionForm:
    """The form of each company; where no mail is sent, a page that says so."""

    def __init__(self, database: Database, service: Service, pages: Pages) -> None:
        self._database = database
        self._service = service
        self._pages = pages
        self._limit = RateLimit(ASKING_RATE)

    def mount(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get(_PATH, unless_busy(self._pages, self._show))
        app.router.add_post(_PATH, unless_busy(self._pages, self._take))

    async def _show(self, request: web.Request) -> web.Response:
        company = await self._company(request)
        language = self._pages.language(request, company)
        if not self._service.offers_alerts(company):
            return self._pages.says("off", language, company)
        known = {name: request.query.get(name, "")[:_LONGEST] for name in ("profession", "city")}
        return self._filled_in(company, language, Sent({"email": "", "frequency": "daily", **known}))

    async def _take(self, request: web.Request) -> web.Response:
        company = await self._company(request)
        posted = await read_form(request)
        wanted = posted.get("language")
        language = str(wanted) if wanted in company.languages else self._pages.language(request, company)
        if not self._service.offers_alerts(company):
            return self._pages.says("off", language, company)
        if self._limit.take(request.remote or ""):
            return self._pages.says("busy", language, company, status=429)
        typed = {name: str(posted.get(name, ""))[:_LONGEST] for name in _FIELDS}
        sent = await asyncio.to_thread(self._read, company, language, typed)
        if sent.address is None or sent.faults:
            return self._filled_in(company, language, sent, status=422)
        address, now, per_day = sent.address, datetime.now(UTC), self._service.confirmations_per_day
        wants = WantedAlert(sent.wish, cast(Frequency, sent.typed["frequency"]), language)
        await self._database.write_at_once(lambda conn: ask(conn, company, address, wants, per_day, now))
        text = self._pages.texts.get(language, "page.subscription.asked.text", address=address.shown)
        return self._pages.page("page", "asked.title", language, company, text=text)

    def _read(self, company: Company, language: str, typed: Mapping[str, str]) -> Sent:
        texts, faults, address = self._service.texts, {}, None
        wish = self._wish(company, language, typed["profession"], Slot.PROFESSION)
        where = self._wish(company, language, typed["city"], Slot.CITY)
        wish = replace(wish, words="" if wish.professions else typed["profession"].strip())
        wish = replace(wish, professions=wish.professions or (), cities=where.cities or ())
        wish = replace(wish, countries=where.countries, regions=where.regions)
        if typed["city"].strip() and not (where.cities or where.countries or where.regions):
            faults["city"] = texts.get(language, "page.subscription.form.unknown_city")
        try:
            address = checked(typed["email"])
        except InvalidAddress as error:
            faults["email"] = texts.get(language, f"error.{error.code}")
        often = typed["frequency"] if typed["frequency"] in FREQUENCIES else "daily"
        return Sent({**typed, "frequency": often}, wish, address, faults)

    def _wish(self, company: Company, language: str, text: str, asked: Slot) -> Wish:
        entities = self._service.live.parse(company, language, text, expected=frozenset({asked})).entities
        return changed(Wish(), self._service.jobs.wishes.read(text, entities, language), asked)

    def _filled_in(self, company: Company, language: str, sent: Sent, status: int = 200) -> web.Response:
        notice = self._pages.texts.get(language, "page.subscription.form.faults") if sent.faults else None
        given = {"typed": sent.typed, "faults": {"city": "", "email": "", **sent.faults}, "notice": notice}
        return self._pages.page("form", "form.title", language, company, status=status, **given)

    async def _company(self, request: web.Request) -> Company:
        company = await self._database.read(lambda conn: companies.by_key(conn, request.match_info["company"]))
        if company is None:
            raise web.HTTPNotFound
        return company
