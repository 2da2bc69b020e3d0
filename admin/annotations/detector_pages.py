"""The detectors page: every version with its figures and its verdict, retrain, roll back, let go live all the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import NAME_LIMIT, QUESTION_LIMIT
from admin.pages import done, render
from admin.texts import Say
from admin.visit import FORM, Seat, path_id, seat_of
from storage import Connection, jobs
from storage.companies.companies import Company
from storage.database.errors import WrongState
from storage.jobs import JobRun
from storage.models import detectors
from storage.models.detectors import DetectorVersion
from training.detector import FEWEST_DIALOGUES, FEWEST_TURNS, is_enough, learnable
from training.dialogues import all_dialogues

DETECTORS = "/admin/detectors"
_DIGITS = {"jsd": 3, "auc": 3}


@dataclass(frozen=True, slots=True)
class FigureView:
    """One row of figures: on which turns, how many, and both figures before and after."""

    name: str
    turns: int
    jsd: str
    auc: str


@dataclass(frozen=True, slots=True)
class DetectorView:
    """A version, its figures, and why it was blocked."""

    version: DetectorVersion
    figures: Sequence[FigureView]
    reasons: Sequence[str]


@dataclass(frozen=True, slots=True)
class Stand:
    """What there is to learn from, whether that is enough, and the training that runs now or was the last to fail."""

    turns: int
    dialogues: int
    is_enough: bool
    running: JobRun | None
    last: JobRun | None


async def list_page(request: web.Request) -> web.Response:
    """Show every version, newest first."""
    seat, now = seat_of(request), seat_of(request).desk.now()
    found, stand = await seat.read(
        lambda conn: (detectors.history(conn, seat.company.id), _stand(conn, seat.company, now))
    )
    return render(
        request,
        "annotations/detectors.html",
        views=[_view(seat.say, version) for version in found],
        stand=stand,
        fewest={"fewest_turns": FEWEST_TURNS, "fewest_dialogues": FEWEST_DIALOGUES},
        trouble=seat.desk.detector_trouble(seat.company.id),
        guard_on=seat.settings.guard,
        name_limit=NAME_LIMIT,
        reason_limit=QUESTION_LIMIT,
    )


def _stand(conn: Connection, company: Company, now: datetime) -> Stand:
    turns, dialogues = learnable(all_dialogues(conn, company))
    job = f"detector:{company.key}"
    running = jobs.running(conn, job, now)
    return Stand(turns, dialogues, is_enough(turns, dialogues), running, jobs.last_finished(conn, job))


def _view(say: Say, version: DetectorVersion) -> DetectorView:
    compared: Sequence[Mapping[str, Any]] = (version.figures or {}).get("compared", ())
    rows = []
    for on in ("familiar", "all"):
        by_figure = {each["figure"]: each for each in compared if each["on"] == on}
        if by_figure:
            told = {name: _before_after(say, each) for name, each in by_figure.items()}
            rows.append(FigureView(say(f"detector_turns.{on}"), by_figure["jsd"]["turns"], told["jsd"], told["auc"]))
    return DetectorView(version, rows, [reason_in_words(say, reason) for reason in version.reasons or ()])


def reason_in_words(say: Say, reason: Mapping[str, Any]) -> str:
    """Say why a detector was blocked."""
    before, after = (_figure(say, reason["figure"], reason[which]) for which in ("before", "after"))
    name = f"{reason['figure']}_{reason['on']}"
    return say(f"detector_worse.{name}", turns=reason["turns"], before=before, after=after)


def _before_after(say: Say, compared: Mapping[str, Any]) -> str:
    before, after = (_figure(say, compared["figure"], compared[which]) for which in ("before", "after"))
    return f"{before} → {after}"


def _figure(say: Say, name: str, value: float | None) -> str:
    return say("models.no_figure") if value is None else say.number(value, _DIGITS[name])


async def retrain(request: web.Request) -> web.Response:
    """Start a training; refused while one is running."""
    seat = seat_of(request)
    if not await seat.desk.retrain_detector(seat.company.key):
        raise DeskError("detector_running", status=409)
    await seat.write(lambda conn, actor: actor.note(conn, "detector_asked"))
    raise done(DETECTORS, "detector_started")


async def roll_back(request: web.Request) -> web.Response:
    """Let an earlier detector judge again."""
    detector_id = path_id(request)
    await _change(
        seat_of(request),
        "detector_rolled_back",
        lambda conn, actor: detectors.roll_back(conn, actor.company_id, detector_id, actor.now),
    )
    raise done(DETECTORS, "detector_changed")


async def override(request: web.Request) -> web.Response:
    """Let a blocked detector judge all the same; who decided so and why is kept."""
    detector_id, form = path_id(request), request[FORM]
    reason = form.text("reason", QUESTION_LIMIT)
    await _change(
        seat_of(request),
        "detector_overridden",
        lambda conn, actor: detectors.override(
            conn, actor.company_id, detector_id, name=actor.user.name, reason=reason, now=actor.now
        ),
        reason=reason,
    )
    raise done(DETECTORS, "detector_changed")


async def retire(request: web.Request) -> web.Response:
    """Let the starter's detector judge again."""
    detector_id = path_id(request)
    await _change(
        seat_of(request),
        "detector_retired",
        lambda conn, actor: detectors.retire(conn, actor.company_id, detector_id),
    )
    raise done(DETECTORS, "detector_changed")


async def _change(
    seat: Seat, noted: str, change: Callable[[Connection, Actor], DetectorVersion], **detail: object
) -> None:
    def work(conn: Connection, actor: Actor) -> None:
        try:
            version = change(conn, actor)
        except WrongState as error:
            raise DeskError("detector_state", status=409) from error
        actor.note(conn, noted, version=version.name, **detail)

    await seat.write(work)


_ONE = r"/detectors/{id:\d+}"
ROUTES = [
    web.get("/detectors", list_page),
    web.post("/detectors/retrain", retrain),
    web.post(f"{_ONE}/roll-back", roll_back),
    web.post(f"{_ONE}/override", override),
    web.post(f"{_ONE}/retire", retire),
]
