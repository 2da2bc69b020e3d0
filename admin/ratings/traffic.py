"""The curves of live traffic: how far what is asked is from what is taught, and what was foretold and confirmed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from admin.models.words import points_in_words, setting_in_words
from admin.ratings.plots import Accuracy, Plot, curve
from admin.texts import Say
from admin.visit import Seat
from evaluation.ratings.forecast import FEWEST, Forecast, Setting, SettingError, Tally, WeekForecast, errors
from evaluation.traffic.words import PEOPLE
from storage import Connection
from storage.models import models
from storage.models.models import ModelVersion
from storage.reviews import traffic
from storage.reviews.traffic import TrafficWeek

WEEKS: Final = 52
_WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class WeekView:
    """One week in words; `went_live` names the versions that did in it."""

    week: str
    asked: str
    apart: str
    interval: str
    words: str
    foretold: Sequence[str]
    reviews: str
    audits: str
    went_live: str


@dataclass(frozen=True, slots=True)
class TrafficView:
    """Both curves, and the tables behind them: a cell for each of `columns` in each week, a row for each setting."""

    weeks: Sequence[WeekView]
    columns: Sequence[str]
    drift: Plot
    confirmed: Plot
    nearest: str
    errors: Sequence[tuple[str, str, str, str]]
    words_note: str


async def traffic_view(seat: Seat, language: str) -> TrafficView:
    """Return the last `WEEKS` weeks of a language."""

    def read(conn: Connection) -> tuple[list[TrafficWeek], list[ModelVersion]]:
        weeks = list(traffic.known(conn, seat.company.id, language).values())
        return weeks[-WEEKS:], models.was_live(conn, seat.company.id, language)

    weeks, versions = await seat.read(read)
    return _view(seat.say, weeks, versions)


def _view(say: Say, weeks: Sequence[TrafficWeek], versions: Sequence[ModelVersion]) -> TrafficView:
    told = [_told(week) for week in weeks]
    settings = sorted({each.setting for week in told for each in week.forecasts})
    dates, went_live = [say.day(_monday(week)) for week in weeks], _events(weeks, versions)
    foretold = [
        (say("traffic.foretold", setting=setting_in_words(say, *s)), [_foretold(t, s) for t in told]) for s in settings
    ]
    reviews: list[Accuracy] = [(t.reviews.share, None, None) for t in told]
    found = errors(told)
    return TrafficView(
        weeks=[_week(say, w, t, settings, versions) for w, t in reversed(list(zip(weeks, told, strict=True)))],
        columns=[name for name, _ in foretold],
        drift=curve(dates, [(say("traffic.series"), [_apart(w) for w in weeks])], say.percent, events=went_live),
        confirmed=curve(dates, [(say("traffic.reviews"), reviews), *foretold], say.percent, events=went_live),
        nearest=_nearest(say, found),
        errors=[_error(say, each) for each in found],
        words_note=say("traffic.words_note", n=PEOPLE),
    )


def _told(week: TrafficWeek) -> WeekForecast:
    forecasts = tuple(Forecast(**each) for each in week.forecasts)
    return WeekForecast(forecasts, Tally(week.reviewed, week.reviewed_right), Tally(week.audited, week.audited_right))


def _apart(week: TrafficWeek) -> Accuracy:
    return (week.distance["auc"], week.distance["low"], week.distance["high"]) if week.distance else (None, None, None)


def _foretold(told: WeekForecast, setting: Setting) -> Accuracy:
    return next((each.accuracy for each in told.forecasts if each.setting == setting), None), None, None


def _monday(week: TrafficWeek) -> datetime:
    return datetime.fromisoformat(week.week).replace(tzinfo=UTC)


def _events(weeks: Sequence[TrafficWeek], versions: Sequence[ModelVersion]) -> list[tuple[float, str]]:
    """Return where among the weeks each version went live; a week's own point stands for its middle."""
    return [
        (min(max(place + (version.promoted - _monday(week)) / _WEEK - 0.5, 0), len(weeks) - 1), version.name)
        for place, week in enumerate(weeks)
        for version in versions
        if _went_live(version, week) and version.promoted
    ]


def _went_live(version: ModelVersion, week: TrafficWeek) -> bool:
    return version.promoted is not None and _monday(week) <= version.promoted < _monday(week) + _WEEK


def _week(
    say: Say, week: TrafficWeek, told: WeekForecast, settings: Sequence[Setting], versions: Sequence[ModelVersion]
) -> WeekView:
    mean, low, high = _apart(week)
    nothing = say("models.no_figure")
    foretold = [_foretold(told, setting)[0] for setting in settings]
    return WeekView(
        week=say.day(_monday(week)),
        asked=say.number(week.asked),
        apart=say("traffic.few") if mean is None else say.percent(mean),
        interval=""
        if low is None or high is None
        else say("models.interval", low=say.percent(low), high=say.percent(high)),
        words=say.listed(say("traffic.people", word=word, n=n) for word, n in week.words) or nothing,
        foretold=[nothing if share is None else say.percent(share, 1) for share in foretold],
        reviews=_tally(say, told.reviews),
        audits=_tally(say, told.audits),
        went_live=say.listed(version.name for version in versions if _went_live(version, week)),
    )


def _tally(say: Say, tally: Tally) -> str:
    return say("traffic.of", right=tally.right, n=tally.judged) if tally.judged else say("models.no_figure")


def _nearest(say: Say, found: Sequence[SettingError]) -> str:
    best = next((each for each in found if each.reviews is not None), None)
    if best is None or best.reviews is None:
        return say("traffic.no_nearest", n=FEWEST)
    named = setting_in_words(say, *best.setting)
    return say("traffic.nearest", setting=named, error=points_in_words(say, best.reviews), n=best.weeks)


def _error(say: Say, each: SettingError) -> tuple[str, str, str, str]:
    off = [
        say("models.no_figure") if error is None else points_in_words(say, error)
        for error in (each.reviews, each.audits)
    ]
    return setting_in_words(say, *each.setting), say.number(each.weeks), off[0], off[1]
