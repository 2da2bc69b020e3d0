"""The summary of an evaluation over time for a terminal: a table and, below it, the curve of accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich.box import SQUARE
from rich.table import Table

from evaluation.wording import Words, decimal, percent, rendered, words

_FIGURES: Final = ("accuracy", "f1_weighted", "coverage")
_BAR_WIDTH: Final = 50


def summary(result: Mapping[str, Any], *, language: str = "en", width: int = 100) -> str:
    """Return the JSON form of an evaluation over time (`SequentialResult.to_dict`) as plain text, `width` columns wide.

    Raises EvaluationError for a language without texts.
    """
    said = words(language)
    notes = [*_orders(result, said), said[f"sequential_on_{result['test_on']}"], said["sequential_note"]]
    notes += [said[f"sequential_{name}"].format(n=result[name]) for name in ("undated", "unused") if result[name]]
    above = [*_same_date(result, said), _change(result["steps"], said), "", _about(result, said), ""]
    curve = [said["accuracy"], *(_bar(step, said) for step in result["steps"])]
    return rendered([*above, _table(result["steps"], said), *notes, "", *curve], width)


def _change(steps: Sequence[Mapping[str, Any]], said: Words) -> str:
    first, last = steps[0], steps[-1]
    return said["sequential_change"].format(
        before=percent(first["accuracy"], said),
        after=percent(last["accuracy"], said),
        known_before=first["known"],
        known_after=last["known"],
    )


def _same_date(result: Mapping[str, Any], said: Words) -> list[str]:
    date = result.get("same_date")  # only random orders have it
    return [said["sequential_same_date"].format(date=date[:10], orders=result["orders"]), ""] if date else []


def _orders(result: Mapping[str, Any], said: Words) -> list[str]:
    return [said["sequential_orders"].format(orders=result["orders"])] if "orders" in result else []


def _about(result: Mapping[str, Any], said: Words) -> str:
    return said["sequential_orders_about" if "orders" in result else "sequential_about"].format(
        engine=result["engine"] or "–",
        dated=result["dated"],
        threshold=decimal(f"{result['threshold']:g}", said),
        seed=result["seed"],
        seconds=decimal(f"{result['seconds']:.1f}", said),
    )


def _table(steps: Sequence[Mapping[str, Any]], said: Words) -> Table:
    drawn = "intervals" in steps[0]
    table = Table(title=said["sequential_title"], title_justify="left", box=SQUARE, show_lines=drawn)
    table.add_column(said["sequential_until"], no_wrap=True)
    for heading in ("sequential_known", *_FIGURES, "seconds"):
        table.add_column(said[heading], justify="right")
    for step in steps:
        shares = (_interval(step["intervals"][name], said) if drawn else percent(step[name], said) for name in _FIGURES)
        seconds = decimal(f"{step['seconds_fit'] + step['seconds_predict']:.1f}", said)
        table.add_row(_until(step), str(step["known"]), *shares, seconds)
    return table


def _until(step: Mapping[str, Any]) -> str:
    return "–" if step["until"] is None else str(step["until"][:10])


def _interval(found: Mapping[str, float | None], said: Words) -> str:
    ends = "" if found["low"] is None else f"\n{percent(found['low'], said)}–{percent(found['high'], said)}"
    return percent(found["mean"], said) + ends


def _bar(step: Mapping[str, Any], said: Words) -> str:
    """One step of the curve: `_BAR_WIDTH` columns stand for 100 %, a half column included."""
    halves = round(2 * _BAR_WIDTH * (step["accuracy"] or 0.0))
    bar = "█" * (halves // 2) + "▌" * (halves % 2)
    return f"{_until(step):10} {step['known']:>6} {bar} {percent(step['accuracy'], said)}"
