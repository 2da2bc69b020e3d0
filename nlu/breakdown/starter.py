"""The detector every house starts with, learnt from dialogues that were written and annotated for this project."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from nlu.breakdown.dialogue import LABELS, Distribution, Label, Utterance
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

    dialogues = rated_dialogues(data, languages)
    return fit([one.utterances for one in dialogues], [one.ratings() for one in dialogues], seed=seed)


def fingerprint(data: Path, languages: Sequence[str]) -> str:
    """Return the SHA-256 of what decides what `fit_starter` learns; raises DataError when a file is missing."""
    hashed = hashlib.sha256(f"{_REVISION} {sorted(languages)}".encode())
    for language in sorted(languages):
        hashed.update(_content(_path(data, language)))
    return hashed.hexdigest()


@dataclass(frozen=True, slots=True)
class RatedDialogue:
    """A dialogue under its name, and for each turn what each annotator said of it."""

    name: str
    utterances: tuple[Utterance, ...]
    labels: tuple[tuple[Label, ...], ...]

    def ratings(self) -> list[Distribution | None]:
        """Return the shares of the annotators of each turn, None where there are none."""
        return [
            Distribution(*(said.count(one) / len(said) for one in LABELS)) if said else None for said in self.labels
        ]


def rated_dialogues(data: Path, languages: Iterable[str]) -> list[RatedDialogue]:
    """Return the dialogues of these languages.

    A file is a JSON list of dialogue logs of the challenge. Raises DataError as `fit_starter` does.
    """
    dialogues = []
    for path in (_path(data, language) for language in sorted(languages)):
        try:
            dialogues += [_dialogue(log) for log in json.loads(_content(path))]
        except (ValueError, KeyError, TypeError) as error:
            raise DataError(f"{path}: not a list of dialogues in the challenge's format ({error!r})") from error
    return dialogues


def _path(data: Path, language: str) -> Path:
    return data / "breakdown" / f"{language}.json"


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error


def _dialogue(log: Any) -> RatedDialogue:
    turns = log["turns"]
    said = [Utterance(str(turn["utterance"]), turn["speaker"] == "S") for turn in turns]
    return RatedDialogue(str(log["dialogue-id"]), tuple(said), tuple(map(_labels, turns)))


def _labels(turn: Any) -> tuple[Label, ...]:
    letters = [annotation["breakdown"] for annotation in turn["annotations"]]
    if unknown := set(letters) - set(LETTERS):
        raise ValueError(f"unknown label {min(unknown)!r}")
    return tuple(LABELS[LETTERS.index(letter)] for letter in letters)
