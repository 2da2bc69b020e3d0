from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.engines.by_name import engine
from evaluation.errors import EvaluationError
from evaluation.examination import Examination
from evaluation.measures.outcomes import Outcome
from evaluation.measures.share_interval import wilson
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import THREE_SETTINGS, NexCvSettings
from nlu.understanding import Guess

TOPICS = {"pay": 30, "visa": 20, "dogs": 12, "gym": 4, "tram": 3, "moon": 2}
PLAIN = NexCvSettings(0, 0.0)
RAREST = NexCvSettings(0, 0.15)


def data() -> tuple[list[str], list[str]]:
    rows = [(f"{name} question number{i}", name) for name, size in TOPICS.items() for i in range(size)]
    return [text for text, _ in rows], [name for _, name in rows]


class FirstWord:
    """Answers the first word of a text: sure of what it was taught, unsure of anything else."""

    def __init__(self, seed: int = 0) -> None:
        self.fits = 0

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.fits += 1
        self.known = sorted(set(categories))

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        words = [text.split()[0] for text in texts]
        return [Guess(word, 0.9) if word in self.known else Guess(self.known[0], 0.2) for word in words]


class AlwaysPay(FirstWord):
    """Takes everything for a pay question, and is unsure about dogs only."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        dogs = Guess("dogs" if "dogs" in self.known else "pay", 0.3)
        return [dogs if text.startswith("dogs") else Guess("pay", 0.8) for text in texts]


class Silent(FirstWord):
    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [NO_ANSWER] * len(texts)


def test_a_classifier_that_knows_what_it_does_not_know_is_always_accurate() -> None:
    result = nexcv.run(*data(), FirstWord)
    assert [one.settings for one in result.settings] == list(THREE_SETTINGS)
    for setting in result.settings:
        assert {case.outcome for case in setting.cases()} <= {Outcome.T, Outcome.TO}
        assert setting.interval_of("accuracy").mean == 1.0
    negatives = {case.category for case in result.of(RAREST).cases() if case.gold is NO_ANSWER}
    assert negatives
    assert negatives <= set(result.of(RAREST).low_population)
    assert result.of(PLAIN).interval_of("carefulness").mean is None
    assert result.of(RAREST).interval_of("carefulness").mean == 1.0


def test_retries_that_all_say_the_same_leave_open_what_so_few_questions_do() -> None:
    plan = SplitPlan(settings=(PLAIN,), retries=3)
    (setting,) = nexcv.run(*data(), FirstWord, plan).settings
    asked = len({case.question for case in setting.cases()})
    assert setting.interval_of("accuracy") == wilson(asked, asked)
    assert setting.answered_wrongly() == wilson(0, asked)
    assert setting.answered_wrongly().high


def test_a_negative_category_is_never_taught() -> None:
    taught: list[set[str]] = []

    class Spy(FirstWord):
        def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
            super().fit(texts, categories)
            assert all(text.startswith(category) for text, category in zip(texts, categories, strict=True))
            taught.append(set(categories))

    result = nexcv.run(*data(), Spy, SplitPlan(settings=(RAREST,)))
    for known, retry in zip(taught, result.settings[0].retries, strict=True):
        negatives = {case.category for case in retry.cases if case.gold is NO_ANSWER}
        assert negatives
        assert known == set(TOPICS) - negatives


def test_the_pair_that_is_confused_most_comes_first_with_both_directions() -> None:
    result = nexcv.run(*data(), AlwaysPay, SplitPlan(retries=2))
    first = result.worst_pairs()[0]
    asked = {case.text for case in result.of(RAREST).cases() if case.gold in ("pay", "visa")}
    visa = sum(text.startswith("visa") for text in asked)
    assert (first.a, first.b, first.a_as_b, first.b_as_a) == ("pay", "visa", 0, visa)
    assert first.confusion == pytest.approx(visa / len(asked))
    assert first.stands_out


def test_pairs_come_from_the_setting_with_the_rarest_as_negatives_else_from_the_first() -> None:
    only_plain = nexcv.run(*data(), AlwaysPay, SplitPlan(settings=(PLAIN,)))
    both = nexcv.run(*data(), AlwaysPay, SplitPlan(settings=(PLAIN, RAREST)))
    low = set(both.of(RAREST).low_population)
    assert low
    assert any({pair.a, pair.b} & low for pair in only_plain.worst_pairs())
    assert not any({pair.a, pair.b} & low for pair in both.worst_pairs())


def test_an_empty_prediction_counts_as_suppressed_and_never_crashes() -> None:
    result = nexcv.run(*data(), Silent)
    outcomes = {case.outcome for setting in result.settings for case in setting.cases()}
    assert outcomes == {Outcome.FO, Outcome.TO}
    assert result.worst_pairs() == []
    assert result.of(PLAIN).interval_of("carefulness").mean == 1.0


def test_the_json_form_has_the_published_keys() -> None:
    written = json.loads(
        json.dumps(nexcv.run(*data(), AlwaysPay, SplitPlan(retries=3, seed=7), Examination(engine="fake")).to_dict())
    )
    assert {"settings", "worst_pairs", "seconds", "seed"} <= written.keys()
    assert (written["seed"], written["engine"], written["threshold"]) == (7, "fake", 0.5)
    for setting in written["settings"]:
        for figure in ("accuracy", "f1_weighted", "f1_macro", "carefulness", "coverage"):
            assert setting[figure].keys() == {"mean", "low", "high"}
        assert len(setting["retries"]) == 3
    assert all(pair.keys() >= {"a", "b", "confusion", "a_as_b", "b_as_a"} for pair in written["worst_pairs"])


def test_the_json_form_adds_up() -> None:
    result = nexcv.run(*data(), AlwaysPay, SplitPlan(retries=3))
    for setting in result.to_dict(with_cases=True)["settings"]:  # type: ignore[attr-defined]
        total = sum(retry["test"] for retry in setting["retries"])
        assert sum(setting["pooled"]["outcomes"].values()) == total == len(setting["cases"])
        assert sum(cell["count"] for cell in setting["confusion"]) == total
        assert setting["accuracy"]["mean"] == pytest.approx(sum(r["accuracy"] for r in setting["retries"]) / 3)
        assert all(retry["train"] + retry["test"] == sum(TOPICS.values()) for retry in setting["retries"])
        assert {row["category"]: row["total"] for row in setting["per_category"]}.get("visa") == 12


def test_samples_show_each_outcome_and_the_same_ones_each_time() -> None:
    first = nexcv.run(*data(), AlwaysPay).to_dict(samples=3)["settings"]
    again = nexcv.run(*data(), AlwaysPay).to_dict(samples=3)["settings"]
    other = nexcv.run(*data(), AlwaysPay, SplitPlan(seed=1)).to_dict(samples=3)["settings"]
    samples: list[dict[str, Any]] = [one["samples"] for one in first]  # type: ignore[attr-defined]
    assert samples == [one["samples"] for one in again]  # type: ignore[attr-defined]
    assert samples != [one["samples"] for one in other]  # type: ignore[attr-defined]
    for outcome, cases in samples[1].items():
        assert len({case["text"] for case in cases}) == len(cases) <= 3
        assert all(case["outcome"] == outcome for case in cases)
    assert {case["gold"] for case in samples[1]["F"]} <= {None, "visa"}


def test_a_category_with_one_example_is_named_in_the_result() -> None:
    texts, categories = data()
    result = nexcv.run([*texts, "what now"], [*categories, "single"], FirstWord, SplitPlan(settings=(PLAIN,)))
    assert result.to_dict()["untested_categories"] == ["single"]
    assert "single" not in {case.category for case in result.settings[0].cases()}


def test_progress_counts_up_to_the_total() -> None:
    seen: list[tuple[int, int]] = []
    nexcv.run(*data(), FirstWord, SplitPlan(retries=2), progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == list(range(len(seen)))
    assert {total for _, total in seen} == {len(seen) - 1}


def test_settings_with_the_same_splits_are_fitted_once() -> None:
    made: list[FirstWord] = []

    def factory(seed: int) -> FirstWord:
        made.append(FirstWord(seed))
        return made[-1]

    nothing_below_two = NexCvSettings(2, 0.0)
    result = nexcv.run(*data(), factory, SplitPlan(settings=(PLAIN, nothing_below_two), retries=3))
    assert sum(one.fits for one in made) == 3
    assert [case.text for case in result.of(PLAIN).cases()] == [
        case.text for case in result.of(nothing_below_two).cases()
    ]


@pytest.mark.parametrize("name", ["candor", "nearest-neighbour"])
def test_the_figures_are_the_same_whatever_the_number_of_processes(name: str) -> None:
    alone, shared = (nexcv.run(*data(), engine(name), SplitPlan(retries=2), jobs=jobs) for jobs in (1, 2))
    assert [one.cases() for one in alone.settings] == [one.cases() for one in shared.settings]


def test_a_setting_that_small_data_cannot_have_is_skipped_and_listed() -> None:
    texts = [f"{name} {i}" for name in ("pay", "visa", "dogs") for i in range(3)]
    result = nexcv.run(texts, [text.split()[0] for text in texts], FirstWord)
    assert [one.settings for one in result.settings] == [PLAIN, RAREST]
    assert [setting for setting, _ in result.skipped] == [NexCvSettings(5, 0.0)]


def answering(*predictions: Prediction) -> type[FirstWord]:
    class Answering(FirstWord):
        def classify(self, texts: Sequence[str]) -> list[Prediction]:
            return list(predictions)[:1] * len(texts) if len(predictions) == 1 else list(predictions)

    return Answering


@pytest.mark.parametrize(
    ("classifier", "message"),
    [
        (answering(Guess("fallback", 0.9)), "'fallback', a category it was never taught"),
        (answering(None), "gave a NoneType as an answer: it must be a Guess or NO_ANSWER"),  # type: ignore[arg-type]
        (answering(Guess("pay", "0.5")), "the confidence '0.5'"),  # type: ignore[arg-type]
        (answering(Guess("pay", 1.5)), "must be in"),
        (answering(Guess("pay", float("nan"))), "must be in"),
        (answering(NO_ANSWER, NO_ANSWER), "one for each"),
    ],
)
def test_a_classifier_that_answers_nonsense_is_refused(classifier: type[FirstWord], message: str) -> None:
    with pytest.raises(EvaluationError, match=message):
        nexcv.run(*data(), classifier)


def test_a_number_of_processes_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(EvaluationError, match="jobs must be 1 or more"):
        nexcv.run(*data(), FirstWord, jobs=0)


def test_a_number_of_retries_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(EvaluationError, match="retries must be 1 or more"):
        nexcv.run(*data(), FirstWord, SplitPlan(retries=0))


def test_a_threshold_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(EvaluationError, match="threshold must be between 0 and 1"):
        Examination(threshold=1.5)


def test_as_many_categories_as_texts_are_asked_for() -> None:
    with pytest.raises(EvaluationError, match="2 texts but 1 categories"):
        nexcv.run(["a", "b"], ["x"], FirstWord)
