"""The desk over a real database, and people who visit it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from aiohttp import web
from argon2 import PasswordHasher
from pytest_aiohttp.plugin import AiohttpClient

from admin.app import mount
from admin.dataset import check_pages, split_pages
from admin.desk import Desk, DeskSettings
from admin.topics import pages as topic_pages
from bot.channels.web.conversations import StoredConversations
from bot.texts import load_texts
from bot.widget import setup as set_up_widget
from candor.product import LIBRARIES
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.engine import parse_url
from storage.people.users import User
from tests.admin.explained import explained
from tests.admin.world import Client, Visitor, World, data, log_in, people
from tests.conftest import copied

Visit = Callable[[User], Awaitable[Visitor]]
Open = Callable[..., Awaitable[Client]]

GIVEN = (
    "now", "nearest", "reference", "guard_trouble", "openings", "retrain_detector", "detector_trouble",
    "usual", "starter",
    "webhook_hosts", "sends_mail", "mails_alerts", "apply_setting", "what_if", "try_question",
)  # fmt: skip

# Argon2 as weak as it can be: these tests ask whether it is used, not how strong it is.
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


T = TypeVar("T")


@dataclass(slots=True)
class Trainer:
    """Stands in for the process that retrains: notes who asked and answers as told."""

    asked: list[str] = field(default_factory=list)
    starts: bool = True

    async def __call__(self, company_key: str) -> bool:
        self.asked.append(company_key)
        return self.starts


@pytest.fixture
def trainer() -> Trainer:
    return Trainer()


@dataclass(slots=True)
class OtherProcess:
    """Stands in for a process of its own: does the same here, and not before it may."""

    may_end: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, function: Callable[..., T], *arguments: Any) -> T:
        await self.may_end.wait()
        return function(*arguments)


@pytest.fixture
def other_process(monkeypatch: pytest.MonkeyPatch) -> OtherProcess:
    """Slow work that ends as soon as nobody holds it (`may_end.clear()`)."""
    here = OtherProcess()
    here.may_end.set()
    monkeypatch.setattr(check_pages, "aside", here)
    monkeypatch.setattr(topic_pages, "aside", here)
    monkeypatch.setattr(split_pages, "aside", here)
    return here


@pytest.fixture
def world(request: pytest.FixtureRequest, database_url: str, database: Database) -> World:
    """The companies and their people, over an SQLite file copied page by page."""
    if not database_url.startswith("sqlite"):
        return filled(database)
    given: tuple[str, World] = request.getfixturevalue("world_once")
    file, once = given
    with closing(sqlite3.connect(file)) as whole, closing(sqlite3.connect(file_of(database_url))) as its:
        its.execute("PRAGMA synchronous=OFF")
        whole.backup(its)
    return replace(once, database=database)


@pytest.fixture(scope="session")
def world_once(migrated_file: Path) -> Iterator[tuple[str, World]]:
    """An SQLite file that holds them and that nobody changes."""
    with copied(migrated_file) as url:
        with Database.open(url) as database:
            world = filled(database)
        yield file_of(url), world


def filled(database: Database) -> World:
    """Fill an empty database."""

    def fill(conn: Connection) -> World:
        profiles = CompanyProfile("demo", "Demo", languages=("en", "de")), CompanyProfile("other", "Other")
        demo, other = (companies.add(conn, profile, datetime.now(UTC)) for profile in profiles)
        data(conn, demo)
        data(conn, other)
        return World(database, demo, other, *people(conn, demo, other))

    return database.write_now(fill)


def file_of(url: str) -> str:
    return str(parse_url(url).database)


@pytest.fixture
def open_desk(database: Database, trainer: Trainer, aiohttp_client: AiohttpClient) -> Open:
    """Serve the desk with these settings and return a client.

    `widget=True`: the chat is beside it; `of_process`: the database as another process has opened it.
    """

    async def start(**settings: Any) -> Client:
        app = web.Application()
        if settings.pop("widget", False):
            chat = StoredConversations(database, None)  # type: ignore[arg-type]  # nobody talks here
            set_up_widget(app, chat, load_texts())
        its = settings.pop("of_process", database)
        given = {name: settings.pop(name) for name in GIVEN if name in settings}
        desk = Desk(its, trainer, explained, DeskSettings(LIBRARIES, **settings), hasher=QUICK, **given)
        mount(app, desk)
        return await aiohttp_client(app)

    return start


@pytest.fixture
def visit(world: World, open_desk: Open) -> Visit:
    """Log a person in: `ada = await visit(world.ada)`."""
    clients: list[Client] = []

    async def enter(user: User) -> Visitor:
        if not clients:
            clients.append(await open_desk())
        return log_in(world.database, clients[0], user)

    return enter


@pytest.fixture
async def ada(world: World, visit: Visit) -> Visitor:
    """A recruiter of the demo company."""
    return await visit(world.ada)


@pytest.fixture
async def olga(world: World, visit: Visit) -> Visitor:
    """An operator, at work for the demo company."""
    visitor = await visit(world.olga)
    visitor.company = "demo"
    return visitor
