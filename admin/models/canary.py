"""Canaries on the desk: how a version on trial does beside the live one, in words, and the steps a person can take."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import Form, whole
from admin.models.words import points_in_words
from admin.pages import done
from admin.texts import Say
from admin.visit import FORM, path_id, seat_of
from evaluation.ratings.canary import SharesBeside, automation, confirmed
from storage import Connection
from storage.database.errors import WrongState
from storage.models import canaries, models
from storage.models.canaries import Arms, Trial, TrialTally
from storage.models.models import ModelVersion

_ALL = 100
_PERCENT_LENGTH = 3


@dataclass(frozen=True, slots=True)
class CanaryView:
    """A trial in words: what it is or was, how it compares, and what became of it (None while it runs)."""

    started: datetime
    share: str
    compared: list[str]
    ended: datetime | None
    outcome: str | None


def canary_view(conn: Connection, company_id: int, version: ModelVersion, say: Say) -> CanaryView | None:
    """Return the version's newest trial in words, None when it never was on trial."""
    trial = canaries.newest(conn, company_id, version.id)
    if trial is None:
        return None
    outcome = say(f"canary_outcome.{trial.outcome}") if trial.outcome else None
    compared = compared_in_words(say, _arms(conn, company_id, trial))
    return CanaryView(trial.started, say.percent(trial.share), compared, trial.ended, outcome)


def _arms(conn: Connection, company_id: int, trial: Trial) -> Arms:
    if trial.figures is None:
        return canaries.arms(conn, company_id, trial.id)
    return Arms(TrialTally(**trial.figures["canary"]), TrialTally(**trial.figures["live"]))


def compared_in_words(say: Say, arms: Arms) -> list[str]:
    """Say how often each version was found right and how often it answered, and what that tells."""
    mine, theirs = arms.canary, arms.live
    if mine.questions == 0:
        return [say("canary.no_questions")]
    return [
        _line(say, "canary.answered", (mine.answered, mine.questions), (theirs.answered, theirs.questions)),
        *_difference(say, automation(mine, theirs)),
        _line(say, "canary.confirmed", (mine.confirmed, mine.reviewed), (theirs.confirmed, theirs.reviewed)),
        *_difference(say, confirmed(mine, theirs)),
        *_meaning(say, confirmed(mine, theirs)),
    ]


def _line(say: Say, key: str, mine: tuple[int, int], theirs: tuple[int, int]) -> str:
    live = say("canary.of_live", n=theirs[1], count=theirs[0], share=_share(say, theirs))
    return say(key, n=mine[1], count=mine[0], share=_share(say, mine), live=live)


def _share(say: Say, counted: tuple[int, int]) -> str:
    return say.percent(counted[0] / counted[1], 1) if counted[1] else say("models.no_figure")


def _difference(say: Say, seen: SharesBeside) -> list[str]:
    if seen.canary is None or seen.live is None or seen.low is None or seen.high is None:
        return []
    low, high = (points_in_words(say, end) for end in (seen.low, seen.high))
    return [say("canary.difference", difference=points_in_words(say, seen.canary - seen.live), low=low, high=high)]


def _meaning(say: Say, seen: SharesBeside) -> list[str]:
    if seen.low is None or seen.high is None:
        return []
    meaning = "worse" if seen.high < 0 else "better" if seen.low > 0 else "unclear"
    return [say(f"canary_means.{meaning}")]


def share_of(form: Form) -> float | None:
    """Return the share that a form asks for in whole percent, None for all; raises DeskError for what is no share."""
    percent = whole(form.text("percent", _PERCENT_LENGTH, required=False) or str(_ALL), 1, _ALL)
    if percent is None:
        raise DeskError("percent_range", most=_ALL)
    return percent / _ALL if percent < _ALL else None


async def try_out(request: web.Request) -> web.Response:
    """Let an earlier version answer a share of the conversations first."""
    model_id, share = path_id(request), share_of(request[FORM])
    if share is None:
        raise DeskError("percent_range", most=_ALL - 1)
    await seat_of(request).write(lambda conn, actor: _try_out(conn, actor, model_id, share))
    raise done("/admin/models", "canary_begun")


def _try_out(conn: Connection, actor: Actor, model_id: int, share: float) -> None:
    try:
        version = models.try_out(conn, actor.company_id, model_id, share, actor.now)
    except WrongState as error:
        raise DeskError("canary_state", status=409) from error
    note_begun(conn, actor, version, share)


def note_begun(conn: Connection, actor: Actor, version: ModelVersion, share: float) -> None:
    """Note in the history that somebody put a version on trial."""
    actor.note(conn, "canary_begun", version=version.name, percent=round(share * _ALL))


async def promote(request: web.Request) -> web.Response:
    """Let the canary answer everybody now."""
    model_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _promote(conn, actor, model_id))
    raise done("/admin/models", "canary_promoted")


def _promote(conn: Connection, actor: Actor, model_id: int) -> None:
    if models.get(conn, actor.company_id, model_id).status != "canary":
        raise DeskError("canary_over", status=409)
    version = models.promote(conn, actor.company_id, model_id, actor.now)
    actor.note(conn, "canary_promoted", version=version.name)


async def end(request: web.Request) -> web.Response:
    """Let the live version answer everybody again."""
    model_id = path_id(request)
    await seat_of(request).write(lambda conn, actor: _end(conn, actor, model_id))
    raise done("/admin/models", "canary_ended")


def _end(conn: Connection, actor: Actor, model_id: int) -> None:
    try:
        version = models.end_canary(conn, actor.company_id, model_id, "stopped", actor.now)
    except WrongState as error:
        raise DeskError("canary_over", status=409) from error
    actor.note(conn, "canary_ended", version=version.name)


ROUTES = [
    web.post(r"/models/{id:\d+}/try-out", try_out),
    web.post(r"/models/{id:\d+}/promote", promote),
    web.post(r"/models/{id:\d+}/end-canary", end),
]
