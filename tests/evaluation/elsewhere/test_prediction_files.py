"""Splits written to files, predicted elsewhere, and read back: the figures of nex-cv."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from evaluation import nexcv
from evaluation.classifier import Classifier, NoAnswer, Prediction
from evaluation.elsewhere import prediction_files, split_files
from evaluation.elsewhere.split_files import SplitFiles
from evaluation.engines.by_name import engine
from evaluation.errors import DataFileError, EvaluationError
from evaluation.examination import Examination
from evaluation.formats.data_file import read_rows
from evaluation.splits.folds import Folds
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings

SIZES = {"pay": 12, "visa": 9, "dogs": 7, "gym": 4, "tram": 3, "moon": 2, "one": 1}
ROWS = [
    *((f'{name} question, "{i % 3}"\nand {i}', name) for name in SIZES for i in range(SIZES[name])),
    *(("what now", "pay"), ("what now", "pay"), ("what now", "visa"), ("工资 多少", "pay"), ("=1+1", "visa")),
]  # fmt: skip
TEXTS, CATEGORIES = [text for text, _ in ROWS], [name for _, name in ROWS]
PLAN = SplitPlan(retries=3, seed=7)


class OnItsOwn:
    """Candor's FAQ stage as anybody can call it: each training for itself, nothing shared between splits."""

    def __init__(self, seed: int) -> None:
        self._inner = engine("candor")(seed)

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self._inner.fit(texts, categories)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return self._inner.classify(texts)


def predict(folder: Path, classifier: Classifier) -> None:
    """What somebody elsewhere does: reads two files, writes the third."""
    taught, asked = read_rows(folder / "train.csv"), read_rows(folder / "test.csv", empty_category=True)
    classifier.fit([row.text for row in taught], [row.category for row in taught])
    answers = classifier.classify([row.text for row in asked])
    write(folder, [(row.text, *_cells(answer)) for row, answer in zip(asked, answers, strict=True)])


def _cells(answer: Prediction) -> tuple[str, object]:
    return ("", "") if isinstance(answer, NoAnswer) else (answer.intent, answer.confidence)


def write(
    folder: Path, rows: Sequence[Sequence[object]], header: Sequence[str] = ("text", "category", "confidence")
) -> None:
    with (folder / "predictions.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([header, *rows])


def without_seconds(record: object) -> object:
    if isinstance(record, dict):
        return {key: without_seconds(value) for key, value in record.items() if not key.startswith("seconds")}
    return [without_seconds(one) for one in record] if isinstance(record, list) else record


@pytest.fixture
def files(tmp_path: Path) -> SplitFiles:
    return split_files.write(tmp_path / "splits", TEXTS, CATEGORIES, PLAN)


@pytest.mark.parametrize("factory", [OnItsOwn, engine("nearest-neighbour")], ids=["candor", "nearest-neighbour"])
def test_predicting_elsewhere_gives_the_figures_of_nex_cv_to_the_last_digit(
    files: SplitFiles, factory: Callable[[int], Classifier]
) -> None:
    for place in range(len(files.tasks)):
        predict(files.folder_of(place), factory(PLAN.seed))
    outside = prediction_files.evaluate(SplitFiles.read(files.folder), threshold=0.4, engine="x")
    inside = nexcv.run(TEXTS, CATEGORIES, factory, SplitPlan(retries=3, seed=7), Examination(threshold=0.4, engine="x"))
    assert [one.cases() for one in outside.settings] == [one.cases() for one in inside.settings]
    assert without_seconds(json.loads(json.dumps(outside.to_dict(with_cases=True)))) == without_seconds(
        json.loads(json.dumps(inside.to_dict(with_cases=True)))
    )


def test_the_two_sides_are_those_of_nex_cv_and_negatives_have_no_category(files: SplitFiles) -> None:
    for place, (train, test) in enumerate(files.tasks):
        folder = files.folder_of(place)
        taught = [(row.text, row.category) for row in read_rows(folder / "train.csv")]
        asked = [(row.text, row.category) for row in read_rows(folder / "test.csv", empty_category=True)]
        assert taught == [ROWS[i] for i in train]
        assert [text for text, _ in asked] == [TEXTS[i] for i in test]
        known = {category for _, category in taught}
        assert [category for _, category in asked] == [CATEGORIES[i] if CATEGORIES[i] in known else "" for i in test]
    assert any(
        "" in [row.category for row in read_rows(path, empty_category=True)] for path in files.folder.glob("*/test.csv")
    )


def test_splits_that_settings_share_are_written_once(tmp_path: Path) -> None:
    settings = (NexCvSettings(0, 0.0), NexCvSettings(2, 0.0))
    rows = [row for row in ROWS if row[1] in ("pay", "visa")]
    files = split_files.write(
        tmp_path / "new" / "folder",
        [text for text, _ in rows],
        [name for _, name in rows],
        SplitPlan(settings=settings, retries=2),
    )
    assert sorted(path.name for path in files.folder.iterdir()) == ["data.csv", "manifest.json", "split-01", "split-02"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep", encoding="utf-8")
    with pytest.raises(EvaluationError, match="there is something already: name a new folder"):
        split_files.write(tmp_path, TEXTS, CATEGORIES, PLAN)
    with pytest.raises(EvaluationError, match="there is something already"):
        split_files.write(tmp_path / "mine.txt", TEXTS, CATEGORIES, PLAN)


def test_data_that_cannot_be_split_writes_nothing(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="at least two categories"):
        split_files.write(tmp_path / "new", ["a", "b"], ["x", "x"], PLAN)
    assert not (tmp_path / "new").exists()


def test_a_folder_that_was_changed_or_is_another_is_refused(files: SplitFiles, tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"manifest\.json: cannot be read: No such file .* evaluate splits"):
        SplitFiles.read(tmp_path)
    data = files.folder / "data.csv"
    data.write_text(data.read_text(encoding="utf-8").replace("what now", "what then"), encoding="utf-8")
    with pytest.raises(DataFileError, match="changed since they were written: write them again"):
        SplitFiles.read(files.folder)
    (files.folder / "manifest.json").write_text('{"splits": 3}', encoding="utf-8")
    with pytest.raises(DataFileError, match=r"manifest\.json: is no manifest of splits"):
        SplitFiles.read(files.folder)


@pytest.mark.parametrize(
    "edited",
    [
        {"folds": "zzz"},
        {"settings": [{"min_category_size": "5", "other_min_prop": 0.0}]},
        {"settings": [{"min_category_size": 5, "other_min_prop": 0.5}]},
        {"settings": [5]},
        {"retries": "3"},
        {"retries": 2.5},
        {"test_fraction": None},
        {"seed": []},
        {"splits": [{"digest": 5}]},
    ],
)
def test_a_manifest_that_was_edited_is_refused(files: SplitFiles, edited: dict[str, object]) -> None:
    path = files.folder / "manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | edited), encoding="utf-8")
    with pytest.raises(DataFileError, match=r"manifest\.json: is no manifest of splits: write the splits again\.$"):
        SplitFiles.read(files.folder)


@pytest.fixture
def small(tmp_path: Path) -> SplitFiles:
    """One split; its test side is `pay 2` and `pay 2` again, of pay, and `gym 1`, whichever the hash chose."""
    texts = ["pay a", "pay a", "pay a", "pay a", "gym b", "gym c"]
    return split_files.write(
        tmp_path / "small",
        texts,
        ["pay"] * 4 + ["gym"] * 2,
        SplitPlan(settings=(NexCvSettings(),), retries=1, test_fraction=0.5, folds=Folds.PLAIN),
    )


def asked(files: SplitFiles) -> list[list[object]]:
    return [[files.texts[i], "pay", 0.9] for i in files.tasks[0][1]]


Change = Callable[[list[list[object]]], list[list[Any]]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda rows: rows[:-1], r"predictions\.csv: 1 questions of test\.csv have no prediction, the first is 'gym"),
        (lambda rows: rows[1:], r"1 questions of test\.csv have no prediction, the first is 'pay a'"),
        (lambda rows: [*rows, ["pay a", "pay", 1]], r"line 5: 'pay a' is predicted again; test\.csv has it 2 times"),
        (lambda rows: [*rows, rows[-1]], r"line 5: 'gym .' is predicted again; test\.csv has it once: keep one row"),
        (lambda rows: [["pay z", "pay", 1], *rows], r"line 2: 'pay z' is no question of test\.csv: delete the row"),
        (lambda rows: [[*rows[0][:1], "Pay", 1], *rows[1:]], "line 2: 'Pay' is no category of train.csv: leave it emp"),
        (lambda rows: [[*rows[0][:2], "high"], *rows[1:]], "line 2: the confidence 'high' is no number"),
        (lambda rows: [[*rows[0][:2], ""], *rows[1:]], "line 2: the confidence '' is no number"),
        (lambda rows: [[*rows[0][:2], 87], *rows[1:]], "line 2: the confidence 87 is not between 0 and 1: divide"),
        (lambda rows: [[*rows[0][:2], "nan"], *rows[1:]], "line 2: the confidence nan is not between 0 and 1"),
    ],
)
def test_rows_that_do_not_fit_are_one_line(small: SplitFiles, change: Change, message: str) -> None:
    write(small.folder_of(0), change(asked(small)))
    with pytest.raises(DataFileError, match=f"^split-01/.*{message}"):
        prediction_files.evaluate(small)


def test_a_split_without_predictions_and_a_file_without_columns_are_one_line(small: SplitFiles) -> None:
    with pytest.raises(DataFileError, match=r"split-01/predictions\.csv: cannot be read: No such file"):
        prediction_files.evaluate(small)
    write(small.folder_of(0), asked(small), header=("text", "category", "sure"))
    with pytest.raises(DataFileError, match=r"split-01: predictions\.csv: no column confidence"):
        prediction_files.evaluate(small)


def test_rows_may_come_in_any_order_and_without_an_answer(small: SplitFiles) -> None:
    rows = [[text, "", ""] if str(text).startswith("gym") else [text, name, sure] for text, name, sure in asked(small)]
    write(small.folder_of(0), rows[::-1])
    result = prediction_files.evaluate(small).to_dict()
    assert result["settings"][0]["pooled"]["outcomes"] == {"T": 2, "F": 0, "FO": 1, "TO": 0, "FCO": 0}  # type: ignore[index]


def test_the_gold_category_of_a_copied_test_file_is_not_taken_for_the_prediction(small: SplitFiles) -> None:
    rows = [[text, "gold", "gym", 0.9] for text, _, _ in asked(small)]
    write(small.folder_of(0), rows, header=("text", "category", "predicted", "confidence"))
    (case, *_) = prediction_files.evaluate(small).settings[0].cases()
    assert not isinstance(case.prediction, NoAnswer)
    assert case.prediction.intent == "gym"
