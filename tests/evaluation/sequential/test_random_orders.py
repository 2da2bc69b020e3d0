"""Dates that are all the same tell no order: random orders are drawn, and the curve has intervals."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from rich.cells import cell_len

from evaluation.errors import EvaluationError
from evaluation.sequential import random_orders
from evaluation.sequential import report as sequential_report
from evaluation.sequential.result import Course, GrowthSchedule
from evaluation.splits.plan import Holdback
from tests.evaluation.sequential.test_sequential import FIRST_DAY, AlwaysPay, Knows, timeline

SHORT = GrowthSchedule(0.3, 3)


def test_dates_are_the_same_only_when_all_are() -> None:
    assert random_orders.same_date([FIRST_DAY, None, FIRST_DAY]) == FIRST_DAY
    assert random_orders.same_date([FIRST_DAY, FIRST_DAY + timedelta(seconds=1)]) is None
    assert random_orders.same_date([FIRST_DAY]) is None
    assert random_orders.same_date([None, None]) is None


def test_each_order_is_another_and_the_same_for_the_same_seed_in_any_order_of_rows() -> None:
    texts, categories, _ = timeline()
    once = random_orders.run(texts, categories, Knows, Course(schedule=SHORT), orders=3)
    again = random_orders.run(texts[::-1], categories[::-1], Knows, Course(schedule=SHORT), orders=3)
    assert [[step.figures() for step in curve.steps] for curve in once.curves] == [
        [step.figures() for step in curve.steps] for curve in again.curves
    ]
    asked = {frozenset(case.text for case in curve.steps[0].cases) for curve in once.curves}
    assert len(asked) == 3
    other = random_orders.run(texts, categories, Knows, Course(schedule=SHORT, holdback=Holdback(seed=7)), orders=1)
    assert {case.text for case in other.curves[0].steps[0].cases} not in asked


def test_a_step_is_the_mean_of_the_orders_with_its_interval() -> None:
    texts, categories, _ = timeline()
    result = random_orders.run(texts, categories, AlwaysPay, Course(schedule=SHORT), orders=4, same_date=FIRST_DAY)
    written: dict[str, Any] = json.loads(json.dumps(result.to_dict()))
    assert (written["orders"], written["same_date"], written["dated"]) == (4, FIRST_DAY.isoformat(), 100)
    for place, step in enumerate(written["steps"]):
        found = [curve.steps[place].figures().accuracy for curve in result.curves]
        assert step["accuracy"] == pytest.approx(sum(one or 0.0 for one in found) / 4)
        ends = step["intervals"]["accuracy"]
        assert ends["low"] <= step["accuracy"] <= ends["high"]
        assert step["until"] is None


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_the_summary_says_why_the_orders_are_random_and_fits_a_terminal(language: str) -> None:
    texts, categories, _ = timeline()
    result = random_orders.run(texts, categories, AlwaysPay, Course(schedule=SHORT), orders=2, same_date=FIRST_DAY)
    lines = sequential_report.summary(result.to_dict(), language=language, width=80).splitlines()
    assert all(cell_len(line) <= 80 for line in lines)
    assert "2026-01-01" in lines[0]
    alone = random_orders.run(texts, categories, AlwaysPay, Course(schedule=SHORT), orders=1)
    assert "2026-01-01" not in sequential_report.summary(alone.to_dict(), language=language)


def test_no_order_at_all_is_refused() -> None:
    texts, categories, _ = timeline()
    with pytest.raises(EvaluationError, match="orders must be 1 or more"):
        random_orders.run(texts, categories, Knows, orders=0)
