"""What people think of the bot's answers: drawing samples, how far they are rated, and the comparison with nex-cv."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from aiohttp import web

from admin.actor import Actor
from admin.errors import DeskError
from admin.forms import row_number
from admin.models.words import setting_in_words
from admin.pages import done, render
from admin.ratings.comparison import compared
from admin.ratings.plots import Accuracy, Plot, scatter
from admin.ratings.samples import MOST_PAIRS, draw_sample, versions_to_rate
from admin.texts import Say
from admin.visit import FORM, Seat, seat_of
from evaluation.ratings.report import VersionRatings
from storage import Connection
from storage.models import models
from storage.models.models import ModelVersion
from storage.reviews import ratings
from storage.reviews.ratings import RatingSample, Source

RATINGS = "/admin/scores/ratings"
USUAL_SIZE = 100
OVERLAPS_SHOWN = 20
_SETTINGS = ((0, 0.0), (0, 0.15), (5, 0.0))


@dataclass(frozen=True, slots=True)
class SampleView:
    """A sample and how many of its pairs this person, and anybody, has rated."""

    sample: RatingSample
    own: int
    raters: int


@dataclass(frozen=True, slots=True)
class PointView:
    """One version in words: the human estimate, how far raters agree, and nex-cv's accuracy at each setting."""

    version: str
    human: str
    interval: str
    bounds: str
    rated: int
    raters: int
    agreement: str
    accuracies: Sequence[str]


async def list_page(request: web.Request) -> web.Response:
    """Show the samples, the form for a new one, and what the ratings say."""
    seat = seat_of(request)
    versions, views, (points, overlapping) = await seat.read(
        lambda conn: (versions_to_rate(conn, seat.company.id), _samples(conn, seat), compared(conn, seat.company.id))
    )
    return render(
        request,
        "ratings/list.html",
        versions=versions,
        chosen=_to_begin_with(versions, seat),
        samples=views,
        sources=get_args(Source),
        usual_size=USUAL_SIZE,
        most=MOST_PAIRS,
        points=[_point(seat.say, point) for point in points],
        columns=[setting_in_words(seat.say, *setting) for setting in _SETTINGS],
        figure=_figure(seat.say, points),
        overlapping=overlapping[:OVERLAPS_SHOWN],
    )


def _to_begin_with(versions: Sequence[ModelVersion], seat: Seat) -> int | None:
    """The version that is chosen at first: one whose questions its rater can read, the live one of them."""

    def distance(version: ModelVersion) -> tuple[bool, bool, bool]:
        language = version.language
        return language != seat.say.language, language != seat.company.default_language, version.status != "live"

    return min(versions, key=distance).id if versions else None


async def draw_pairs(request: web.Request) -> web.Response:
    """Draw a sample and go to rating it."""
    seat, form = seat_of(request), request[FORM]
    version, size = _number(form.text("version", 15)), _number(form.text("size", 4))
    source = form.text("source", 16)
    if source not in get_args(Source) or not 1 <= size <= MOST_PAIRS:
        raise DeskError("sample_size", n=MOST_PAIRS)
    sample_id = await seat.write(lambda conn, actor: _draw(conn, seat, actor, version, cast("Source", source), size))
    raise done(f"{RATINGS}/{sample_id}", "sample_drawn")


def _draw(conn: Connection, seat: Seat, actor: Actor, model_id: int, source: Source, size: int) -> int:
    version = models.get(conn, seat.company.id, model_id)
    given: dict[str, Any] = {"seed": secrets.randbelow(1_000_000), "author": actor.user.email, "now": actor.now}
    sample_id = draw_sample(conn, seat.company, version, source=source, size=size, **given)
    actor.note(conn, "sample_drawn", version=version.name, n=ratings.sample(conn, seat.company.id, sample_id).pairs)
    return sample_id


def _number(digits: str) -> int:
    number = row_number(digits)
    if number is None:
        raise DeskError("sample_size", n=MOST_PAIRS)
    return number


def _samples(conn: Connection, seat: Seat) -> list[SampleView]:
    views = []
    for sample in ratings.samples(conn, seat.company.id):
        pairs = ratings.pairs_of(conn, seat.company.id, sample.id)
        raters = {rater for pair in pairs for rater in pair.votes}
        views.append(SampleView(sample, sum(seat.user.email in pair.votes for pair in pairs), len(raters)))
    return views


def _point(say: Say, point: VersionRatings) -> PointView:
    human, none = point.human, say("models.no_figure")
    return PointView(
        version=point.version,
        human=none if human.accuracy.mean is None else say.percent(human.accuracy.mean),
        interval=_range(say, human.accuracy.low, human.accuracy.high),
        bounds=_range(say, human.lowest, human.highest) if human.cant_tell else "",
        rated=human.yes + human.no + human.cant_tell,
        raters=point.raters,
        agreement=none if point.alpha is None else say.number(point.alpha, 2),
        accuracies=[
            none if mean is None else say.percent(mean) for mean in (_accuracy(point, each) for each in _SETTINGS)
        ],
    )


def _range(say: Say, low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else say("models.interval", low=say.percent(low), high=say.percent(high))


def _accuracy(point: VersionRatings, setting: tuple[int, float]) -> float | None:
    for each in point.settings:
        if (each["min_category_size"], each["other_min_prop"]) == setting:
            figure: Mapping[str, float | None] = each["accuracy"]
            return figure["mean"]
    return None


def _figure(say: Say, points: Sequence[VersionRatings]) -> Plot | None:
    named = []
    for setting in _SETTINGS:
        found: list[tuple[str, float, Accuracy]] = []
        for point in points:
            accuracy, human = _accuracy(point, setting), point.human.accuracy
            if accuracy is not None and human.mean is not None:
                found.append((point.version, accuracy, (human.mean, human.low, human.high)))
        named.append((setting_in_words(say, *setting), found))
    return scatter(named, say.percent) if any(found for _, found in named) else None


ROUTES = [web.get("/scores/ratings", list_page), web.post("/scores/ratings", draw_pairs)]
