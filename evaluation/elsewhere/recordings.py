"""Predictions that any classifier made for the questions of a dataset, to stand beside engines in a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from evaluation.classifier import NO_ANSWER, ClassifierFactory, Prediction
from evaluation.elsewhere.prediction_files import COLUMNS, cell, prediction_in, recorded
from evaluation.elsewhere.split_files import SplitFiles
from evaluation.errors import DataFileError
from evaluation.formats.data_records import Record, read_records
from evaluation.formats.spelling import caller
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import PLAIN, NexCvSettings

_NOTHING_HIDDEN: Final = (PLAIN,)


@dataclass(frozen=True, slots=True)
class Recording:
    """What answers as it was recorded: in `settings`, and the questions `texts` alone (None: every one)."""

    classifier_factory: ClassifierFactory
    settings: tuple[NexCvSettings, ...]
    texts: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class RecordedAnswers:
    """Gives each text the prediction recorded for it, whatever it is taught."""

    by_text: Mapping[str, Prediction]

    def __call__(self, seed: int) -> RecordedAnswers:
        """Return itself: a recording has no random choice."""
        return self

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Learn nothing."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return what was recorded, NO_ANSWER for a text that was not."""
        return [self.by_text.get(text, NO_ANSWER) for text in texts]


def read(path: Path, texts: Sequence[str], categories: Sequence[str], plan: SplitPlan) -> Recording:
    """Read a CSV or JSONL file of text, prediction and confidence, or a folder of splits with predictions in it.

    A file has one prediction for a question, made with every category known, so it answers where none is hidden, at
    (0, 0); a folder was predicted split by split and answers in the settings it was written for. Raises DataFileError,
    one line, for what does not fit the data or the plan.
    """
    return _of_folder(path, texts, categories, plan) if path.is_dir() else _of_file(path, texts, categories)


def _of_folder(path: Path, texts: Sequence[str], categories: Sequence[str], plan: SplitPlan) -> Recording:
    files = SplitFiles.read(path)
    if (files.texts, files.categories) != (tuple(texts), tuple(categories)):
        raise DataFileError(f"{path}: its splits are of other examples: write them of this file (evaluate splits).")
    for name in ("retries", "test_fraction", "seed", "folds"):
        if (written := getattr(files.plan, name)) != getattr(plan, name):
            option = name.replace("_", "-")
            raise DataFileError(f"{path}: its splits were written with --{option} {written}: compare with the same.")
    return Recording(recorded(files), files.plan.settings)


def _of_file(path: Path, texts: Sequence[str], categories: Sequence[str]) -> Recording:
    asked, known, call = set(texts), set(categories), caller({name: name for name in categories}, ())
    found: dict[str, Prediction] = {}
    for written in read_records(path, COLUMNS):
        record = replace(written, values={**written.values, "category": call(cell(written, "category"))})
        text, prediction = _row(path, record, known)
        if found.setdefault(text, prediction) != prediction:
            raise DataFileError(
                f"{path.name}, line {record.line}: {text!r} stands there again with another prediction: keep one row."
            )
    answered = frozenset(asked & found.keys())
    if not answered:
        raise DataFileError(
            f"{path.name}: none of its {len(found)} texts is a question of the data: copy the texts unchanged."
        )
    return Recording(RecordedAnswers({text: found[text] for text in answered}), _NOTHING_HIDDEN, answered)


def _row(path: Path, record: Record, known: set[str]) -> tuple[str, Prediction]:
    where = f"{path.name}, line {record.line}"
    if not (text := cell(record, "text")):
        raise DataFileError(f"{where}: the text is empty: write the question or delete the row.")
    return text, prediction_in(record, where, known, "the data")
