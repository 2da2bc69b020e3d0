"""Our figures equal those of the reference nex-cv implementation on its own cases (rounded as it rounds)."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from evaluation.classifier import NO_ANSWER, Label, NoAnswer
from evaluation.measures import metrics
from evaluation.measures.figures import figures
from evaluation.measures.outcomes import Case
from nlu.understanding import Guess

OTHER = "__Other"


@pytest.fixture(scope="session")
def reference(candor_data: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((candor_data / "nexcv" / "metric_cases.json").read_text(encoding="utf-8"))
    assert cases
    return cases


def our_cases(reference: dict[str, Any]) -> list[Case]:
    return [
        Case("", gold or "", NO_ANSWER if gold is None else gold, Guess(*prediction), reference["threshold"])
        for gold, prediction in zip(reference["y_true"], reference["predictions"], strict=True)
    ]


def name(label: Label) -> str:
    return OTHER if isinstance(label, NoAnswer) else label


def test_outcomes_accuracy_and_f1_equal_the_reference(reference: list[dict[str, Any]]) -> None:
    for case in reference:
        ours = figures(our_cases(case))
        assert {o.value: n for o, n in ours.outcomes.items() if n} == {o: n for o, n in case["outcomes"].items() if n}
        assert sum(ours.outcomes.values()) == case["total"]
        for figure in ("accuracy", "f1_macro", "f1_weighted"):
            assert round(getattr(ours, figure), 3) == case[figure], figure


def test_the_confusion_matrix_equals_the_reference(reference: list[dict[str, Any]]) -> None:
    for case in reference:
        rows: dict[str, dict[str, int]] = defaultdict(dict)
        for (gold, answered), n in metrics.confusion(our_cases(case)).items():
            rows[name(gold)][name(answered)] = n
        assert rows == {gold: row for gold, row in case["confusion_matrix"].items() if row}


def test_figures_per_category_equal_the_reference(reference: list[dict[str, Any]]) -> None:
    for case in reference:
        ours = {one.category: one for one in metrics.per_category(metrics.confusion(our_cases(case)))}
        theirs = {label: row for label, row in case["metrics_by_label"].items() if label != OTHER}
        assert ours.keys() == theirs.keys()
        for label, row in theirs.items():
            assert ours[label].total == row["total"]
            for figure in ("precision", "recall", "f1", "no_answer"):
                # Where there is no case to take a figure from we say so; the reference says 0.
                assert round(getattr(ours[label], figure) or 0, 3) == row[figure], (label, figure)


def test_carefulness_is_what_the_paper_defines_and_not_what_the_reference_computes(
    reference: list[dict[str, Any]],
) -> None:
    for case in reference:
        counted = case["outcomes"]
        wrong = counted.get("FO", 0) + counted.get("TO", 0)
        right = counted.get("FCO", 0)
        carefulness = figures(our_cases(case)).carefulness
        assert carefulness == pytest.approx(wrong / (wrong + right))
        assert round(1 - (carefulness or 0), 3) == case["reference_good_carefulness"]
