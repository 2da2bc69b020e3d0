from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.errors import EvaluationError
from evaluation.measures.outcomes import Outcome
from evaluation.sequential import report as sequential_report
from evaluation.sequential import sequential
from evaluation.sequential.result import Course, GrowthSchedule, TestOn
from evaluation.sequential.timeline import Timeline
from evaluation.splits.folds import Folds
from evaluation.splits.near_copies import near_copies
from evaluation.splits.plan import Holdback
from nlu.understanding import Guess

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


class Knows:
    """Answers the first word of a text when it was taught that category, else says nothing."""

    taught: list[list[str]]

    def __init__(self, seed: int = 0) -> None:
        self.known: set[str] = set()

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.known = set(categories)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        words = [text.split()[0] for text in texts]
        return [Guess(word, 0.9) if word in self.known else NO_ANSWER for word in words]


class AlwaysPay(Knows):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("pay", 0.9)] * len(texts)


def timeline() -> tuple[list[str], list[str], list[datetime | None]]:
    """A question a day: pay and visa in turns, and dogs from the second half on."""
    names = ["pay", "visa"] * 25 + ["pay", "dogs"] * 25
    texts = [f"{name} question number{day}" for day, name in enumerate(names)]
    return texts, names, [FIRST_DAY + timedelta(days=day) for day in range(len(names))]


@given(
    st.integers(1, 500),
    st.floats(0.01, 1),
    st.integers(1, 30),
    st.none() | st.integers(1, 400),
)
def test_sizes_grow_from_the_start_share_to_all_or_the_cap(
    examples: int, start: float, steps: int, cap: int | None
) -> None:
    sizes = GrowthSchedule(start, steps, cap).sizes(examples)
    assert sizes == sorted(set(sizes))
    assert sizes[0] == max(1, int(examples * start))
    assert sizes[-1] == (examples if cap is None else min(examples, sizes[0] + cap))
    assert len(sizes) <= steps + 1
    gaps = [after - before for before, after in pairwise(sizes)]
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_a_step_learns_only_from_what_was_there_and_never_from_the_questions_it_is_asked() -> None:
    texts, categories, created = timeline()
    taught: list[list[str]] = []

    class Spy(Knows):
        def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
            taught.append(list(texts))
            super().fit(texts, categories)

    result = sequential.run(Timeline.of(texts, categories, created), Spy)
    date_of = dict(zip(texts, created, strict=True))
    asked = {case.text for case in result.steps[0].cases}
    for step, learnt in zip(result.steps, taught, strict=True):
        assert len(learnt) == step.trained < step.known
        assert all(date <= step.until for text in learnt if (date := date_of[text]) is not None)
        assert asked.isdisjoint(learnt)
        assert {case.text for case in step.cases} == asked  # the same examination at every step


@pytest.mark.parametrize("test_on", TestOn)
@pytest.mark.parametrize("folds", Folds)
def test_near_copies_of_what_is_asked_are_not_taught_and_weigh_one_question(test_on: TestOn, folds: Folds) -> None:
    names = ["pay", "visa"] * 15
    texts = [f"{name} question number{day}{' please' * n}" for n in range(4) for day, name in enumerate(names)]
    created = [FIRST_DAY + timedelta(days=day) for day in range(len(texts))]
    taught: list[set[int]] = []

    class Spy(Knows):
        def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
            taught.append({texts_asked[text] for text in texts})

    texts_asked = dict(zip(texts, near_copies(texts), strict=True))
    result = sequential.run(
        Timeline.of(texts, names * 4, created),
        Spy,
        Course(schedule=GrowthSchedule(test_on=test_on), holdback=Holdback(folds=folds)),
    )
    asked = [{texts_asked[case.text] for case in step.cases} for step in result.steps]
    assert all(map(set.isdisjoint, asked, taught)) == (folds is Folds.GROUPED)
    if folds is Folds.GROUPED:
        weights = [sum(case.weight for case in step.cases) for step in result.steps]
        assert weights == pytest.approx([len(questions) for questions in asked])
        assert any(len(step.cases) > len(questions) for step, questions in zip(result.steps, asked, strict=True))


def test_a_question_of_a_category_not_taught_yet_expects_no_answer() -> None:
    careful = sequential.run(Timeline.of(*timeline()), Knows)
    assert {case.outcome for step in careful.steps for case in step.cases} == {Outcome.T, Outcome.TO}
    first, last = careful.steps[0], careful.steps[-1]
    assert {case.category for case in first.cases if case.gold is NO_ANSWER} == {"dogs"}
    assert all(case.gold is not NO_ANSWER for case in last.cases)
    rash = sequential.run(Timeline.of(*timeline()), AlwaysPay)
    assert any(case.category == "dogs" and case.outcome is Outcome.F for case in rash.steps[0].cases)


def test_on_the_past_the_examination_grows_with_the_data() -> None:
    texts, categories, created = timeline()
    result = sequential.run(
        Timeline.of(texts, categories, created), Knows, Course(schedule=GrowthSchedule(test_on=TestOn.PAST))
    )
    place = {text: i for i, text in enumerate(texts)}
    for step in result.steps:
        assert all(place[case.text] < step.known for case in step.cases)
    asked = [len(step.cases) for step in result.steps]
    assert asked == sorted(asked)
    assert asked[0] < asked[-1]
    everything = sequential.run(Timeline.of(texts, categories, created), Knows)
    assert [c.text for c in result.steps[-1].cases] == [c.text for c in everything.steps[-1].cases]


def test_rows_may_come_in_any_order() -> None:
    texts, categories, created = timeline()
    straight = sequential.run(Timeline.of(texts, categories, created), Knows)
    backwards = sequential.run(Timeline.of(texts[::-1], categories[::-1], created[::-1]), Knows)
    assert [step.figures() for step in straight.steps] == [step.figures() for step in backwards.steps]
    assert [step.until for step in straight.steps] == [step.until for step in backwards.steps]


def test_undated_rows_are_left_out_and_counted() -> None:
    texts, categories, created = timeline()
    undated = ["pay undated one", "visa undated two"]
    result = sequential.run(
        Timeline.of([*texts, *undated], [*categories, "pay", "visa"], [*created, None, None]), Knows
    )
    assert (result.dated, result.undated) == (100, 2)
    assert not {case.text for step in result.steps for case in step.cases} & set(undated)
    assert "left out: 2 examples" in sequential_report.summary(result.to_dict())


def test_the_cap_leaves_the_newest_examples_out_and_says_so() -> None:
    result = sequential.run(Timeline.of(*timeline()), Knows, Course(schedule=GrowthSchedule(0.3, 2, max_added=20)))
    assert [step.known for step in result.steps] == [30, 40, 50]
    assert result.unused == 50
    assert "not used: 50 examples" in sequential_report.summary(result.to_dict())


def test_the_json_form_is_a_curve() -> None:
    seen: list[tuple[int, int]] = []
    result = sequential.run(
        Timeline.of(*timeline()), Knows, Course(engine="fake"), progress=lambda done, total: seen.append((done, total))
    )
    written: dict[str, Any] = json.loads(json.dumps(result.to_dict()))
    settings = {"start_share", "max_added", "test_on", "test_fraction", "threshold", "seed", "engine", "dated"}
    assert settings | {"undated", "unused", "folds", "seconds", "steps"} == written.keys()
    figures = {"accuracy", "f1_weighted", "f1_macro", "coverage", "seconds_fit", "seconds_predict", "known", "until"}
    assert all(figures <= step.keys() for step in written["steps"])
    assert seen == [(done, 11) for done in range(12)]


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_the_summary_fits_a_terminal_of_80_columns(language: str) -> None:
    record = sequential.run(Timeline.of(*timeline()), AlwaysPay).to_dict()
    lines = sequential_report.summary(record, language=language, width=80).splitlines()
    assert all(cell_len(line) <= 80 for line in lines)
    assert not any("…" in line for line in lines)
    assert sum("█" in line for line in lines) == len(record["steps"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"start_share": 0}, "start_share must be above 0"),
        ({"start_share": 1.1}, "start_share must be above 0"),
        ({"start_share": float("nan")}, "start_share must be above 0"),
        ({"steps": 0}, "steps must be 1 or more"),
        ({"max_added": 0}, "max_added must be 1 or more"),
    ],
)
def test_a_schedule_that_makes_no_sense_is_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        GrowthSchedule(**values)


def test_data_without_any_date_is_refused_with_what_to_do() -> None:
    texts, categories, _ = timeline()
    with pytest.raises(EvaluationError, match="add the column created with ISO dates like 2026-03-31"):
        sequential.run(Timeline.of(texts, categories, [None] * len(texts)), Knows)


def test_a_start_that_teaches_one_category_only_is_refused_with_what_to_do() -> None:
    texts, categories, created = timeline()
    with pytest.raises(EvaluationError, match="raise start_share"):
        sequential.run(Timeline.of(texts, categories, created), Knows, Course(schedule=GrowthSchedule(0.01)))


def test_a_threshold_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(EvaluationError, match="threshold must be between 0 and 1"):
        sequential.run(Timeline.of(*timeline()), Knows, Course(threshold=1.5))
