"""The words of reports in each language, and how figures are written in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import yaml
from rich.console import Console, RenderableType

from evaluation.errors import EvaluationError
from evaluation.general_stage import general_intent

TEXTS = Path(__file__).parent / "texts"
"""One YAML file of words per language."""

Words = Mapping[str, str]


def languages() -> tuple[str, ...]:
    """Return the languages that reports are written in."""
    return tuple(sorted(path.stem for path in TEXTS.glob("*.yaml")))


@cache
def words(language: str) -> Words:
    """Return the words of a language; raises EvaluationError for a language without texts."""
    if language not in languages():
        raise EvaluationError(f"There is no report in {language!r}; choose one of: {', '.join(languages())}.")
    read: dict[str, str] = yaml.safe_load((TEXTS / f"{language}.yaml").read_text(encoding="utf-8"))
    return read


def topic(label: str, language: Words) -> str:
    """Return what a category, or a general intent among the answers, is called.

    >>> topic("general:small_talk", words("en")), topic("salary", words("en"))
    ('small_talk (general intent)', 'salary')
    """
    intent = general_intent(label)
    return label if intent is None else language["general_intent"].format(intent=intent)


def percent(share: float | None, language: Words) -> str:
    """Return a share as percent with one decimal, without the sign; a dash for one that is not known."""
    if share is None:
        return "–"
    shown = f"{100 * share:.1f}"
    return "100" if shown == "100.0" else decimal(shown, language)


def decimal(number: str, language: Words) -> str:
    """Return a number with the decimal sign of the language."""
    return number.replace(".", language["decimal"])


def rendered(parts: Sequence[RenderableType], width: int) -> str:
    """Return lines and tables as plain text, `width` columns wide."""
    console = Console(file=StringIO(), width=width, color_system=None, highlight=False, markup=False, emoji=False)
    for part in parts:
        console.print(part)
    written: str = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join(line.rstrip() for line in written.splitlines()) + "\n"


def setting_name(setting: Mapping[str, Any]) -> str:
    """Return how a setting of nex-cv is written: (K, P).

    >>> setting_name({"min_category_size": 0, "other_min_prop": 0.15})
    '(0, 0.15)'
    """
    return f"({setting['min_category_size']}, {setting['other_min_prop']:g})"
