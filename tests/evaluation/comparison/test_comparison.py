from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from rich.cells import cell_len

from evaluation import wording
from evaluation.classifier import Prediction
from evaluation.comparison import comparison
from evaluation.comparison import report as comparison_report
from evaluation.comparison.comparison import ComparisonResult
from evaluation.comparison.result import Comparison
from evaluation.errors import EvaluationError
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.understanding import Guess

SIZES = {"pay": 40, "visa": 30, "dogs": 20, "gym": 4, "tram": 3}


def data() -> tuple[list[str], list[str]]:
    rows = [(f"{name} question number{i}", name) for name, size in SIZES.items() for i in range(size)]
    return [text for text, _ in rows], [name for _, name in rows]


class FirstWord:
    """Answers the first word of a text: sure of what it was taught, unsure of anything else."""

    def __init__(self, seed: int = 0) -> None:
        self.known: list[str] = []

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.known = sorted(set(categories))

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        words = [text.split()[0] for text in texts]
        return [Guess(word, 0.9) if word in self.known else Guess(self.known[0], 0.2) for word in words]


class NoVisa(FirstWord):
    """Takes visa questions for pay questions."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return super().classify([text.replace("visa", "pay") for text in texts])


class OnceWrong(FirstWord):
    """Is wrong about a single question."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return super().classify(["dogs" if text.endswith(" number7") else text for text in texts])


class OnlyCopies(FirstWord):
    """Is right about near-copies and wrong about every other question."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        other = {"pay": "visa", "visa": "pay"}
        return [Guess(text.split()[0] if "please" in text else other[text.split()[0]], 0.9) for text in texts]


class NoCopies(FirstWord):
    """Is right about every question but near-copies."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return super().classify(["gym" if "please" in text else text for text in texts])


class Broken(FirstWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        raise TimeoutError("no answer\nafter 5 s")


@pytest.fixture(scope="module")
def result() -> ComparisonResult:
    engines = {"first": FirstWord, "broken": Broken, "novisa": NoVisa, "nearest-neighbour": OnceWrong}
    return comparison.run(*data(), engines)


def of(result: ComparisonResult, a: str, b: str) -> list[Comparison]:
    return [one for one in result.comparisons if (one.a, one.b) == (a, b)]


def test_every_engine_is_asked_the_same_questions(result: ComparisonResult) -> None:
    asked = {
        tuple((case.text, case.gold) for setting in engine.measured.settings for case in setting.cases())
        for engine in result.engines
    }
    assert len(asked) == 1


def test_a_real_difference_is_beyond_noise_in_favour_of_the_better_engine(result: ComparisonResult) -> None:
    overall, *by_setting = of(result, "first", "novisa")
    assert overall.settings is None
    assert overall.difference.beyond_noise
    assert 0 < overall.difference.low <= overall.difference.mean <= overall.difference.high
    assert [one.settings for one in by_setting] == [one.settings for one in result.engines[0].measured.settings]


def test_a_single_question_is_noise_however_often_it_is_drawn(result: ComparisonResult) -> None:
    overall = of(result, "first", "nearest-neighbour")[0]
    assert overall.difference.mean > 0
    assert not overall.difference.beyond_noise


@pytest.mark.parametrize(
    ("low", "beyond_noise", "said"),
    [(0.01, True, "compare_differ"), (-0.01, False, "compare_alike"), (0.01, False, "compare_few")],
)
def test_a_difference_that_few_questions_make_is_not_called_noise_by_an_interval_above_it(
    low: float, beyond_noise: bool, said: str
) -> None:
    assert wording.verdict({"low": low, "high": 0.2, "beyond_noise": beyond_noise}) == said


def test_near_copies_of_a_question_speak_for_an_engine_once_as_in_its_accuracy() -> None:
    texts = [f"{name} question number{i}" for name in ("pay", "visa") for i in range(12)]
    texts += [f"{text}{' please' * n}" for text in texts[:3] for n in range(1, 30)]
    engines = {"copies": OnlyCopies, "others": NoCopies}
    plain = (NexCvSettings(),)
    result = comparison.run(
        texts, [text.split()[0] for text in texts], engines, SplitPlan(settings=plain, test_fraction=0.5)
    )
    copies, others = (engine.range_of("accuracy").mean for engine in result.engines)
    assert copies is not None
    assert others is not None
    assert copies < others
    assert [one.difference.mean for one in result.comparisons] == pytest.approx([copies - others] * 2)


def test_an_engine_that_fails_is_reported_in_one_line_and_the_others_go_on(result: ComparisonResult) -> None:
    assert result.failed == (("broken", "TimeoutError: no answer after 5 s"),)
    assert [engine.measured.engine for engine in result.engines] == ["first", "novisa", "nearest-neighbour"]
    assert "broken could not be measured: TimeoutError" in comparison_report.summary(result.to_dict())


def test_the_ranges_span_the_settings(result: ComparisonResult) -> None:
    for engine in result.engines:
        means = [setting.interval_of("accuracy").mean for setting in engine.measured.settings]
        found = engine.range_of("accuracy")
        assert (found.low, found.high) == (min(m for m in means if m is not None), max(m for m in means if m))


def test_the_json_form_is_complete_and_the_same_each_time(result: ComparisonResult) -> None:
    again = comparison.run(*data(), {"first": FirstWord, "novisa": NoVisa}).to_dict()
    assert again["comparisons"] == result.to_dict()["comparisons"][: len(again["comparisons"])]  # type: ignore[index, arg-type]
    written: dict[str, Any] = json.loads(json.dumps(result.to_dict()))
    keys = {"engines", "comparisons", "failed", "retries", "examples", "categories", "threshold", "seed", "seconds"}
    assert keys <= written.keys()
    compared = {"a", "b", "min_category_size", "other_min_prop", "mean", "low", "high", "beyond_noise", "apart"}
    assert all(compared <= one.keys() for one in written["comparisons"])
    told_apart = written["comparisons"][0]["apart"]
    assert told_apart
    assert {pair["a"]["category"] for pair in told_apart} == {"visa"}
    assert {(pair["a"]["outcome"], pair["b"]["outcome"]) for pair in told_apart} <= {("T", "F"), ("TO", "F")}


def test_progress_goes_from_nothing_to_all_over_the_engines() -> None:
    seen: list[float] = []
    engines = {"first": FirstWord, "novisa": NoVisa}
    comparison.run(*data(), engines, SplitPlan(retries=2), progress=lambda done, total: seen.append(done / total))
    assert seen == sorted(seen)
    assert (seen[0], seen[-1]) == (0, 1)


def test_the_summary_begins_with_a_sentence_for_every_two_engines(result: ComparisonResult) -> None:
    lines = comparison_report.summary(result.to_dict(), width=160).splitlines()
    assert lines[0].startswith("first is better than novisa, and that is more than noise: +")
    assert lines[1].startswith("first and nearest-neighbour do not differ by more than noise: +")
    assert lines[2].startswith("nearest-neighbour is better than novisa, and that is more than noise: +")


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_the_summary_fits_a_terminal_of_80_columns(result: ComparisonResult, language: str) -> None:
    lines = comparison_report.summary(result.to_dict(), language=language, width=80).splitlines()
    assert all(cell_len(line) <= 80 for line in lines)
    assert not any("…" in line for line in lines)


@pytest.mark.parametrize(
    ("engines", "options", "message"),
    [
        ({"first": FirstWord}, {}, "at least two different engines"),
        ({"first": FirstWord, "novisa": NoVisa}, {"threshold": 2}, "^threshold must be between 0 and 1"),
        ({"first": FirstWord, "novisa": NoVisa}, {"plan": SplitPlan(retries=0)}, "^retries must be 1 or more"),
        ({"one": Broken, "other": Broken}, {}, "^TimeoutError: no answer after 5 s"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(
    engines: dict[str, type[FirstWord]], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(EvaluationError, match=message) as caught:
        comparison.run(*data(), engines, **options)
    assert "\n" not in str(caught.value)
