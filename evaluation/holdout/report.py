"""The summary of a holdout evaluation for a terminal: how many questions were answered, how many wrongly, the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from evaluation.wording import Words, doubt, words

_FIRST: Final = ("in_scope_accuracy", "wrong_answers", "out_of_scope_recall", "coverage_at_10", "aurc")
_THEN: Final = (
    *("top1_accuracy", "accuracy", "mcc", "ece", "threshold", "n_in_scope", "n_negative"),
    *("seconds_fit", "seconds_predict"),
)
"""Accuracy counts negatives without an answer as right: always keeping quiet can score well, so it heads nothing."""


def summary(result: Mapping[str, Any], *, language: str = "en") -> str:
    """Return the JSON form of a holdout result (`HoldoutResult.to_json`) as plain text, shares with their intervals."""
    said, found = words(language), result["intervals"]
    answered, wrong = found["answered"], found["answered_wrongly"]
    shown = {"answered": round(100 * answered["mean"]), "wrong": round(100 * wrong["mean"])}
    first = said["answered_and_wrong"].format(**shown) + " " + doubt(answered, wrong, said)
    return "\n".join([first, "", *(_line(name, result, said) for name in (*_FIRST, *_THEN))])


def _line(name: str, result: Mapping[str, Any], said: Words) -> str:
    """The figure under the name that it has in the JSON, and what it is for those who know no such names."""
    value, ends = result[name], result["intervals"].get(name)
    shown = "–" if value is None else f"{value:.4f}" if isinstance(value, float) else f"{value}"
    bounds = f"  [{ends['low']:.4f}, {ends['high']:.4f}]" if ends and ends["low"] is not None else ""
    return f"{name:<20}{shown + bounds:<26}{said[f'holdout_{name}']}"
