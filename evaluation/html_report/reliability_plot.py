"""Is the bot right as often as it believes? Confidence against the share of right guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.html_report.axes import axis, frame
from evaluation.html_report.figure import ReportFigure, Table
from evaluation.html_report.language import Language
from evaluation.html_report.svg import INK, line, mark, path, picture


def reliability_plot(bins: Sequence[Mapping[str, Any]], ece: float | None, language: Language) -> ReportFigure:
    """Draw the bins of `evaluation.measures.calibration_metrics`; a mark grows with the questions behind it."""
    title, caption = (
        language.say("html_reliability"),
        language.say("html_reliability_note", ece=language.percent(ece, 1)),
    )
    x = axis(0, 1, 80, 420, language.say("html_confidence"), language.percent)
    y = axis(0, 1, 300, 20, language.say("html_share_right"), language.percent)
    most = max(one["cases"] for one in bins)
    points = [(x.scale.at(one["confidence"]), y.scale.at(one["right"])) for one in bins]
    parts = frame(x, y)
    parts.append(line(x.scale.at(0), y.scale.at(0), x.scale.at(1), y.scale.at(1), stroke=INK, dash="6 5"))
    parts.append(path(points))
    parts += [
        mark("circle", px, py, 2.5 + 6 * (one["cases"] / most) ** 0.5)
        for (px, py), one in zip(points, bins, strict=True)
    ]
    header = tuple(language.say(key) for key in ("html_confidence", "html_share_right", "html_questions"))
    rows = tuple(
        (language.percent(one["confidence"]), language.percent(one["right"]), language.number(one["cases"]))
        for one in bins
    )
    return ReportFigure(picture(450, 360, "reliability", title, caption, parts), caption, Table(title, header, rows))
