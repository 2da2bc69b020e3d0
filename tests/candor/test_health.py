"""What `/readyz` tells of the guard."""

from __future__ import annotations

from typing import cast

import pytest
from aiohttp import web
from pytest_aiohttp.plugin import AiohttpClient

from bot.guard.guard import Guard
from bot.live import LiveModels
from bot.policy import Thresholds
from bot.service import Service
from bot.texts import load_texts
from candor import health
from nlu.language import LanguageDetector
from storage import Database


class NoModels:
    """Stands in for LiveModels where nothing was learnt."""

    languages = ("en",)


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """One kind of database is enough here."""
    return sqlite_url


@pytest.mark.parametrize(
    ("guard", "told"), [(None, "off"), (Guard(), "on"), (Guard(trouble="the file is cut short"), "signs only")]
)
async def test_readyz_tells_how_the_guard_is(
    database: Database, aiohttp_client: AiohttpClient, guard: Guard | None, told: str
) -> None:
    models, detector = cast(LiveModels, NoModels()), cast(LanguageDetector, None)
    app = web.Application()
    health.mount(app, database, Service(models, detector, load_texts(), Thresholds(), guard))
    client = await aiohttp_client(app)
    answered = await client.get("/readyz")
    assert await answered.json() == {"status": "ready", "languages": ["en"], "guard": told}
