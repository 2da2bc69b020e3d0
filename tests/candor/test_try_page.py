"""The page on which a company's bot is tried speaks the language of whoever opens it, as the chat on it then does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

import pytest
from aiohttp import web
from pytest_aiohttp.plugin import AiohttpClient
from yarl import URL

from bot.service import Service
from bot.texts import load_texts
from candor import try_page
from candor.outage_page import database_awaited
from storage import Database
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.errors import Unavailable
from texts import Texts

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class OnlyTexts:
    """A bot of which this page needs the texts alone."""

    texts: Texts


@pytest.mark.parametrize(
    ("asked", "language", "heading"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr", "Travailler chez Acme"),
        ("zh-CN", "de", "Arbeiten bei Acme"),
        ("", "de", "Arbeiten bei Acme"),
    ],
    ids=["spoken", "not spoken", "not said"],
)
async def test_the_page_is_in_the_language_of_the_browser_that_the_company_speaks(
    database: Database, aiohttp_client: AiohttpClient, asked: str, language: str, heading: str
) -> None:
    profile = CompanyProfile("acme", "Acme", languages=("de", "fr"), default_language="de")
    database.write_now(lambda conn: companies.add(conn, profile, NOW))
    app = web.Application()
    try_page.mount(app, database, cast(Service, OnlyTexts(load_texts())), None)
    client = await aiohttp_client(app)
    response = await client.get("/try/acme", headers={"Accept-Language": asked})
    page = await response.text()
    assert f'<html lang="{language}">' in page
    assert f"<h1>{heading}</h1>" in page
    assert response.headers["Vary"] == "Accept-Language"


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("path", "host", "status"),
    [
        ("/try/acme", "jobs.example", 200),
        ("/try/acme", "evil:99999", 400),
        ("/try/acme", "@", 400),
        ("/try/acme", "", 400),
        ("/try/%00", "jobs.example", 404),
        ("/try/%ED%A0%80", "jobs.example", 404),
    ],
)
async def test_what_no_company_or_server_is_called_is_refused(
    database: Database, aiohttp_client: AiohttpClient, path: str, host: str, status: int
) -> None:
    database.write_now(lambda conn: companies.add(conn, CompanyProfile("acme", "Acme"), NOW))
    app = web.Application()
    try_page.mount(app, database, cast(Service, OnlyTexts(load_texts())), None)
    client = await aiohttp_client(app)
    response = await client.get(URL(path, encoded=True), headers={"Host": host})
    assert response.status == status


class GoneDatabase:
    """A database that cannot be reached."""

    async def read(self, work: object) -> None:
        raise Unavailable("The database did not take this (connection refused); try again.")


async def test_while_the_database_is_gone_the_page_says_so_and_comes_by_itself(aiohttp_client: AiohttpClient) -> None:
    app = web.Application(middlewares=[database_awaited])
    try_page.mount(app, cast(Database, GoneDatabase()), cast(Service, OnlyTexts(load_texts())), None)
    client = await aiohttp_client(app)
    for language, title in (("de", "Gerade nicht verfügbar"), ("en", "Not available just now")):
        response = await client.get("/try/acme", headers={"Accept-Language": language})
        page = await response.text()
        assert (response.status, response.headers["Retry-After"]) == (503, "5")
        assert f"<title>{title}</title>" in page
        assert 'http-equiv="refresh" content="5"' in page
