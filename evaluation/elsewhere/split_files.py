"""The folds of a nex-cv evaluation as files, for classifiers that run elsewhere."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Final

from pydantic import BaseModel

from evaluation.errors import DataFileError, EvaluationError
from evaluation.formats.data_file import read_rows
from evaluation.splits.folds import Folds, Task
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings

MANIFEST: Final = "manifest.json"
DATA: Final = "data.csv"
TRAIN: Final = "train.csv"
TEST: Final = "test.csv"
COLUMNS: Final = ("text", "category")
_OF_THE_PLAN: Final = ("settings", "retries", "test_fraction", "seed", "folds")


class _WrittenSplit(BaseModel):
    digest: str


class _Manifest(BaseModel):
    settings: tuple[NexCvSettings, ...]
    retries: int
    test_fraction: float
    seed: int
    folds: Folds = Folds.PLAIN  # earlier versions wrote plain ones
    splits: tuple[_WrittenSplit, ...]

    @classmethod
    def read(cls, folder: Path) -> _Manifest:
        path = folder / MANIFEST
        try:
            return cls.model_validate_json(path.read_bytes(), strict=True)
        except OSError as error:
            raise DataFileError(
                f"{path}: cannot be read: {error.strerror}; write the splits with evaluate splits."
            ) from error
        except ValueError as error:
            raise DataFileError(f"{path}: is no manifest of splits: write the splits again.") from error


@dataclass(frozen=True, slots=True)
class SplitFiles:
    """A folder of splits: `tasks` are the positions in the data of each split's two sides, in the order of folders."""

    folder: Path
    plan: SplitPlan
    texts: tuple[str, ...]
    categories: tuple[str, ...]
    tasks: tuple[Task, ...]

    def folder_of(self, place: int) -> Path:
        """Return the folder of one split."""
        return self.folder / f"split-{place + 1:02}"

    @classmethod
    def read(cls, folder: Path) -> SplitFiles:
        """Read a folder that `write` made; raises DataFileError when it was changed since."""
        written = _Manifest.read(folder)
        plan = SplitPlan(**{name: getattr(written, name) for name in _OF_THE_PLAN})
        rows = read_rows(folder / DATA)
        files = _planned(folder, [row.text for row in rows], [row.category for row in rows], plan)
        if [_digest(files, task) for task in files.tasks] != [one.digest for one in written.splits]:
            raise DataFileError(
                f"{folder}: its data or its splits were changed since they were written: write them again."
            )
        return files


def write(folder: Path, texts: Sequence[str], categories: Sequence[str], plan: SplitPlan) -> SplitFiles:
    """Write the splits of an evaluation, each once however many settings share it; raises EvaluationError.

    `folder` must be new or empty. It gets the data, a manifest, and for each split a folder of train.csv and
    test.csv; the category of a negative example is empty in test.csv.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise EvaluationError(f"{folder}: there is something already: name a new folder.")
    files = _planned(folder, texts, categories, plan)
    folder.mkdir(parents=True, exist_ok=True)
    _write_rows(folder / DATA, zip(texts, categories, strict=True))
    for place, (train, test) in enumerate(files.tasks):
        own = files.folder_of(place)
        own.mkdir()
        taught = {categories[i] for i in train}
        _write_rows(own / TRAIN, ((texts[i], categories[i]) for i in train))
        _write_rows(own / TEST, ((texts[i], categories[i] if categories[i] in taught else "") for i in test))
    _write_manifest(files)
    return files


def _planned(folder: Path, texts: Sequence[str], categories: Sequence[str], plan: SplitPlan) -> SplitFiles:
    tasks = plan.part(texts, categories).tasks
    return SplitFiles(folder, plan, tuple(texts), tuple(categories), tuple(tasks))


def _write_rows(path: Path, rows: Iterable[tuple[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def _write_manifest(files: SplitFiles) -> None:
    record = {
        **{name: asdict(files.plan)[name] for name in _OF_THE_PLAN},
        "examples": len(files.texts),
        "categories": len(set(files.categories)),
        "splits": [
            {
                "folder": files.folder_of(place).name,
                "train": len(task[0]),
                "test": len(task[1]),
                "digest": _digest(files, task),
            }
            for place, task in enumerate(files.tasks)
        ],
    }
    (files.folder / MANIFEST).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _digest(files: SplitFiles, task: Task) -> str:
    """Return a hash of the two sides: positions, texts and categories."""
    sides = [[(i, files.texts[i], files.categories[i]) for i in side] for side in task]
    return blake2b(json.dumps(sides).encode(), digest_size=16).hexdigest()
