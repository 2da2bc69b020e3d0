"""The models page: every version with its figures and the gate's decision, retrain, roll back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.models import asking, canary, changed, overriding, pairs, verdict
from admin.models.canary import CanaryView
from admin.models.reasons import reason_in_words
from admin.models.time_left import TimeLeft, time_left
from admin.models.words import (
    FIGURES,
    SettingScores,
    confidence_in_words,
    pairs_in_words,
    questions_in_words,
    scores_in_words,
)
from admin.pages import done, render
from admin.texts import Say
from admin.visit import path_id, query_number, seat_of
from storage import Connection, jobs
from storage.database.errors import WrongState
from storage.jobs import JobRun
from storage.models import models
from storage.models.models import ModelVersion, Override

SHOWN = 10
NEARLY = 0.95
LARGEST_NUMBER = 2**31 - 1
"""That a version can have."""
"""A retrain that takes longer than the one before is shown as nearly done."""


@dataclass(frozen=True, slots=True)
class VersionView:
    """A version, its data's size, and in words its test questions, confidence, figures, and the gate's decision."""

    version: ModelVersion
    examples: int | None
    categories: int | None
    questions: str
    confidence: str
    scores: Sequence[SettingScores]
    pairs: Sequence[str]
    verdict: str | None
    reasons: Sequence[str]
    override: Override | None
    trial: CanaryView | None


@dataclass(frozen=True, slots=True)
class Training:
    """The retrain that runs now, and the one that ended last.

    `share` of its time, in [0, 1], is over and `minutes` are left; None: not known. `by_steps`: that is told by what
    its steps take, else by what the last one took as a whole.
    """

    running: JobRun | None
    last: JobRun | None
    share: float | None = None
    minutes: int | None = None
    by_steps: bool = False


async def models_page(request: web.Request) -> web.Response:
    """Show the versions of a language, newest first, those with a number below `before`."""
    seat, now, before = seat_of(request), seat_of(request).desk.now(), query_number(request, "before")
    before = None if before is None else min(before, LARGEST_NUMBER)
    asked, spoken = request.query.get("language", ""), seat.company.languages
    language = asked if asked in spoken else seat.company.default_language
    views, live, training = await seat.read(
        lambda conn: (
            _versions(conn, seat.company.id, language, before, seat.say),
            {each: models.live(conn, seat.company.id, each) for each in spoken},
            _training(conn, seat.company.key, now),
        )
    )
    return render(
        request,
        "models/list.html",
        views=views[:SHOWN],
        older=views[SHOWN - 1].version.number if len(views) > SHOWN else None,
        is_first=before is None,
        live=live,
        language=language,
        training=training,
        figures=FIGURES,
    )


def _versions(conn: Connection, company_id: int, language: str, before: int | None, say: Say) -> list[VersionView]:
    found = models.history(conn, company_id, language, limit=SHOWN + 1, before=before)
    return [_view(conn, company_id, version, say) for version in found]


def _view(conn: Connection, company_id: int, version: ModelVersion, say: Say) -> VersionView:
    record = models.evaluation(conn, company_id, version.id) or {}
    gate = models.gate(conn, company_id, version.id)
    return VersionView(
        version,
        record.get("examples"),
        record.get("categories"),
        questions_in_words(say, record),
        confidence_in_words(say, record),
        scores_in_words(say, record),
        pairs_in_words(say, record),
        verdict.verdict_in_words(say, gate, version) if gate else None,
        [reason_in_words(say, reason) for reason in gate.reasons] if gate else [],
        gate.override if gate else None,
        canary.canary_view(conn, company_id, version, say),
    )


def _training(conn: Connection, company_key: str, now: datetime) -> Training:
    job = f"retrain:{company_key}"
    running, last = jobs.running(conn, job, now), jobs.last_finished(conn, job)
    if running is None:
        return Training(running, last)
    by_steps = time_left(running.steps, jobs.finished_with_steps(conn, job), now)
    known = by_steps or _by_the_last(running, last, now)
    if known is None:
        return Training(running, last)
    minutes = ceil(known.left / timedelta(minutes=1))
    return Training(running, last, min(known.share, NEARLY), minutes, by_steps is not None)


def _by_the_last(running: JobRun, last: JobRun | None, now: datetime) -> TimeLeft | None:
    """Return what is left if it takes as long as the last one; None: not known."""
    if last is None or last.finished is None or last.outcome not in ("promoted", "blocked"):
        return None
    usual, over = last.finished - last.started, now - running.started
    return TimeLeft(over / usual if usual else 1.0, max(usual - over, timedelta()))


async def progress_part(request: web.Request) -> web.Response:
    """Return how the retrain goes; when it has ended, tell htmx to load the page anew."""
    seat, now = seat_of(request), seat_of(request).desk.now()
    training = await seat.read(lambda conn: _training(conn, seat.company.key, now))
    headers = {} if training.running else {"HX-Refresh": "true"}
    return render(request, "models/training.html", headers=headers, training=training)


async def retrain(request: web.Request) -> web.Response:
    """Start a retrain; refused while one is running."""
    seat = seat_of(request)
    if not await seat.desk.retrain(seat.company.key):
        raise DeskError("retrain_running", status=409)
    await seat.write(lambda conn, actor: actor.note(conn, "retrain_asked"))
    raise done("/admin/models", "retrain_started")


async def roll_back(request: web.Request) -> web.Response:
    """Make an earlier version live again."""
    model_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _roll_back(conn, actor, model_id))
    raise done("/admin/models", "rolled_back")


def _roll_back(conn: Connection, actor: Actor, model_id: int) -> None:
    try:
        version = models.roll_back(conn, actor.company_id, model_id, actor.now)
    except WrongState as error:
        raise DeskError("roll_back_state", status=409) from error
    actor.note(conn, "rolled_back", version=version.name)


ROUTES = [
    web.get("/models", models_page),
    web.get("/models/progress", progress_part),
    web.post("/models/retrain", retrain),
    web.post(r"/models/{id:\d+}/roll-back", roll_back),
    *verdict.ROUTES,
    *overriding.ROUTES,
    *canary.ROUTES,
    *asking.ROUTES,
    *changed.ROUTES,
    *pairs.ROUTES,
]
