"""The detector every house starts with, learnt from dialogues that were written and annotated for this project."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from nlu.breakdown.dialogue import Distribution, Utterance
from nlu.breakdown.strong import StrongDetector
from nlu.errors import DataError

LETTERS: Final = ("O", "T", "X")
"""What the challenge's files write for `LABELS`, in that order."""

_REVISION: Final = 1
"""Counts up whenever the same files would teach another detector."""


def fit_starter(data: Path, languages: Sequence[str], *, seed: int = 0) -> StrongDetector:
    """Return the detector learnt from `breakdown/<language>.json` of these languages, in under five seconds.

    `data` is the folder of starter data. Raises DataError, one line that names the file, when one is missing or not in
    the challenge's format.
    """
    from nlu.breakdown.training import fit  # scikit-learn takes a second to import, and a kept detector needs none

    dialogues, ratings = starter_dialogues(data, languages)
    return fit(dialogues, ratings, seed=seed)


def fingerprint(data: Path, languages: Sequence[str]) -> str:
    """Return the SHA-256 of what decides what `fit_starter` learns; raises DataError when a file is missing."""
    hashed = hashlib.sha256(f"{_REVISION} {sorted(languages)}".encode())
    for language in sorted(languages):
        hashed.update(_content(_path(data, language)))
    return hashed.hexdigest()


def starter_dialogues(
    data: Path, languages: Iterable[str]
) -> tuple[list[list[Utterance]], list[list[Distribution | None]]]:
    """Return the dialogues of these languages and, for each turn, the shares of its annotators or None.

    A file is a JSON list of dialogue logs of the challenge. Raises DataError as `fit_starter` does.
    """
    dialogues, ratings = [], []
    for path in (_path(data, language) for language in sorted(languages)):
        try:
            logs = json.loads(_content(path))
            dialogues += [[_utterance(turn) for turn in log["turns"]] for log in logs]
            ratings += [[_shares(turn) for turn in log["turns"]] for log in logs]
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path}: not a list of dialogues in the challenge's format ({error!r})") from error
    return dialogues, ratings


def _path(data: Path, language: str) -> Path:
    return data / "breakdown" / f"{language}.json"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error


def _utterance(turn: Any) -> Utterance:
    return Utterance(str(turn["utterance"]), turn["speaker"] == "S")


def _shares(turn: Any) -> Distribution | None:
    said = Counter(annotation["breakdown"] for annotation in turn["annotations"])
    if unknown := set(said) - set(LETTERS):
        raise ValueError(f"unknown label {min(unknown)!r}")
    return Distribution(*(said[letter] / said.total() for letter in LETTERS)) if said else None
