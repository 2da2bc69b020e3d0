"""Opening the house behind the open door: database, demo company, what answering needs, the application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from aiohttp import web

from admin.pages import compile_templates
from candor import logs
from candor.app import build_app
from candor.connections import Connections
from candor.demo import ensure_demo, untrained_demo
from candor.house import assemble, open_database
from candor.learning import StarterLearning
from candor.product import LIBRARIES
from candor.settings import Settings
from candor.start_progress import StartProgress, parts_to_learn
from candor.starter_models import check_encoders
from storage.companies import companies
from storage.database.file_lock import only_server

NO_COMPANY = (
    "There is no company yet: add one with `candor company add` (its --help shows the three first commands). The demo "
    "company is made only where no --config is given and the server is reached from this machine alone."
)


def open_house(
    settings: Settings, connections: Connections, house: contextlib.ExitStack
) -> tuple[web.Application, list[str]]:
    """Return the application and the keys of the companies it serves; `house` closes what was opened."""
    check_encoders(settings)
    house.enter_context(only_server(settings.database_url))
    database = house.enter_context(open_database(settings, serving=True))
    ensure_demo(settings, database, train=False)
    if not database.read_now(companies.all_companies):
        logs.tell(NO_COMPANY, "no_company", level="warning", remedy="candor company add")
    service = assemble(settings, learn=False)
    missing = StarterLearning(settings, database).missing()
    parts = parts_to_learn(missing, database.read_now(lambda conn: untrained_demo(conn, settings.nlu)))
    progress = StartProgress(parts, service.texts) if parts else None
    app = build_app(settings, database, service, connections, progress)
    app.cleanup_ctx.append(_pages_compiled)
    return app, [company.key for company in database.read_now(companies.all_companies)]


async def _pages_compiled(_: web.Application) -> AsyncIterator[None]:
    """Compile the desk's pages while it serves already: no first look at one waits for that."""
    task = asyncio.create_task(asyncio.to_thread(compile_templates, LIBRARIES))
    yield
    await task
