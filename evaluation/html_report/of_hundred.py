"""What becomes of a hundred questions with each engine of a comparison, as somebody who knows no measures counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluation.html_report.figure import Table
from evaluation.html_report.language import Language

_COLUMNS = ("right", "wrong", "left")


def of_hundred(engines: Sequence[Mapping[str, Any]], language: Language) -> Table | None:
    """Return how many of 100 questions on known topics each engine answers rightly and wrongly, and leaves to a person.

    Where every question has an answer, those treated right are those answered rightly. None where the setting that
    holds nothing back was not measured.
    """
    rows = [(engine["engine"], *row) for engine in engines if (row := _row(engine["settings"], language))]
    header = ("", *(language.say(f"html_of_hundred_{name}") for name in _COLUMNS))
    return Table(language.say("html_of_hundred"), header, tuple(rows)) if rows else None


def _row(settings: Sequence[Mapping[str, Any]], language: Language) -> tuple[str, ...] | None:
    plain = next((one for one in settings if not one["min_category_size"] and not one["other_min_prop"]), None)
    right, answered = ((plain or {}).get(name, {}).get("mean") for name in ("accuracy", "coverage"))
    if right is None or answered is None:
        return None
    return tuple(language.number(100 * share, 1) for share in (right, max(0.0, answered - right), 1 - answered))
