"""Which figures of which result become which plot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from evaluation.html_report.confusion_matrix import Matrix, confusion_matrix
from evaluation.html_report.curve_plot import CurveSeries, curve_plot
from evaluation.html_report.figure import ReportFigure
from evaluation.html_report.interval_plot import IntervalRow, interval_plot
from evaluation.html_report.language import Language
from evaluation.html_report.reliability_plot import reliability_plot
from evaluation.html_report.risk_coverage_plot import risk_coverage_plot
from evaluation.measures.figures import FIGURES

Json = Mapping[str, Any]
_COMPARED: Final = ("accuracy", "carefulness", "coverage")
_PAIRS_SETTING: Final = (0, 0.15)
_MATRIX_PAIRS: Final = 3


def scores(result: Json, language: Language) -> ReportFigure:
    """Draw the five figures in every setting."""
    settings = result["settings"]
    rows = [IntervalRow(language.say(name), [setting[name] for setting in settings]) for name in FIGURES]
    title, note = language.say("html_scores"), language.say("html_scores_note", retries=len(settings[0]["retries"]))
    return interval_plot("scores", title, [setting_in_words(one, language) for one in settings], rows, note, language)


def reliability(result: Json, language: Language) -> ReportFigure | None:
    """Draw confidence against right guesses; None where the result does not know them."""
    setting = pairs_setting(result)
    confidence = setting.get("confidence") or {}
    bins = confidence.get("reliability")
    return _of_setting(reliability_plot(bins, confidence["ece"], language), setting, language) if bins else None


def risk_coverage(result: Json, language: Language) -> ReportFigure | None:
    """Draw wrong answers against answers; None where the result does not know them."""
    setting = pairs_setting(result)
    curve = (setting.get("confidence") or {}).get("risk_coverage")
    if not curve:
        return None
    plot = risk_coverage_plot(curve, setting["pooled"]["outcomes"], result["threshold"], language)
    return _of_setting(plot, setting, language)


def confusions(result: Json) -> Matrix | None:
    """Count where the questions of the worst pairs went; None when nothing is confused."""
    pairs = [one["pair"] for one in result.get("advice", ())] or result["worst_pairs"]
    names = list(dict.fromkeys(pair[side] for pair in pairs[:_MATRIX_PAIRS] for side in ("a", "b")))
    return confusion_matrix(pairs_setting(result)["confusion"], names) if names else None


def learning(result: Json, language: Language) -> ReportFigure | None:
    """Draw accuracy over the number of examples learnt from; None where that was not measured."""
    steps = result.get("learning_curve")
    if not steps:
        return None
    title, x_title = language.say("html_learning"), language.say("html_examples_taught")
    line = CurveSeries(language.say("accuracy"), [(step["examples"], step["accuracy"]) for step in steps])
    note = language.say("html_learning_note", gain=language.points(_last_gain(steps)))
    plot = curve_plot("learning", title, x_title, language.say("accuracy"), [line], note, language)
    return _of_setting(plot, pairs_setting(result), language)


def over_time(result: Json, place: int, language: Language) -> ReportFigure:
    """Draw accuracy and F1 of a sequential evaluation over the number of examples known."""
    names = ("accuracy", "f1_weighted")
    lines = [
        CurveSeries(language.say(name), [(step["known"], _with_doubt(step, name)) for step in result["steps"]])
        for name in names
    ]
    first, last = result["steps"][0], result["steps"][-1]
    note = language.say(
        "html_over_time_note",
        before=language.percent(first["accuracy"]),
        after=language.percent(last["accuracy"]),
        start=language.number(first["known"]),
        end=language.number(last["known"]),
    )
    titles = language.say("html_over_time"), language.say("html_examples_known"), language.say("html_share")
    return curve_plot(f"over-time-{place}", *titles, lines, note, language)


def _with_doubt(step: Json, name: str) -> Json:
    """The figure of a step: over random orders with its interval, over dates without."""
    found: Json = step["intervals"][name] if "intervals" in step else _exactly(step[name])
    return found


def comparisons(engines: Sequence[Json], place: int, language: Language) -> list[ReportFigure]:
    """Draw each compared figure of every engine ({engine, settings}) in every setting."""
    settings = [setting_in_words(one, language) for one in engines[0]["settings"]]
    figures = []
    for name in _COMPARED:
        rows = [IntervalRow(one["engine"], [setting[name] for setting in one["settings"]]) for one in engines]
        title = language.say("html_compared", figure=language.say(name))
        figures.append(
            interval_plot(
                f"compared-{place}-{name}", title, settings, rows, language.say("html_compared_note"), language
            )
        )
    return figures


def setting_in_words(setting: Json, language: Language) -> str:
    """Return what a setting of nex-cv means, for those who know no (K, P)."""
    size, share = setting["min_category_size"], setting["other_min_prop"]
    key = "html_setting_size" if size else "html_setting_share" if share else "html_setting_plain"
    return language.say(key, size=size, share=language.percent(share))


def pairs_setting(result: Json) -> Json:
    """Return the setting with plausible unknown questions, (0, 0.15), or the first where it was not run."""
    settings: Sequence[Json] = result["settings"]
    wanted = (one for one in settings if (one["min_category_size"], one["other_min_prop"]) == _PAIRS_SETTING)
    return next(wanted, settings[0])


def _of_setting(plot: ReportFigure, setting: Json, language: Language) -> ReportFigure:
    tested = language.say("html_tested", setting=setting_in_words(setting, language))
    return replace(plot, caption=f"{plot.caption} {tested}")


def _last_gain(steps: Sequence[Json]) -> float:
    means = [float(step["accuracy"]["mean"]) for step in steps]
    return means[-1] - means[-2] if len(means) > 1 else 0.0


def _exactly(share: float | None) -> dict[str, float | None]:
    return {"mean": share, "low": None, "high": None}
