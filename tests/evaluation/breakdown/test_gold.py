"""The two rules make the gold label of the same annotations, and differ where they are said to."""

from __future__ import annotations

import numpy as np
import pytest

from evaluation.breakdown.gold import Rules, gold_breakdowns, gold_labels
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS, Label

Shares = tuple[float, float, float]
NB, PB, B = LABELS


def label(shares: Shares, threshold: float, rules: Rules) -> Label:
    return LABELS[int(gold_labels(np.array([shares]), threshold, rules)[0])]


def is_breakdown(shares: Shares, threshold: float, rules: Rules) -> bool:
    return bool(gold_breakdowns(np.array([shares]), threshold, rules)[0])


@pytest.mark.parametrize("rules", Rules)
@pytest.mark.parametrize(
    ("shares", "expected"),
    [
        ((0.2, 0.3, 0.5), B),
        ((0.4, 0.4, 0.2), NB),
        ((0.4, 0.2, 0.4), NB),
        ((0.2, 0.4, 0.4), PB),
        ((1 / 3, 1 / 3, 1 / 3), NB),
        ((0.0, 0.0, 1.0), B),
    ],
)
def test_the_majority_label_wins_and_ties_go_to_nb_before_pb_before_b(
    shares: Shares, expected: Label, rules: Rules
) -> None:
    assert label(shares, 0.0, rules) is expected


@pytest.mark.parametrize("rules", Rules)
def test_a_majority_below_the_threshold_is_nb(rules: Rules) -> None:
    assert label((0.1, 0.45, 0.45), 0.5, rules) is NB
    assert label((0.1, 0.2, 0.7), 0.5, rules) is B


def test_a_majority_at_the_threshold_counts_for_the_script_only() -> None:
    assert label((0.2, 0.3, 0.5), 0.5, Rules.SCRIPT) is B
    assert label((0.2, 0.3, 0.5), 0.5, Rules.PAPER) is NB


@pytest.mark.parametrize(
    ("shares", "threshold", "script", "paper"),
    [
        ((0.4, 0.3, 0.3), 0.0, True, False),
        ((0.5, 0.3, 0.2), 0.0, False, False),
        ((0.1, 0.45, 0.45), 0.5, True, False),
        ((0.5, 0.0, 0.5), 0.5, False, False),
        ((0.4, 0.1, 0.5), 0.6, True, False),
        ((0.45, 0.1, 0.45), 0.6, False, False),
        ((0.1, 0.2, 0.7), 0.5, True, True),
        ((0.4, 0.6, 0.0), 0.6, True, False),
    ],
)
def test_the_script_sums_pb_and_b_where_the_paper_merges_the_label(
    shares: Shares, threshold: float, script: bool, paper: bool
) -> None:
    assert is_breakdown(shares, threshold, Rules.SCRIPT) is script
    assert is_breakdown(shares, threshold, Rules.PAPER) is paper


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_a_threshold_that_is_no_share_is_refused(threshold: float) -> None:
    for gold in (gold_labels, gold_breakdowns):
        with pytest.raises(EvaluationError, match="is no share"):
            gold(np.array([[1.0, 0.0, 0.0]]), threshold, Rules.SCRIPT)
