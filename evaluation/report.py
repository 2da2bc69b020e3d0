"""The summary of a nex-cv result for a terminal, the biggest problem first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SQUARE
from rich.table import Table

from evaluation.html_report.language import Language
from evaluation.html_report.problems import advice_lines
from evaluation.measures.figures import FIGURES
from evaluation.measures.outcomes import Outcome
from evaluation.measures.pairs import standing_out
from evaluation.wording import (
    Words,
    all_taught,
    answered_and_wrong,
    confidence_worth,
    decimal,
    invariance,
    percent,
    rendered,
    same_settings,
    setting_name,
    topic,
    words,
)

_SHOWN_PAIRS = 3
_COLUMNS = ("coverage", *(name for name in FIGURES if name != "coverage"))
"""What was answered first: accuracy counts a hidden category without an answer as right."""


def summary(result: Mapping[str, Any], *, language: str = "en", width: int = 100) -> str:
    """Return the JSON form of a nex-cv result (`NexCvResult.to_dict`) as plain text, `width` columns wide.

    First in one sentence how many questions were answered and how many wrongly, then the most confused pairs of
    categories, or what to do about them where that was measured, then the settings, then what became of the test
    questions. Raises EvaluationError for a language without texts.
    """
    said = words(language)
    tables = _settings_table(result["settings"], said), "", _outcomes_table(result["settings"], said), ""
    advice = advice_lines(result, Language.of(language))
    pairs = [*_none_stands_out(result, said), *advice] if advice else _worst_pairs(result, said)
    first = answered_and_wrong(result, said)
    headline = [*([first, ""] if first else []), *pairs, *_measured_besides(result, said), "", _about(result, said), ""]
    return rendered([*headline, *tables, *_notes(result, said)], width)


def _none_stands_out(result: Mapping[str, Any], said: Words) -> list[str]:
    return [] if standing_out(result["worst_pairs"]) else [said["none_stands_out"]]


def _worst_pairs(result: Mapping[str, Any], said: Words) -> list[str]:
    pairs = standing_out(result["worst_pairs"])[:_SHOWN_PAIRS]
    if not pairs:
        return [said["none_stands_out" if result["worst_pairs"] else "no_pairs"]]
    lines = [said["pairs_title"]]
    for place, pair in enumerate(pairs, start=1):
        told = {**pair, "a": topic(pair["a"], said), "b": topic(pair["b"], said)}
        told["confusion"] = percent(pair["confusion"], said)
        lines.append(f"{place}. " + " ".join([said["pair"].format(**told), *_gain(pair, said)]))
    return lines


def _gain(pair: Mapping[str, Any], said: Words) -> list[str]:
    ends = pair.get("gain")  # results of earlier versions have none
    return [said["pair_gain"].format(**{name: percent(end, said) for name, end in ends.items()})] if ends else []


def _measured_besides(result: Mapping[str, Any], said: Words) -> list[str]:
    texts = confidence_worth(result, said), all_taught(result, said), invariance(result, said)
    return [line for text in texts if text for line in ("", text)]


def _about(result: Mapping[str, Any], said: Words) -> str:
    return said["about"].format(
        engine=result["engine"] or "–",
        examples=result["examples"],
        categories=result["categories"],
        threshold=decimal(f"{result['threshold']:g}", said),
        seed=result["seed"],
        seconds=decimal(f"{result['seconds']:.1f}", said),
    )


def _settings_table(settings: Sequence[Mapping[str, Any]], said: Words) -> Table:
    table = Table(title=said["settings_title"], title_justify="left", box=SQUARE, show_lines=True)
    table.add_column(said["setting"])
    for name in _COLUMNS:
        table.add_column(said[name], justify="right")
    for setting in settings:
        table.add_row(setting_name(setting), *(_interval(setting[name], said) for name in _COLUMNS))
    return table


def _outcomes_table(settings: Sequence[Mapping[str, Any]], said: Words) -> Table:
    table = Table(title=said["outcomes_title"], title_justify="left", box=SQUARE)
    table.add_column(said["setting"])
    for setting in settings:
        table.add_column(setting_name(setting), justify="right")
    for outcome in Outcome:
        counts = (str(setting["pooled"]["outcomes"][outcome.value]) for setting in settings)
        table.add_row(said[f"outcome_{outcome.value}"], *counts)
    return table


def _notes(result: Mapping[str, Any], said: Words) -> list[str]:
    notes = [said["settings_note"], *same_settings(result, said)]
    if result["untested_categories"]:
        notes.append(said["untested"].format(names=", ".join(result["untested_categories"])))
    notes += [
        said["skipped"].format(setting=setting_name(one), reason=one["reason"]) for one in result["skipped_settings"]
    ]
    return notes


def _interval(figure: Mapping[str, float | None], said: Words) -> str:
    mean, low, high = figure["mean"], figure["low"], figure["high"]
    if low is None or high is None:
        return percent(mean, said)
    return f"{percent(mean, said)}\n{percent(low, said)}–{percent(high, said)}"
