"""Our splits have the sizes and the low-population categories of the reference nex-cv implementation's."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evaluation.classifier import NoAnswer
from evaluation.formats.data_file import read_rows
from evaluation.splits.folds import Folds, splits
from evaluation.splits.settings import NexCvSettings


@pytest.fixture(scope="session")
def reference(candor_data: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((candor_data / "nexcv" / "split_cases.json").read_text(encoding="utf-8"))
    assert cases
    return cases


def setting_of(case: dict[str, Any]) -> NexCvSettings:
    return NexCvSettings(case["min_category_size"], case["other_min_prop"])


def examples(folder: Path, case: dict[str, Any]) -> tuple[list[str], list[str]]:
    rows = read_rows(folder / case["dataset"])
    assert len(rows) == case["examples"]
    return [row.text for row in rows], [row.category for row in rows]


def test_the_low_population_categories_equal_the_reference(candor_data: Path, reference: list[dict[str, Any]]) -> None:
    for case in reference:
        _, categories = examples(candor_data, case)
        low = setting_of(case).low_population(categories)
        assert list(low) == case["low_population"]
        assert sorted(set(categories) - set(low)) == case["high_population"]
        assert sum(category in low for category in categories) == case["low_population_examples"]


def test_the_sizes_of_the_sides_equal_the_reference(candor_data: Path, reference: list[dict[str, Any]]) -> None:
    for case in reference:
        texts, categories = examples(candor_data, case)
        theirs = case["folds_differ_only_by_shuffling"][0]
        for split in splits(texts, categories, setting_of(case), retries=3, groups=Folds.PLAIN.groups(texts)):
            tested = Counter(gold for gold in split.gold if not isinstance(gold, NoAnswer))
            assert tested == theirs["test_per_high_label"]
            assert len(split.train) + len(split.test) == case["examples"]
            # Which low-population categories are drawn is chance on both sides; how many is not.
            assert len(split.negative_categories) == (
                max(1, int(len(case["low_population"]) * 0.2)) if case["low_population"] else 0
            )
            negatives = sum(categories.count(name) for name in split.negative_categories)
            assert sum(isinstance(gold, NoAnswer) for gold in split.gold) == negatives
            assert len(split.test) - negatives == theirs["test"] - theirs["negatives"]
