"""Ranking, calibration and stopping the worst tenth, against hand-computed values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import roc_auc_score

from evaluation.breakdown.metrics import judged
from evaluation.breakdown.risk import (
    area_under_curve,
    marginal_calibration_error,
    precision_of_worst,
    reliability,
    risk_figures,
)
from nlu.breakdown.dialogue import LABELS
from tests.evaluation.breakdown.written import target, verdict

NB, PB, B = LABELS


@given(st.lists(st.tuples(st.sampled_from((0.1, 0.2, 0.2, 0.9)), st.booleans()), min_size=2, max_size=30))
def test_the_area_under_the_curve_is_scikit_learns(turns: list[tuple[float, bool]]) -> None:
    scores, positive = np.array([score for score, _ in turns]), np.array([flag for _, flag in turns])
    if len(set(positive.tolist())) < 2:
        assert area_under_curve(scores, positive) is None
    else:
        assert area_under_curve(scores, positive) == pytest.approx(roc_auc_score(positive, scores))


def test_the_ranking_is_judged_for_b_by_its_probability_and_for_both_by_the_rest_of_nb() -> None:
    gold = [target(shares) for shares in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    found = risk_figures(judged(gold, [verdict(PB, s) for s in ((0.5, 0.1, 0.4), (0.1, 0.5, 0.4), (0.2, 0.2, 0.6))]))
    assert (found.auc_b, found.auc_pb_b, found.base_rate) == (1.0, 1.0, 2 / 3)
    assert found.precision_worst == 1.0


def test_a_constant_ranks_like_chance_and_stops_at_the_base_rate() -> None:
    gold = [target((0.0, 0.0, 1.0))] * 5 + [target((1.0, 0.0, 0.0))] * 15
    found = risk_figures(judged(gold, [verdict(PB, (0.75, 0.0, 0.25))] * 20))
    assert (found.auc_b, found.precision_worst, found.base_rate, found.ece) == (0.5, 0.25, 0.25, 0.0)


def test_a_tenth_of_the_turns_is_stopped_and_never_none() -> None:
    risk = np.linspace(1, 0, 20)
    broken = np.array([True, False, *[True] * 18])
    assert precision_of_worst(risk, broken) == 0.5
    assert precision_of_worst(risk[:3], broken[:3]) == 1.0


def test_calibration_is_the_distance_of_predicted_from_observed_shares_in_bins() -> None:
    predicted = np.array([[0.8, 0.1, 0.1], [0.8, 0.1, 0.1], [0.2, 0.6, 0.2]])
    gold = np.array([[0.9, 0.1, 0.0], [0.5, 0.1, 0.4], [0.2, 0.6, 0.2]])
    # NB: the bin of 0.8 predicts 0.8 and sees 0.7; PB: none; B: the bin of 0.1 predicts 0.1 and sees 0.2
    assert marginal_calibration_error(predicted, gold) == pytest.approx((0.1 * 2 / 3 + 0 + 0.1 * 2 / 3) / 3)


def test_the_reliability_of_a_label_lists_the_bins_that_hold_turns() -> None:
    found = reliability(np.array([0.0, 0.1, 0.95]), np.array([0.2, 0.0, 1.0]))
    assert found == [
        {"low": 0.0, "high": 0.1, "turns": 2, "predicted": 0.05, "observed": 0.1},
        {"low": 0.9, "high": 1.0, "turns": 1, "predicted": 0.95, "observed": 1.0},
    ]
