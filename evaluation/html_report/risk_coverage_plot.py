"""What does more automation cost? The share answered against the share of wrong answers, the threshold marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from evaluation.html_report.axes import axis, frame
from evaluation.html_report.figure import ReportFigure, Table
from evaluation.html_report.language import Language
from evaluation.html_report.svg import INK, label, line, mark, path, picture

_TABLE_ROWS: Final = 12


def risk_coverage_plot(
    curve: Sequence[Mapping[str, float]], outcomes: Mapping[str, int], threshold: float, language: Language
) -> ReportFigure:
    """Draw the curve of `evaluation.measures.calibration_metrics`; what is answered now follows from the `outcomes`."""
    answered, total = outcomes["T"] + outcomes["F"], sum(outcomes.values())
    coverage, risk = answered / total, outcomes["F"] / answered if answered else 0.0
    blanks = {"threshold": language.number(threshold, 2), "coverage": language.percent(coverage)}
    title = language.say("html_risk")
    caption = language.say("html_risk_note", risk=language.percent(risk, 1), **blanks)
    x = axis(0, 1, 80, 600, language.say("html_share_answered"), language.percent)
    y = axis(
        0, max(0.1, *(point["risk"] for point in curve)), 300, 20, language.say("html_share_wrong"), language.percent
    )
    parts = frame(x, y)
    parts.append(path((x.scale.at(point["coverage"]), y.scale.at(point["risk"])) for point in curve))
    px, py = x.scale.at(coverage), y.scale.at(risk)
    parts += [line(px, 300, px, 20, stroke=INK, dash="3 4"), mark("diamond", px, py, 7)]
    side, anchor = (-10, "end") if coverage > 0.5 else (10, "start")
    marked = language.say("html_threshold_mark", threshold=blanks["threshold"])
    parts.append(label(px + side, 32, marked, anchor=anchor, bold=True))
    header = tuple(language.say(key) for key in ("html_threshold", "html_share_answered", "html_share_wrong"))
    rows = tuple(
        (language.number(one["threshold"], 2), language.percent(one["coverage"]), language.percent(one["risk"], 1))
        for one in _thinned(curve)
    )
    return ReportFigure(picture(680, 360, "risk", title, caption, parts), caption, Table(title, header, rows))


def _thinned(curve: Sequence[Mapping[str, float]]) -> list[Mapping[str, float]]:
    step = max(1, len(curve) // _TABLE_ROWS)
    return [*curve[:-1:step], curve[-1]]
