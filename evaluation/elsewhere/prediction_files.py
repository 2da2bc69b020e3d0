"""Predictions that a classifier made elsewhere for the splits of an evaluation, and nex-cv's result of them."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from evaluation import nexcv
from evaluation.classifier import NO_ANSWER, ClassifierFactory, Measured, Prediction
from evaluation.elsewhere.split_files import SplitFiles
from evaluation.errors import DataFileError
from evaluation.examination import Examination
from evaluation.formats.data_records import Columns, Record, read_records
from evaluation.nexcv_result import NexCvResult
from evaluation.splits.folds import Task
from nlu.understanding import Guess

PREDICTIONS: Final = "predictions.csv"
COLUMNS: Final[Columns] = {
    "text": ("text", "sentence", "question", "utterance"),
    # `category` may be the gold one of a copied test.csv
    "category": ("prediction", "predicted", "category", "label", "intent"),
    "confidence": ("confidence", "score"),
}
"""The names that a file of predictions may give its columns."""


def evaluate(files: SplitFiles, *, threshold: float = 0.5, engine: str = "") -> NexCvResult:
    """Return what nex-cv would have found with the classifier inside; seconds are 0.

    Each split's folder holds predictions.csv with the columns text, category (empty: no answer) and confidence, a row
    for each row of its test.csv in any order. Raises DataFileError, one line that names the file and the line in it.
    """
    examination = Examination(engine=engine, threshold=threshold)
    return nexcv.run(files.texts, files.categories, recorded(files), files.plan, examination)


def recorded(files: SplitFiles) -> ClassifierFactory:
    """Return what answers each split with the predictions in its folder; raises DataFileError as `evaluate` does."""
    return partial(RecordedPredictions, {task: _read(files, place) for place, task in enumerate(files.tasks)})


@dataclass(frozen=True, slots=True)
class RecordedPredictions:
    """Answers each split with what was predicted for it elsewhere."""

    recorded: Mapping[Task, Sequence[Prediction]]
    seed: int

    def prepare(self, texts: Sequence[str]) -> RecordedPredictions:
        """Answer the splits of these texts."""
        return self

    def fit_and_classify(self, categories: Sequence[str], train: Sequence[int], test: Sequence[int]) -> Measured:
        """Return the predictions recorded for this split."""
        return Measured(list(self.recorded[tuple(train), tuple(test)]), 0.0, 0.0)

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Refuse: only the splits that were written were predicted."""
        raise DataFileError("Recorded predictions fit no other split than the written ones: use evaluate predictions.")

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Refuse as `fit` does."""
        raise DataFileError("Recorded predictions fit no other split than the written ones: use evaluate predictions.")


def _read(files: SplitFiles, place: int) -> list[Prediction]:
    """Return one prediction for each test row of a split, in the order of the test side."""
    folder, (train, test) = files.folder_of(place), files.tasks[place]
    path = folder / PREDICTIONS
    taught = {files.categories[i] for i in train}
    asked = [files.texts[i] for i in test]
    expected = Counter(asked)
    found: dict[str, deque[Prediction]] = defaultdict(deque)
    for record in _records(path):
        where = f"{folder.name}/{PREDICTIONS}, line {record.line}"
        text = cell(record, "text")
        _check_row(where, text, expected[text], len(found[text]))
        found[text].append(prediction_in(record, where, taught, "train.csv"))
    missing = [text for text, count in expected.items() if len(found[text]) < count]
    if missing:
        raise DataFileError(
            f"{folder.name}/{PREDICTIONS}: {len(missing)} questions of test.csv have no prediction, the first is "
            f"{missing[0]!r}: write a row for each row there, with an empty category where the engine gives no answer."
        )
    return [found[text].popleft() for text in asked]


def _records(path: Path) -> list[Record]:
    try:
        return read_records(path, COLUMNS)
    except DataFileError as error:
        raise DataFileError(f"{path.parent.name}: {error}") from error


def _check_row(where: str, text: str, expected: int, found: int) -> None:
    if not expected:
        raise DataFileError(
            f"{where}: {text!r} is no question of test.csv: delete the row, or copy the text unchanged."
        )
    if found == expected:
        times = "once" if expected == 1 else f"{expected} times"
        raise DataFileError(f"{where}: {text!r} is predicted again; test.csv has it {times}: keep one row for each.")


def prediction_in(record: Record, where: str, taught: Set[str], source: str) -> Prediction:
    """Return the prediction of a row; raises DataFileError for a category not taught or a confidence outside [0, 1].

    `where` names the row and `source` the file that the categories stand in.
    """
    category = cell(record, "category")
    if not category:
        return NO_ANSWER
    if category not in taught:
        raise DataFileError(
            f"{where}: {category!r} is no category of {source}: leave it empty where the engine gives no answer."
        )
    written = cell(record, "confidence")
    try:
        confidence = float(written)
    except ValueError:
        raise DataFileError(f"{where}: the confidence {written!r} is no number: write one like 0.85.") from None
    if not 0 <= confidence <= 1:
        raise DataFileError(f"{where}: the confidence {written} is not between 0 and 1: divide percentages by 100.")
    return Guess(category, confidence)


def cell(record: Record, column: str) -> str:
    """Return a value of the row as stripped text, "" where there is none."""
    value = record.values.get(column)
    return "" if value is None else str(value).strip()
