"""The whole report: one HTML file that needs no network, runs no script and says so in its own security policy."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from evaluation.html_report import plots
from evaluation.html_report.invariance import asked_again
from evaluation.html_report.language import Language
from evaluation.html_report.of_hundred import of_hundred
from evaluation.html_report.problems import ShownPair, problem
from evaluation.html_report.results import ReportResults
from evaluation.measures.pairs import standing_out
from evaluation.wording import all_taught, answered_and_wrong, confidence_worth, same_as_plain, verdict

_ROOM = Path(__file__).parent
MOST_FREQUENT = "most-frequent"


def page(results: ReportResults, *, language: str = "en") -> str:
    """Return the report on these results as HTML; raises EvaluationError for a language without texts.

    A nex-cv result that holds `advice` and `learning_curve` (`candor evaluate nex-cv --html` or `report --data` measure
    them) shows what to do first; without them the report shows the pairs alone.
    """
    spoken, style = Language.of(language), (_ROOM / "report.css").read_text(encoding="utf-8")
    fingerprint = b64encode(sha256(style.encode()).digest()).decode()
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            language=spoken,
            say=spoken.say,
            verdict=verdict,
            style=Markup(style),  # noqa: S704  (our own file)
            policy=f"default-src 'none'; style-src 'sha256-{fingerprint}'; base-uri 'none'; form-action 'none'",
            evaluations=[_evaluation(result, spoken) for result in results.nexcv[:1]],
            over_time=[plots.over_time(result, place, spoken) for place, result in enumerate(results.sequential)],
            compared=_compared(results, spoken),
            title="html_title" if results.nexcv or results.sequential else "html_title_compared",
            most_frequent=any(
                one["engine"] == MOST_FREQUENT for each in results.comparisons for one in each["engines"]
            ),
        )
    )


def _evaluation(result: Mapping[str, Any], language: Language) -> dict[str, object]:
    return {
        "result": result,
        "first_sentence": answered_and_wrong(result, language.words),
        "standing_out": standing_out(result["worst_pairs"]),
        "problems": _problems(result, language),
        "setting": plots.setting_in_words(plots.pairs_setting(result), language),
        "first_setting": plots.setting_in_words(result["settings"][0], language),
        "outcomes": plots.pairs_setting(result)["pooled"]["outcomes"],
        "same_settings": [_same_setting(one, result["settings"][0], language) for one in same_as_plain(result)],
        "confidence_worth": confidence_worth(result, language.words),
        "all_taught": all_taught(result, language.words),
        "asked_again": asked_again(result, language),
        "scores": plots.scores(result, language),
        "reliability": plots.reliability(result, language),
        "risk_coverage": plots.risk_coverage(result, language),
        "confusions": plots.confusions(result),
        "learning": plots.learning(result, language),
    }


def _problems(result: Mapping[str, Any], language: Language) -> list[ShownPair]:
    some_stand_out = bool(standing_out(result["worst_pairs"]))
    return [problem(advice, language, among_others=some_stand_out) for advice in result.get("advice", ())]


def _same_setting(setting: Mapping[str, Any], plain: Mapping[str, Any], language: Language) -> str:
    names = {name: plots.setting_in_words(one, language) for name, one in (("setting", setting), ("plain", plain))}
    return language.say("html_same_setting", size=setting["min_category_size"], **names)


def _compared(results: ReportResults, language: Language) -> list[dict[str, object]]:
    """Several nex-cv results stand beside each other as engines of a comparison do."""
    compared = [
        {
            "about": _compared_about(one, language),
            "of_hundred": of_hundred(one["engines"], language),
            "figures": plots.comparisons(one["engines"], place, language),
            "differences": one["comparisons"],
            "failed": one["failed"],
        }
        for place, one in enumerate(results.comparisons)
    ]
    if len(results.nexcv) > 1:
        figures = plots.comparisons(results.nexcv, len(compared), language)
        its = {"about": "", "of_hundred": of_hundred(results.nexcv, language)}
        compared.append({**its, "figures": figures, "differences": (), "failed": ()})
    return compared


def _compared_about(result: Mapping[str, Any], language: Language) -> str:
    """What all engines were taught and asked; "" where the result does not say, or one was taught elsewhere."""
    if not {"examples", "categories", "threshold"} <= result.keys() or result.get("recorded"):
        return ""
    examples, categories = (language.number(result[name]) for name in ("examples", "categories"))
    threshold = language.percent(result["threshold"])
    return language.say("html_compared_about", examples=examples, categories=categories, threshold=threshold)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_ROOM), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["breakable"] = _breakable
    return environment


def _breakable(name: str) -> Markup:
    """Let a name break after its underscores, where the columns of a table are narrow."""
    return escape(name).replace("_", Markup("_<wbr>"))
