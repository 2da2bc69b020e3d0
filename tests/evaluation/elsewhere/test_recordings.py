"""Predictions of any vendor stand beside engines in a comparison, or are refused in one line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from evaluation.comparison import comparison
from evaluation.comparison import report as comparison_report
from evaluation.elsewhere import recordings
from evaluation.elsewhere.split_files import write
from evaluation.errors import EvaluationError
from evaluation.splits.folds import Folds
from evaluation.splits.plan import SplitPlan
from tests.evaluation.comparison.test_comparison import FirstWord, NoVisa, data

PLAN = SplitPlan(retries=2)


def read(path: Path) -> recordings.Recording:
    return recordings.read(path, *data(), PLAN)


def recorded(path: Path, lines: Sequence[str], header: str = "text,prediction,confidence", bom: bool = False) -> Path:
    path.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8-sig" if bom else "utf-8")
    return path


def no_visa(text: str) -> str:
    return text.replace("visa", "pay").split()[0]


def test_a_recording_gives_the_figures_of_the_engine_that_it_records(tmp_path: Path) -> None:
    texts, categories = data()
    path = recorded(tmp_path / "v.csv", [f"{text},{no_visa(text)},0.9" for text in texts])
    at_once = recordings.read(path, texts, categories, PLAN)
    result = comparison.run(
        texts, categories, {"first": FirstWord, "live": NoVisa}, SplitPlan(retries=2), recordings={"v": at_once}
    )
    live, vendor = result.engines[1:]
    assert vendor.range_of("accuracy") == live.range_of("accuracy")
    first_against_live, first_against_vendor, *_ = [one for one in result.comparisons if one.settings is None]
    assert first_against_vendor.difference == first_against_live.difference
    assert first_against_vendor.difference.beyond_noise
    assert [one.settings.to_dict() for one in vendor.measured.settings] == [
        {"min_category_size": 0, "other_min_prop": 0.0}
    ]
    said = comparison_report.summary(result.to_dict())
    assert "Compared where no topic is hidden" in said
    assert "left out" not in said


def test_questions_that_a_recording_lacks_are_left_out_for_all(tmp_path: Path) -> None:
    texts, categories = data()
    path = recorded(tmp_path / "v.csv", [f"{text},{text.split()[0]},1" for text in texts if "visa" not in text])
    result = comparison.run(texts, categories, {"novisa": NoVisa}, SplitPlan(retries=2), recordings={"v": read(path)})
    assert [engine.range_of("accuracy").mean for engine in result.engines] == [1.0, 1.0]  # all that novisa gets wrong
    assert result.left_out == 30
    assert "left out for all: 30 of 97 examples" in " ".join(comparison_report.summary(result.to_dict()).split())


def test_splits_predicted_elsewhere_are_compared_in_every_setting(tmp_path: Path) -> None:
    texts, categories = data()
    files = write(tmp_path / "splits", texts, categories, PLAN)
    for place, (train, test) in enumerate(files.tasks):
        taught = {categories[i] for i in train}
        rows = [f"{texts[i]},{categories[i] if categories[i] in taught else ''},0.9" for i in test]
        recorded(files.folder_of(place) / "predictions.csv", rows)
    result = comparison.run(
        texts, categories, {"first": FirstWord}, SplitPlan(retries=2), recordings={"v": read(tmp_path / "splits")}
    )
    assert len(result.engines[1].measured.settings) == 3
    assert result.comparisons[0].difference.mean == 0
    with pytest.raises(EvaluationError, match="written with --retries 2: compare with the same"):
        recordings.read(tmp_path / "splits", texts, categories, SplitPlan(retries=3))
    with pytest.raises(EvaluationError, match="of other examples"):
        recordings.read(tmp_path / "splits", texts[1:], categories[1:], PLAN)


@pytest.mark.parametrize(
    ("header", "bom"),
    [("question;Intent;Score", True), ("confidence;text;predicted", False), ("sentence;label;score", True)],
)
def test_other_names_of_columns_semicolons_and_a_bom_are_read(tmp_path: Path, header: str, bom: bool) -> None:
    row = "0.9;pay question number0;pay" if header.startswith("confidence") else "pay question number0;pay;0.9"
    assert read(recorded(tmp_path / "v.csv", [row, row], header, bom)).texts == frozenset({"pay question number0"})


@pytest.mark.parametrize(
    ("header", "rows", "message"),
    [
        ("text,prediction", ["pay question number0,pay"], "no column confidence / score"),
        ("text,prediction,confidence", ["pay question number0,pay,"], "line 2: the confidence '' is no number"),
        ("text,prediction,confidence", ["pay question number0,pay,85"], "line 2: .* not between 0 and 1"),
        ("text,prediction,confidence", ["pay question number0,pay,nan"], "line 2: .* not between 0 and 1"),
        ("text,prediction,confidence", ["pay question number0,moon,0.9"], "'moon' is no category of the data"),
        ("text,prediction,confidence", ["who knows,pay,0.9"], "none of its 1 texts is a question of the data"),
        ("text,prediction,confidence", [",pay,0.9"], "line 2: the text is empty"),
        (
            "text,prediction,confidence",
            ["pay question number0,pay,0.9", "pay question number0,visa,0.9"],
            "line 3: 'pay question number0' stands there again with another prediction",
        ),
    ],
)
def test_what_cannot_be_paired_is_refused_in_one_line(
    tmp_path: Path, header: str, rows: list[str], message: str
) -> None:
    with pytest.raises(EvaluationError, match=message) as refused:
        read(recorded(tmp_path / "v.csv", rows, header))
    assert "\n" not in str(refused.value)


def test_a_recording_needs_a_name_of_its_own_and_questions_in_common(tmp_path: Path) -> None:
    texts, categories = data()
    one = read(recorded(tmp_path / "a.csv", [f"{texts[0]},pay,1"]))
    other = read(recorded(tmp_path / "b.csv", [f"{texts[1]},pay,1"]))
    for given, message in (
        ({"first": one}, "'first' names an engine and a recording"),
        ({"a": one, "b": other}, "No question is in all of the recordings"),
        ({"a": one}, "too few of the questions"),
    ):
        with pytest.raises(EvaluationError, match=message):
            comparison.run(
                texts, categories, {"first": FirstWord}, SplitPlan(retries=2, folds=Folds.PLAIN), recordings=given
            )


def test_near_copies_of_which_some_were_not_recorded_weigh_one_question_still(tmp_path: Path) -> None:
    texts, categories = data()
    copied = texts[:2]
    texts += [f"{text}{' please' * n}" for text in copied for n in range(1, 10)]
    categories += ["pay"] * 18
    path = recorded(tmp_path / "v.csv", [f"{text},{text.split()[0]},1" for text in texts if text not in copied])
    vendor = recordings.read(path, texts, categories, PLAN)
    result = comparison.run(
        texts, categories, {"first": FirstWord}, SplitPlan(test_fraction=0.5), recordings={"v": vendor}
    )
    retries = [retry for engine in result.engines for one in engine.measured.settings for retry in one.retries]
    weights = [sum(case.weight for case in retry.cases if case.copy_of) for retry in retries]
    assert weights == pytest.approx([round(weight) for weight in weights])
    assert max(weights) > 0
