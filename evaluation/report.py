"""The summary of a nex-cv result for a terminal, the biggest problem first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import yaml
from rich.box import SQUARE
from rich.console import Console
from rich.table import Table

from evaluation.errors import EvaluationError
from evaluation.figures import FIGURES
from evaluation.outcomes import Outcome

TEXTS = Path(__file__).parent / "texts"
"""One YAML file of words per language."""
_SHOWN_PAIRS = 3


def summary(result: Mapping[str, Any], *, language: str = "en", width: int = 100) -> str:
    """Return the JSON form of a nex-cv result (`NexCvResult.to_dict`) as plain text, `width` columns wide.

    First the most confused pairs of categories, then the settings, then what became of the test questions. Raises
    EvaluationError for a language without texts.
    """
    words = _words(language)
    console = Console(file=StringIO(), width=width, color_system=None, highlight=False, markup=False, emoji=False)
    for line in _headline(result, words):
        console.print(line)
    console.print(_settings_table(result["settings"], words))
    console.print()
    console.print(_outcomes_table(result["settings"], words))
    console.print()
    for line in _notes(result, words):
        console.print(line)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n"


def languages() -> tuple[str, ...]:
    """Return the languages that reports are written in."""
    return tuple(sorted(path.stem for path in TEXTS.glob("*.yaml")))


def _headline(result: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    pairs = result["worst_pairs"][:_SHOWN_PAIRS]
    lines = [words["pairs_title"] if pairs else words["no_pairs"]]
    for place, pair in enumerate(pairs, start=1):
        lines.append(f"{place}. " + words["pair"].format(**{**pair, "confusion": _percent(pair["confusion"], words)}))
    about = words["about"].format(
        engine=result["engine"] or "–",
        examples=result["examples"],
        categories=result["categories"],
        threshold=_decimal(f"{result['threshold']:g}", words),
        seed=result["seed"],
        seconds=_decimal(f"{result['seconds']:.1f}", words),
    )
    return [*lines, "", about, ""]


def _settings_table(settings: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> Table:
    table = Table(title=words["settings_title"], title_justify="left", box=SQUARE, show_lines=True)
    table.add_column(words["setting"])
    for name in FIGURES:
        table.add_column(words[name], justify="right")
    for setting in settings:
        table.add_row(_name(setting), *(_interval(setting[name], words) for name in FIGURES))
    return table


def _outcomes_table(settings: Sequence[Mapping[str, Any]], words: Mapping[str, str]) -> Table:
    table = Table(title=words["outcomes_title"], title_justify="left", box=SQUARE)
    table.add_column(words["setting"])
    for setting in settings:
        table.add_column(_name(setting), justify="right")
    for outcome in Outcome:
        counts = (str(setting["pooled"]["outcomes"][outcome.value]) for setting in settings)
        table.add_row(words[f"outcome_{outcome.value}"], *counts)
    return table


def _notes(result: Mapping[str, Any], words: Mapping[str, str]) -> list[str]:
    notes = [words["settings_note"]]
    if result["untested_categories"]:
        notes.append(words["untested"].format(names=", ".join(result["untested_categories"])))
    notes += [words["skipped"].format(setting=_name(one), reason=one["reason"]) for one in result["skipped_settings"]]
    return notes


def _name(setting: Mapping[str, Any]) -> str:
    return f"({setting['min_category_size']}, {setting['other_min_prop']:g})"


def _interval(figure: Mapping[str, float | None], words: Mapping[str, str]) -> str:
    mean, low, high = figure["mean"], figure["low"], figure["high"]
    if mean is None:
        return "–"
    if low is None or high is None:
        return _percent(mean, words)
    return f"{_percent(mean, words)}\n{_percent(low, words)}–{_percent(high, words)}"


def _percent(share: float, words: Mapping[str, str]) -> str:
    shown = f"{100 * share:.1f}"
    return "100" if shown == "100.0" else _decimal(shown, words)


def _decimal(number: str, words: Mapping[str, str]) -> str:
    return number.replace(".", words["decimal"])


@cache
def _words(language: str) -> Mapping[str, str]:
    if language not in languages():
        raise EvaluationError(f"There is no report in {language!r}; choose one of: {', '.join(languages())}.")
    words: dict[str, str] = yaml.safe_load((TEXTS / f"{language}.yaml").read_text(encoding="utf-8"))
    return words
