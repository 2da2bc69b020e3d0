"""The recruiters' desk as a part of the application, below /admin/."""

from __future__ import annotations

from typing import NoReturn

from aiohttp import web

from admin import company, erasing, going, language, login, people, settling, told, trail
from admin.annotations import annotating, detector_pages, exchange_pages
from admin.annotations import pages as annotations_pages
from admin.answers import check_pages as answer_checks
from admin.answers import pages as answers_pages
from admin.assets import load_assets
from admin.authentication import GATEKEEPER, Gatekeeper
from admin.breakdowns import pages as breakdown_pages
from admin.dataset import actions as dataset_actions
from admin.dataset import alike_pages, check_pages, exporting, listing, side_by_side, split_pages, transfer
from admin.dataset import answers as dataset_answers
from admin.dataset import pages as dataset_pages
from admin.dataset.check_pages import CHECKS
from admin.dataset.split_pages import SPLITS
from admin.desk import DESK, Desk, DeskSettings
from admin.inbox import actions as inbox_actions
from admin.inbox import canned, live
from admin.inbox import pages as inbox_pages
from admin.inbox.live import LIVE
from admin.inbox.screens import Live
from admin.middlewares import MIDDLEWARES
from admin.models import pages as models_pages
from admin.newest import Newest
from admin.openings import feeds as feeds_pages
from admin.openings import pages as openings_pages
from admin.openings import searches, synonyms
from admin.overview import companies as overview_companies
from admin.overview import pages as overview_pages
from admin.pages import install_templates
from admin.promises import pages as promise_pages
from admin.ratings import pages as ratings_pages
from admin.ratings import rating_pages, score_pages
from admin.reviews import actions as review_actions
from admin.reviews import bulk, why
from admin.reviews import pages as review_pages
from admin.settings import applying_page, first_hour, identity, look_page, own_pages, webhooks
from admin.settings import pages as settings_pages
from admin.topics import actions as topic_actions
from admin.topics import pages as topic_pages
from admin.topics.pages import TOPICS
from admin.visit import HOME
from admin.what_if import pages as what_if_pages
from admin.what_if import trying as what_if_trying
from admin.what_if.pages import WHAT_IFS
from admin.what_if.running import WhatIfs

__all__ = ["Desk", "DeskSettings", "desk_app", "mount"]

ROUTES = [
    *login.ROUTES,
    *company.ROUTES,
    *language.ROUTES,
    *overview_pages.ROUTES,
    *overview_companies.ROUTES,
    *review_pages.ROUTES,
    *why.ROUTES,
    *review_actions.ROUTES,
    *bulk.ROUTES,
    *going.ROUTES,
    *inbox_pages.ROUTES,
    *inbox_actions.ROUTES,
    *canned.ROUTES,
    *live.ROUTES,
    *erasing.ROUTES,
    *breakdown_pages.ROUTES,
    *annotations_pages.ROUTES,
    *exchange_pages.ROUTES,
    *annotating.ROUTES,
    *detector_pages.ROUTES,
    *dataset_pages.ROUTES,
    *dataset_actions.ROUTES,
    *listing.ROUTES,
    *dataset_answers.ROUTES,
    *answers_pages.ROUTES,
    *answer_checks.ROUTES,
    *side_by_side.ROUTES,
    *transfer.ROUTES,
    *exporting.ROUTES,
    *check_pages.ROUTES,
    *settling.ROUTES,
    *split_pages.ROUTES,
    *topic_pages.ROUTES,
    *topic_actions.ROUTES,
    *what_if_pages.ROUTES,
    *what_if_trying.ROUTES,
    *alike_pages.ROUTES,
    *openings_pages.ROUTES,
    *feeds_pages.ROUTES,
    *searches.ROUTES,
    *synonyms.ROUTES,
    *models_pages.ROUTES,
    *score_pages.ROUTES,
    *promise_pages.ROUTES,
    *ratings_pages.ROUTES,
    *rating_pages.ROUTES,
    *settings_pages.ROUTES,
    *own_pages.ROUTES,
    *first_hour.ROUTES,
    *webhooks.ROUTES,
    *look_page.ROUTES,
    *applying_page.ROUTES,
    *identity.ROUTES,
    *people.ROUTES,
    *told.ROUTES,
    *trail.ROUTES,
]


def mount(app: web.Application, desk: Desk) -> None:
    """Serve the desk below /admin/; raises SetupError when its styles and scripts are not installed."""
    app.router.add_get("/admin", _to_home)
    app.add_subapp(HOME, desk_app(desk))


def desk_app(desk: Desk) -> web.Application:
    """Return the application of the desk, whose addresses all begin with /admin/."""
    app = web.Application(middlewares=MIDDLEWARES)
    assets = load_assets(desk.settings.libraries)
    app[DESK], app[GATEKEEPER] = desk, Gatekeeper(desk)
    app[CHECKS], app[TOPICS] = Newest("data check"), Newest("topics")
    app[WHAT_IFS], app[SPLITS] = WhatIfs(), Newest("splitting")
    app[LIVE] = Live(desk.database)
    app.on_startup.append(_start_live)
    app.on_shutdown.append(_stop_live)
    app.on_cleanup.append(_stop_slow_work)
    install_templates(app, assets)
    app.router.add_get(r"/static/{path:.+}", assets.serve)
    app.router.add_routes(ROUTES)
    return app


async def _stop_slow_work(app: web.Application) -> None:
    await app[CHECKS].stop()
    await app[TOPICS].stop()
    await app[WHAT_IFS].stop()
    await app[SPLITS].stop()


async def _start_live(app: web.Application) -> None:
    app[LIVE].start()


async def _stop_live(app: web.Application) -> None:
    await app[LIVE].stop()


async def _to_home(_: web.Request) -> NoReturn:
    raise web.HTTPFound(HOME)
