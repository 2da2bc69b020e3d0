from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from evaluation.classifier import NO_ANSWER, Prediction
from evaluation.errors import EvaluationError
from evaluation.holdout import holdout
from evaluation.holdout import report as holdout_report
from evaluation.holdout.holdout import PREDICTION_COLUMNS
from evaluation.measures.share_interval import wilson
from evaluation.wording import words
from nlu.understanding import Guess

TRAIN = [("pay a", "pay"), ("pay b", "pay"), ("visa a", "visa"), ("visa b", "visa")]
SAID: dict[str, Prediction] = {
    "right": Guess("pay", 0.9),
    "unsure": Guess("pay", 0.4),
    "wrong": Guess("visa", 0.8),
    "noise": Guess("visa", 0.7),
    "hm": Guess("pay", 0.1),
    "??": NO_ANSWER,
}


class Scripted:
    def __init__(self, seed: int = 0) -> None:
        self.taught: list[tuple[str, str]] = []

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self.taught = list(zip(texts, categories, strict=True))

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [SAID[text] for text in texts]


TEST = [("right", "pay"), ("unsure", "pay"), ("wrong", "pay"), ("noise", ""), ("hm", ""), ("??", "")]


def test_the_figures_are_those_of_the_definitions() -> None:
    result = holdout.run(TRAIN, TEST, Scripted)
    assert (result.n_in_scope, result.n_negative) == (3, 3)
    assert result.accuracy == 3 / 6  # right, hm, ??
    assert result.in_scope_accuracy == 1 / 3
    assert result.out_of_scope_recall == 2 / 3
    assert result.top1_accuracy == 2 / 3  # unsure is a right first guess
    by_risk = [0, 1, 1, 0, 1, 0]  # right .9, wrong .8, noise .7, unsure .4, hm .1, ?? 0
    assert result.aurc == pytest.approx(sum(sum(by_risk[: i + 1]) / (i + 1) for i in range(6)) / 6)
    gaps = [abs(0.9 - 1), 0.8, 0.7, abs(0.4 - 1), 0.1, 0.0]
    assert result.ece == pytest.approx(sum(gaps) / 6)


def test_a_named_negative_label_means_no_answer() -> None:
    test = [(text, category or "NOTHING_FITS") for text, category in TEST]
    named, empty = holdout.run(TRAIN, test, Scripted, negative_label="NOTHING_FITS"), holdout.run(TRAIN, TEST, Scripted)
    timings = {"seconds_fit": 0, "seconds_predict": 0}
    assert named.to_dict() | timings == empty.to_dict() | timings
    assert named.unknown_categories == ()


def test_the_negative_label_is_never_taught_as_an_answer() -> None:
    made: list[Scripted] = []

    def factory(seed: int) -> Scripted:
        made.append(Scripted(seed))
        return made[-1]

    holdout.run([*TRAIN, ("rubbish", "NOTHING_FITS")], TEST, factory, negative_label="NOTHING_FITS")
    assert made[-1].taught == TRAIN


def test_a_category_that_was_never_taught_counts_as_in_scope_and_is_named() -> None:
    result = holdout.run(TRAIN, [*TEST, ("hm", "parking")], Scripted)
    assert (result.n_in_scope, result.unknown_categories) == (4, ("parking",))
    assert result.in_scope_accuracy == 1 / 4


def test_without_negatives_there_is_no_recall_of_them() -> None:
    assert holdout.run(TRAIN, [("right", "pay")], Scripted).out_of_scope_recall is None


def test_the_json_form_has_exactly_the_published_keys() -> None:
    written = json.loads(json.dumps(holdout.run(TRAIN, TEST, Scripted, threshold=0.6).to_dict()))
    assert " ".join(written) == (
        "accuracy in_scope_accuracy out_of_scope_recall top1_accuracy mcc aurc ece threshold n_in_scope n_negative "
        "seconds_fit seconds_predict"
    )
    assert written["threshold"] == 0.6


def test_shares_come_with_their_intervals_and_near_copies_are_one_question() -> None:
    texts = [f"how do {name} work here" for name in ("bonuses", "holidays", "shifts", "contracts")]
    SAID.update({text: Guess("pay", 0.9) for text in texts})
    apart = holdout.run(TRAIN, [(text, "pay") for text in texts], Scripted).to_json()["intervals"]
    copies = holdout.run(TRAIN, [(texts[0], "pay")] * 4, Scripted).to_json()["intervals"]
    assert isinstance(apart, dict)
    assert isinstance(copies, dict)
    assert apart["top1_accuracy"]["mean"] == copies["top1_accuracy"]["mean"] == 1.0
    assert apart["top1_accuracy"]["low"] == pytest.approx(wilson(4, 4).low)
    assert copies["top1_accuracy"]["low"] == pytest.approx(wilson(1, 1).low)
    assert apart["out_of_scope_recall"] == {"mean": None, "low": None, "high": None}


def test_the_summary_begins_with_what_was_answered_and_how_sure_that_is() -> None:
    result = holdout.run(TRAIN, TEST, Scripted).to_json()
    lines = holdout_report.summary(result).splitlines()
    assert lines[0].startswith("Of 100 questions 50 were answered, 33 of them wrongly. Measured on other questions")
    ends = result["intervals"]["in_scope_accuracy"]  # type: ignore[index]
    assert lines[2].startswith(f"in_scope_accuracy   0.3333  [{ends['low']:.4f}, {ends['high']:.4f}]")
    assert [line.split()[0] for line in lines if line].index("accuracy") > 5


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_every_figure_says_what_it_is_for_those_who_do_not_know_its_name(language: str) -> None:
    result, said = holdout.run(TRAIN, TEST, Scripted).to_json(), words(language)
    lines = holdout_report.summary(result, language=language).splitlines()[2:]
    assert all(line.endswith(said[f"holdout_{line.split()[0]}"]) for line in lines)


def test_prediction_rows_say_what_was_guessed_and_what_came_of_it() -> None:
    rows = holdout.run(TRAIN, TEST, Scripted).prediction_rows()
    assert PREDICTION_COLUMNS == ("text", "gold", "predicted", "confidence", "answered", "outcome")
    assert rows[1] == ("unsure", "pay", "pay", 0.4, "no", "FCO")
    assert rows[3] == ("noise", "", "visa", 0.7, "yes", "F")
    assert rows[5] == ("??", "", "", 0.0, "no", "TO")


def test_what_cannot_be_measured_is_refused_in_one_line() -> None:
    with pytest.raises(EvaluationError, match="at least two categories; the training data has 1"):
        holdout.run(TRAIN[:2], TEST, Scripted)
    with pytest.raises(EvaluationError, match="test data has no rows"):
        holdout.run(TRAIN, [], Scripted)
    with pytest.raises(EvaluationError, match="threshold"):
        holdout.run(TRAIN, TEST, Scripted, threshold=-0.1)
