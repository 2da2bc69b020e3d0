"""What /readyz tells: that this process can serve, and what it cannot do yet, in codes that give nothing away."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple, cast

import pytest
from aiohttp import web
from pytest_aiohttp.plugin import AiohttpClient

from bot.dialogue.policy import Thresholds
from bot.guard.guard import Guard
from bot.live import LiveModels
from bot.model_shelf import Refusal
from bot.service import Service
from bot.texts import load_texts
from candor import health
from candor.connections import ConnectionLimits, Connections
from candor.metrics import HouseMetrics
from candor.readiness import Readiness
from nlu.language.detector import LanguageDetector
from storage import Connection, Database
from storage.companies import companies
from storage.companies.companies import CompanyProfile
from storage.database.errors import Unavailable
from storage.models import models
from tests.bot.conftest import NOW


@dataclass
class Models:
    """Stands in for LiveModels: what is loaded and what was refused, as the test says."""

    loaded: set[tuple[int, str]] = field(default_factory=set)
    refusals: dict[tuple[int, str], Refusal] = field(default_factory=dict)
    languages: tuple[str, ...] = ("en",)

    def answers(self, company_id: int, language: str) -> bool:
        return (company_id, language) in self.loaded


class House(NamedTuple):
    """A database with a company of two languages, its models, and a way to look at /readyz."""

    database: Database
    models: Models
    service: Service
    company_id: int
    folder: Path

    async def look(self, **given: Any) -> tuple[bool, dict[str, int]]:
        options = {"kept_seconds": 0.0, "deadline_seconds": 10.0} | given
        report = await Readiness(self.database, self.service, self.folder, **options).report()
        return report.ready, dict(report.not_ready)

    def load(self, *languages: str) -> None:
        self.models.loaded |= {(self.company_id, language) for language in languages}

    def promote(self, *languages: str) -> None:
        def write(conn: Connection) -> None:
            told: dict[str, Any] = {"file": "f", "sha256": "", "fingerprint": "", "dataset_revision": 1, "recipe": {}}
            for language in languages:
                version = models.add_candidate(conn, self.company_id, language=language, now=NOW, **told)
                models.promote(conn, self.company_id, version.id, NOW)

        self.database.write_now(write)

    def refuse(self, language: str, substitute: str | None = None) -> None:
        self.models.refusals[self.company_id, language] = Refusal("v2", "/srv/secret is gone", substitute, ())


@pytest.fixture
def house(database: Database, tmp_path: Path) -> House:
    profile = CompanyProfile("acme", "Acme", languages=("en", "de"))
    company = database.write_now(lambda conn: companies.add(conn, profile, NOW))
    known = Models()
    detector = cast(LanguageDetector, None)
    service = Service(cast(LiveModels, known), detector, load_texts(), Thresholds(), Guard())
    made = House(database, known, service, company.id, tmp_path)
    made.promote("en", "de")
    return made


async def test_it_is_ready_from_the_first_language_on_and_tells_what_is_still_loading(house: House) -> None:
    assert await house.look() == (False, {"language_loading": 2, "no_language": 1})
    house.load("en")
    assert await house.look() == (True, {"language_loading": 1})
    house.load("de")
    assert await house.look() == (True, {})


async def test_a_house_without_companies_is_ready_for_them(database: Database, house: House, sqlite_url: str) -> None:
    with Database.open(f"{sqlite_url}-empty") as empty:
        assert await house._replace(database=empty).look() == (True, {})


async def test_a_language_that_never_was_trained_is_told_and_served(house: House) -> None:
    house.database.write_now(
        lambda conn: companies.add(conn, CompanyProfile("globex", "Globex", languages=("en",)), NOW)
    )
    house.load("en", "de")
    house.models.loaded.add((house.company_id + 1, "en"))
    assert await house.look() == (True, {"not_trained": 1})


async def test_a_missing_model_file_is_told_and_when_none_is_left_nothing_can_be_served(house: House) -> None:
    house.load("en", "de")
    house.refuse("en")
    assert await house.look() == (True, {"model_missing": 1})
    house.refuse("de")
    assert await house.look() == (False, {"model_missing": 2, "no_language": 1})
    house.refuse("de", substitute="v1")
    assert await house.look() == (True, {"model_missing": 1, "model_refused": 1})


async def test_a_writer_that_does_not_come_back_is_not_ready_and_is_not_asked_again(house: House) -> None:
    house.load("en", "de")
    release, started = Event(), Event()

    def hold(_: Connection) -> None:
        started.set()
        release.wait(10)

    holding = asyncio.create_task(house.database.write_at_once(hold))
    await asyncio.to_thread(started.wait, 10)
    readiness = Readiness(house.database, house.service, house.folder, kept_seconds=0.0, deadline_seconds=1.0)
    for _ in range(3):
        assert (await readiness.report()).not_ready == {"writes_blocked": 1}
    assert house.database.queued == 1
    release.set()
    await holding
    async with asyncio.timeout(60):
        while not (await readiness.report()).ready:  # noqa: ASYNC110  nothing tells
            await asyncio.sleep(0.01)


async def test_writes_that_are_refused_are_not_ready_and_the_public_learns_no_host(
    house: House, monkeypatch: pytest.MonkeyPatch, aiohttp_client: AiohttpClient
) -> None:
    async def refuse(work: Callable[[Connection], None]) -> None:
        raise Unavailable("The database postgresql://db.intern.example does not answer; try again.")

    house.load("en", "de")
    monkeypatch.setattr(house.database, "write_at_once", refuse)
    app = web.Application()
    metrics = HouseMetrics(app, house.database, house.service.live, Connections(ConnectionLimits(10, 5)))
    health.mount(app, Readiness(house.database, house.service, house.folder), metrics)
    answered = await (await aiohttp_client(app)).get("/readyz")
    assert answered.status == 503
    assert json.loads(await answered.text())["not_ready"] == [{"code": "writes_refused", "count": 1}]


async def test_a_full_disk_is_not_ready(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    house.load("en", "de")
    usage = shutil.disk_usage(house.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1024))
    assert await house.look() == (False, {"disk_full": 1})


async def test_probing_costs_one_look_however_often_it_is_asked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    looks, write = list[int](), house.database.write_at_once

    async def counted(work: Callable[[Connection], None]) -> None:
        looks.append(1)
        await write(work)

    monkeypatch.setattr(house.database, "write_at_once", counted)
    readiness = Readiness(house.database, house.service, house.folder, kept_seconds=60)
    await asyncio.gather(*(readiness.report() for _ in range(20)))
    await readiness.report()
    assert len(looks) == 1


@pytest.mark.parametrize(
    ("guard", "told"), [(None, "off"), (Guard(), "on"), (Guard(trouble="the file is cut short"), "signs only")]
)
async def test_it_tells_how_the_guard_is(house: House, guard: Guard | None, told: str) -> None:
    readiness = Readiness(house.database, replace(house.service, guard=guard), house.folder)
    assert (await readiness.report()).to_dict()["guard"] == told
