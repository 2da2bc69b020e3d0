"""Intervals come from whole dialogues, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evaluation.breakdown.metrics import JudgedTurns, judged
from evaluation.breakdown.resampling import differences, intervals
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS
from tests.evaluation.breakdown.written import target, verdict

NB, PB, B = LABELS


def dialogues(number: int, turns: int, right: int) -> JudgedTurns:
    """Return dialogues of which the first `right` are judged right on every turn, the others wrong on every turn."""
    gold = [target((1.0, 0.0, 0.0), f"d{d}") for d in range(number) for _ in range(turns)]
    said = [verdict(NB if d < right else B) for d in range(number) for _ in range(turns)]
    return judged(gold, said)


def accuracy(turns: JudgedTurns) -> dict[str, float | None]:
    return {"accuracy": float((turns.label == turns.gold_label).mean())}


def test_the_interval_holds_the_figure_and_is_the_same_for_the_same_seed() -> None:
    turns = dialogues(40, 3, 30)
    found = intervals(turns, accuracy, seed=1)["accuracy"]
    assert found.mean == 0.75
    assert found.low is not None
    assert found.high is not None
    assert 0.5 < found.low < 0.75 < found.high < 1
    assert intervals(turns, accuracy, seed=1) == intervals(turns, accuracy, seed=1)
    assert intervals(turns, accuracy, seed=1, resamples=9) != intervals(turns, accuracy, seed=2, resamples=9)


def test_turns_of_a_dialogue_are_drawn_together() -> None:
    few, many = (intervals(dialogues(20, turns, 10), accuracy)["accuracy"] for turns in (1, 50))
    assert few == many  # fifty turns that stand and fall together say no more than one


def test_a_single_dialogue_has_no_interval() -> None:
    found = intervals(dialogues(1, 5, 1))
    assert found["accuracy"].to_dict() == {"mean": 1.0, "low": None, "high": None}
    assert found["auc_b"].to_dict() == {"mean": None, "low": None, "high": None}
    assert "turns" not in found


def test_the_difference_of_two_detectors_is_paired() -> None:
    better, worse = dialogues(40, 3, 30), dialogues(40, 3, 29)
    found = differences(better, worse, accuracy)["accuracy"]
    assert found.mean == pytest.approx(1 / 40)
    assert found.low == pytest.approx(0.0)  # unpaired, the two overlap far below
    assert differences(better, better, resamples=9)["jsd_nb_pb_b"].to_dict() == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert differences(better, worse, resamples=9)["auc_b"].mean is None


def test_two_detectors_must_have_judged_the_same_turns() -> None:
    turns = dialogues(3, 2, 1)
    with pytest.raises(EvaluationError, match="on the same turns"):
        differences(turns, replace(turns, gold=np.flip(turns.gold, axis=1)))
