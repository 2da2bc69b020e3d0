"""The curve of the nightly scores (nex-cv paper, Figure 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from aiohttp import web

from admin.dataset.pages import chosen_language
from admin.models.words import setting_in_words
from admin.pages import render
from admin.promises.pages import standing_of
from admin.ratings.plots import Accuracy, Plot, curve
from admin.ratings.traffic import traffic_view
from admin.texts import Say
from admin.visit import seat_of
from storage.models import score_history
from storage.models.score_history import NightlyScore

NIGHTS = 90
_NOTHING: Accuracy = (None, None, None)


@dataclass(frozen=True, slots=True)
class NightView:
    """One night in words: a cell for each setting, mean and interval."""

    date: str
    examples: int
    categories: int
    automation: str
    accuracies: Sequence[tuple[str, str]]
    not_measured: bool


async def scores_page(request: web.Request) -> web.Response:
    """Show how the promise stands, and the last nights of one language, as a plot and as a table."""
    seat, language = seat_of(request), chosen_language(request, seat_of(request))
    nights = await seat.read(lambda conn: score_history.newest(conn, seat.company.id, language, NIGHTS))
    settings = _settings(nights)
    return render(
        request,
        "ratings/scores.html",
        language=language,
        views=[_view(seat.say, night, settings) for night in reversed(nights)],
        columns=[setting_in_words(seat.say, *setting) for setting in settings],
        quality=_quality(seat.say, nights, settings),
        size=_size(seat.say, nights),
        standing=await standing_of(seat),
        traffic=await traffic_view(seat, language),
    )


def _settings(nights: Sequence[NightlyScore]) -> list[tuple[int, float]]:
    found = {(s["min_category_size"], s["other_min_prop"]): None for night in nights for s in night.settings}
    return sorted(found)


def _accuracy(night: NightlyScore, setting: tuple[int, float]) -> Accuracy:
    for each in night.settings:
        if (each["min_category_size"], each["other_min_prop"]) == setting:
            return _ends(each["accuracy"])
    return _NOTHING


def _ends(figure: Mapping[str, Any]) -> Accuracy:
    return figure["mean"], figure["low"], figure["high"]


def _quality(say: Say, nights: Sequence[NightlyScore], settings: Sequence[tuple[int, float]]) -> Plot:
    named = [(setting_in_words(say, *s), [_accuracy(night, s) for night in nights]) for s in settings]
    automation: list[Accuracy] = [(night.automation, None, None) for night in nights]
    return curve([_date(say, n) for n in nights], [*named, (say("scores.automation"), automation)], say.percent)


def _size(say: Say, nights: Sequence[NightlyScore]) -> Plot:
    sizes: list[Accuracy] = [(night.examples, None, None) for night in nights]
    return curve([_date(say, night) for night in nights], [(say("scores.examples"), sizes)], say.number, from_zero=True)


def _view(say: Say, night: NightlyScore, settings: Sequence[tuple[int, float]]) -> NightView:
    automation = say("models.no_figure") if night.automation is None else say.percent(night.automation)
    cells = [_cell(say, _accuracy(night, setting)) for setting in settings]
    return NightView(
        _date(say, night), night.examples, night.categories, automation, cells, night.not_measured is not None
    )


def _cell(say: Say, accuracy: Accuracy) -> tuple[str, str]:
    mean, low, high = accuracy
    if mean is None:
        return say("models.no_figure"), ""
    if low is None or high is None:
        return say.percent(mean, 1), ""
    return say.percent(mean, 1), say("models.interval", low=say.percent(low, 1), high=say.percent(high, 1))


def _date(say: Say, night: NightlyScore) -> str:
    return say.day(date.fromisoformat(night.slot[:10]))


ROUTES = [web.get("/scores", scores_page)]
