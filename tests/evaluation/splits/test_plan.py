from __future__ import annotations

import pytest

from evaluation.errors import EvaluationError
from evaluation.splits.folds import Folds, splits
from evaluation.splits.plan import Holdback, SplitPlan
from evaluation.splits.settings import PAIRS_SETTING, PLAIN, THREE_SETTINGS, NexCvSettings

TEXTS = [f"{name} question number{i}" for name in ("pay", "visa", "dogs") for i in range(6)]
CATEGORIES = [text.split()[0] for text in TEXTS]


def test_every_setting_is_parted_by_the_same_seed_fraction_and_retries() -> None:
    plan = SplitPlan(retries=2, test_fraction=0.5, seed=3)
    parted = plan.part(TEXTS, CATEGORIES)
    assert list(parted.splits) == list(THREE_SETTINGS)
    groups = plan.folds.groups(TEXTS)
    for setting, found in parted.splits.items():
        assert list(found) == splits(TEXTS, CATEGORIES, setting, retries=2, test_fraction=0.5, seed=3, groups=groups)


def test_splits_that_settings_share_are_one_task() -> None:
    nothing_below_two = NexCvSettings(2, 0.0)
    parted = SplitPlan(settings=(PLAIN, nothing_below_two), retries=3).part(TEXTS, CATEGORIES)
    assert parted.tasks == [split.task for split in parted.splits[PLAIN]]


def test_a_setting_that_small_data_cannot_have_is_skipped_with_the_reason_while_another_can_be_had() -> None:
    too_rare = NexCvSettings(7)
    parted = SplitPlan(settings=(PLAIN, too_rare)).part(TEXTS, CATEGORIES)
    assert list(parted.splits) == [PLAIN]
    ((setting, reason),) = parted.skipped
    assert setting == too_rare
    assert reason.startswith("Every category is rare")
    with pytest.raises(EvaluationError, match="Every category is rare"):
        SplitPlan(settings=(too_rare,)).part(TEXTS, CATEGORIES)


def test_near_copies_stay_together_unless_folds_are_plain() -> None:
    texts = [*TEXTS, *(f"{text} please" for text in TEXTS)]
    for folds in Folds:
        (split,) = SplitPlan(settings=(PLAIN,), retries=1, folds=folds).part(texts, CATEGORIES * 2).splits[PLAIN]
        assert any(split.copy_of) == (folds is Folds.GROUPED)


def test_what_is_held_back_once_is_the_first_retry_of_the_plain_setting() -> None:
    (first, _) = SplitPlan(settings=(PLAIN,), retries=2, seed=5).part(TEXTS, CATEGORIES).splits[PLAIN]
    assert Holdback(seed=5).split(TEXTS, CATEGORIES) == first


def test_the_same_plan_in_other_settings_holds_back_as_it_did() -> None:
    plan = SplitPlan(retries=2, seed=7, folds=Folds.PLAIN)
    assert plan.at(PAIRS_SETTING) == SplitPlan(settings=(PAIRS_SETTING,), retries=2, seed=7, folds=Folds.PLAIN)


def test_a_plan_without_a_setting_is_refused() -> None:
    with pytest.raises(EvaluationError, match="No setting was given"):
        SplitPlan(settings=())
