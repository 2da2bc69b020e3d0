"""The summary of a comparison for a terminal: in sentences which engine is better, then how good each is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.box import SQUARE
from rich.table import Table

from evaluation.wording import Words, decimal, percent, rendered, setting_name, verdict, words

_FIGURES: Final = ("accuracy", "f1_weighted", "carefulness", "coverage")
_BEYOND_NOISE: Final = "*"


def summary(result: Mapping[str, Any], *, language: str = "en", width: int = 100) -> str:
    """Return the JSON form of a comparison (`ComparisonResult.to_dict`) as plain text, `width` columns wide.

    Raises EvaluationError for a language without texts.
    """
    said = words(language)
    overall = [one for one in result["comparisons"] if one["min_category_size"] is None]
    parts: list[str | Table] = [_sentence(one, said) for one in overall]
    parts += ["", _about(result, said), *_recorded(result, said), "", _engines_table(result, said)]
    parts += [said["compare_ranges_note"], ""]
    if overall:
        parts += [_differences_table(result["comparisons"], said), said["compare_differences_note"]]
    parts += [said["compare_failed"].format(**one) for one in result["failed"]]
    parts += [
        said["skipped"].format(setting=setting_name(one), reason=one["reason"]) for one in result["skipped_settings"]
    ]
    return rendered(parts, width)


def _sentence(one: Mapping[str, Any], said: Words) -> str:
    a, b, mean, low, high = one["a"], one["b"], one["mean"], one["low"], one["high"]
    if mean < 0:  # the better one is named first
        a, b, mean, low, high = b, a, -mean, -high, -low
    sentence = said[verdict(one)]
    points = {"mean": _points(mean, said), "low": _points(low, said), "high": _points(high, said)}
    return sentence.format(a=a, b=b, questions=one["questions"], **points)


def _about(result: Mapping[str, Any], said: Words) -> str:
    return said["compare_about"].format(
        examples=result["examples"],
        categories=result["categories"],
        retries=result["retries"],
        threshold=decimal(f"{result['threshold']:g}", said),
        seed=result["seed"],
        seconds=decimal(f"{result['seconds']:.1f}", said),
    )


def _recorded(result: Mapping[str, Any], said: Words) -> list[str]:
    if not result["recorded"]:
        return []
    lines = [said["compare_recorded"].format(names=", ".join(result["recorded"]))]
    if len(result["engines"][0]["settings"]) == 1:
        lines.append(said["compare_recorded_once"])
    if result["left_out"]:
        lines.append(said["compare_left_out"].format(n=result["left_out"], examples=result["examples"]))
    return lines


def _engines_table(result: Mapping[str, Any], said: Words) -> Table:
    table = Table(title=said["compare_engines_title"], title_justify="left", box=SQUARE, show_lines=True)
    table.add_column(said["compare_engine"], overflow="fold")
    for heading in (*_FIGURES, "seconds"):
        table.add_column(said[heading], justify="right")
    for engine in result["engines"]:
        ranges = (_range(engine["ranges"][name], said) for name in _FIGURES)
        seconds = "\n".join(decimal(f"{engine[name]:.2f}", said) for name in ("seconds_fit", "seconds_predict"))
        table.add_row(engine["engine"], *ranges, "–" if engine["engine"] in result["recorded"] else seconds)
    return table


def _range(found: Mapping[str, float | None], said: Words) -> str:
    if found["low"] == found["high"]:
        return percent(found["mean"], said)
    return f"{percent(found['mean'], said)}\n{percent(found['low'], said)}–{percent(found['high'], said)}"


def _differences_table(comparisons: Sequence[Mapping[str, Any]], said: Words) -> Table:
    rows: dict[tuple[str, str], list[str]] = {}
    headings: dict[str, None] = {}
    for one in comparisons:
        headings[said["compare_all"] if one["min_category_size"] is None else setting_name(one)] = None
        mark = _BEYOND_NOISE if one["beyond_noise"] else " "
        rows.setdefault((one["a"], one["b"]), []).append(f"{_points(one['mean'], said)}{mark}")
    table = Table(title=said["compare_differences_title"], title_justify="left", box=SQUARE)
    table.add_column(said["compare_pair"], overflow="fold")
    for heading in headings:
        table.add_column(heading, justify="right")
    for (a, b), cells in rows.items():
        table.add_row(f"{a} − {b}", *cells)
    return table


def _points(share: float, said: Words) -> str:
    """Percentage points with their sign."""
    shown = f"{100 * share:+.1f}".replace("-", "−")
    return "0" if shown in ("+0.0", "−0.0") else decimal(shown, said)
