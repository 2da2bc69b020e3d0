"""Constant predictors say what the training turns suggest."""

from __future__ import annotations

import pytest

from evaluation.breakdown.constants import DISTRIBUTION, MAJORITY, constants
from evaluation.errors import EvaluationError
from nlu.breakdown.dialogue import LABELS
from tests.evaluation.breakdown.written import target, verdict

NB, PB, B = LABELS
TRAINING = [target(shares) for shares in ((0.5, 0.4, 0.1), (0.5, 0.5, 0.0), (0.0, 0.9, 0.1))]


def test_the_majority_label_is_said_with_certainty() -> None:
    assert constants(TRAINING)[MAJORITY] == verdict(NB)


def test_the_training_distribution_is_the_mean_of_the_shares_with_its_own_label() -> None:
    found = constants(TRAINING)[DISTRIBUTION]
    assert found.label is PB
    assert found.distribution.shares() == pytest.approx((1 / 3, 0.6, 0.2 / 3))


def test_the_labels_follow_the_threshold() -> None:
    said = constants([target((0.0, 0.4, 0.6))], threshold=0.7)
    assert {name: found.label for name, found in said.items()} == {MAJORITY: NB, DISTRIBUTION: NB}
    assert said[DISTRIBUTION].distribution.b == 0.6


def test_there_must_be_something_to_learn_from() -> None:
    with pytest.raises(EvaluationError, match="at least one annotated turn"):
        constants([])
