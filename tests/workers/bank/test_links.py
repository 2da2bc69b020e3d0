"""Links of answers are looked at now and then, at public addresses only, and are dead when they fail again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from storage.answers import answers, link_checks
from storage.answers.answers import Answer
from storage.companies.companies import Company
from storage.conversations.messages import Link
from storage.database.database import Database
from storage.dataset import dataset
from tests.clock import START, Clock
from workers.bank.links import LinkWatch, followed

HERE = frozenset({"127.0.0.1"})


async def hang(_: web.Request) -> web.Response:
    await asyncio.sleep(60)
    return web.Response()


async def passed_on(request: web.Request) -> web.Response:
    raise web.HTTPFound(request.query["to"])


async def answers_with(request: web.Request) -> web.Response:
    return web.Response(status=int(request.match_info["status"]))


@pytest.fixture
async def site() -> AsyncIterator[TestServer]:
    app = web.Application()
    app.add_routes([web.get("/hang", hang), web.get("/to", passed_on), web.get(r"/{status:\d+}", answers_with)])
    async with TestServer(app, host="127.0.0.1") as server:
        assert isinstance(server, TestServer)
        yield server


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/200", None),
        ("/403", None),
        ("/429", None),
        ("/404", "status 404"),
        ("/410", "status 410"),
        ("/503", "status 503"),
        ("/to?to=/200", None),
        ("/to?to=/404", "status 404"),
        ("/to?to=http://localhost:1/", "private_address"),
        ("/to?to=file:///etc/passwd", "not_an_address"),
        ("/hang", "silent"),
    ],
)
async def test_a_link_is_followed_to_where_it_leads(site: TestServer, path: str, told: str | None) -> None:
    patience = 0.2 if path == "/hang" else 10
    assert await followed(str(site.make_url(path)), HERE, patience) == told


async def test_what_is_passed_on_for_ever_leads_nowhere(site: TestServer) -> None:
    around = f"/to?to={site.make_url('/to').with_query(to='/200')}"
    for _ in range(5):
        around = f"/to?to={site.make_url('/to').with_query(to=around)}"
    assert await followed(str(site.make_url("/to").with_query(to=around)), HERE) == "redirects"


@pytest.mark.parametrize("url", ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://a:b@acme.de/"])
async def test_no_private_address_is_gone_to(url: str) -> None:
    assert await followed(url) in ("private_address", "password_in_address")


@dataclass
class Site:
    """What links lead to, and which were looked at."""

    told: dict[str, str | None] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)

    async def look(self, url: str) -> str | None:
        self.seen.append(url)
        return self.told.get(url)


@dataclass
class House:
    """A company whose answer has links, and what looks at them."""

    database: Database
    company: Company
    clock: Clock
    site: Site

    def says(self, *urls: str) -> None:
        links = tuple(Link("x", url) for url in urls)
        answer = Answer("pay", "en", "We pay.", (), links)
        self.database.write_now(lambda conn: answers.put(conn, self.company.id, answer, START))

    async def tick(self, **later: float) -> list[str]:
        self.clock.goes_on(**later)
        self.site.seen.clear()
        await LinkWatch(self.database, self.site.look, self.clock).tick()
        return sorted(self.site.seen)

    @property
    def dead(self) -> dict[str, str]:
        return self.database.read_now(lambda conn: link_checks.dead(conn, self.company.id))


GOOD, GONE, AWAY = "https://a.de/good", "https://a.de/gone", "https://b.de/away"


@pytest.fixture
def house(database: Database, company: Company) -> House:
    database.write_now(lambda conn: dataset.add_category(conn, company.id, "pay", START))
    return House(database, company, Clock(), Site({GONE: "status 404", AWAY: "no_connection"}))


@pytest.mark.both_databases
async def test_a_link_that_fails_again_is_dead_until_it_works_and_others_wait_for_a_week(house: House) -> None:
    house.says(GOOD, GONE)
    assert (await house.tick(), house.dead) == ([GONE, GOOD], {})
    assert await house.tick(minutes=59) == []
    assert (await house.tick(minutes=1), house.dead) == ([GONE], {GONE: "status 404"})
    house.site.told[GONE] = None
    assert (await house.tick(days=1), house.dead) == ([GONE], {})
    assert await house.tick(days=6) == [GOOD]


async def test_a_link_that_no_answer_has_any_more_is_forgotten(house: House) -> None:
    house.says(GONE)
    await house.tick()
    await house.tick(hours=1)
    house.says(GOOD)
    await house.tick()
    assert house.dead == {}


async def test_where_nothing_can_be_reached_no_link_is_called_dead(house: House) -> None:
    house.says(AWAY)
    for _ in range(3):
        await house.tick(hours=1)
    assert house.dead == {}
    house.says(AWAY, GOOD)
    for _ in range(3):
        await house.tick(hours=1)
    assert house.dead == {AWAY: "no_connection"}


async def test_addresses_made_for_examples_are_not_gone_to(house: House) -> None:
    house.says("https://careers.acme.example/pay", "https://example.com/")
    assert await house.tick(days=8) == []


async def test_what_one_process_looks_at_no_other_does(house: House) -> None:
    house.says(GOOD)
    now, until = house.clock.now, house.clock.now + timedelta(minutes=15)
    its = (house.company.id, GOOD, now, until)
    assert [house.database.write_now(lambda conn: link_checks.claim(conn, *its)) for _ in range(2)] == [True, False]
    assert await house.tick() == []
