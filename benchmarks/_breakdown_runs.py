"""What the breakdown benchmark fits and judges: detectors by name, the dialogues they learn from and are tested on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeAlias

import numpy as np
from _shared import public_data

from evaluation.breakdown import crf
from evaluation.breakdown.constants import constants
from evaluation.breakdown.dialogues import Dialogue, JudgedUtterance, targets
from evaluation.breakdown.logs import read_dialogues
from nlu.breakdown import training
from nlu.breakdown.detector import Detector
from nlu.breakdown.dialogue import Utterance, Verdict
from nlu.embeddings import Embedding, EmbeddingParts
from nlu.embeddings.sentence_encoder import SentenceEncoder
from nlu.errors import EmbeddingError

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
Fold: TypeAlias = tuple[Sequence[Dialogue], Sequence[Dialogue]]
"""The dialogues to learn from and those to be judged."""

Fitting: TypeAlias = Callable[[Sequence[Dialogue], float], Detector]
"""From dialogues and the threshold t of their gold labels to a detector."""

_MISSING = """\
{path} is not there. It is the data of the third Dialogue Breakdown Detection Challenge (DBDC3),
https://dbd-challenge.github.io/dbdc3/datasets: put the ZIP file, as it is, into a folder dbdc3 of CANDOR_DATA."""


@dataclass(frozen=True, slots=True)
class Run:
    """One way to divide data: every fold's verdicts are put together and measured as one."""

    name: str
    folds: Sequence[Fold]
    english: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The judged turns, each detector's verdicts on them, its seconds of fitting and of judging each turn alone."""

    targets: Sequence[JudgedUtterance]
    verdicts: dict[str, list[Verdict]] = field(default_factory=dict)
    fitting: dict[str, list[float]] = field(default_factory=dict)
    judging: dict[str, list[float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Remembering:
    """An encoder that keeps every vector, so that a benchmark encodes an utterance once."""

    encoder: Embedding
    known: dict[str, Floats] = field(default_factory=dict)
    learns: bool = False

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        length: int = self.encoder.dimensions
        return length

    def fit(self, texts: Sequence[str]) -> Remembering:
        """Return itself."""
        return self

    def vectors(self, texts: Sequence[str]) -> Floats:
        """Return what the encoder returns."""
        for text in texts:
            if text not in self.known:
                self.known[text] = self.encoder.vectors([text])[0]
        return np.array([self.known[text] for text in texts], np.float32)

    def parts(self) -> EmbeddingParts:
        """Return what the encoder returns."""
        return self.encoder.parts()


def runs() -> Iterator[Run]:
    """Yield the runs on both releases of the labels; ends the program with a clear message where the data is not."""
    archive = public_data() / "dbdc3" / "DBDC3.zip"
    if not archive.is_file():
        sys.exit(_MISSING.format(path=archive))
    for version in ("dbdc3", "dbdc3_revised"):
        folder = archive / "DBDC3" / version
        dev, test = (read_dialogues(folder / "en" / part) for part in ("dev", "eval"))
        yield Run(f"English, {version}", [(dev, test)], english=True)
        yield Run(f"English, {version}, each system unseen", _unseen(dev, test), english=True)
    yield Run("Japanese, 5 folds", _folds(read_dialogues(folder / "ja" / "eval"), 5), english=False)


def encoder() -> Embedding | None:
    """Return the English sentence encoder where it is installed."""
    try:
        return Remembering(SentenceEncoder.open(""))
    except EmbeddingError:
        return None


def fittings(seed: int, encoder: Embedding | None) -> dict[str, Fitting]:
    """Return the detectors to compare; the one with the encoder where there is one."""
    found: dict[str, Fitting] = {
        "CRF": lambda dialogues, t: crf.fit(*_apart(dialogues), threshold=t),
        "strong": lambda dialogues, t: training.fit(*_apart(dialogues), threshold=t, seed=seed),
    }
    if encoder is not None:
        found["strong + encoder"] = lambda dialogues, t: training.fit(
            *_apart(dialogues), threshold=t, seed=seed, encoder=encoder
        )
    return found


def outcome(run: Run, chosen: Mapping[str, Fitting], threshold: float) -> Outcome:
    """Fit every detector on every fold and let it judge one turn after another; the constants come first."""
    found = Outcome([target for _, test in run.folds for target in targets(test)])
    for train, test in run.folds:
        judged = targets(test)
        for name, verdict in constants(targets(train), threshold=threshold).items():
            found.verdicts.setdefault(name, []).extend([verdict] * len(judged))
        for name, fit in chosen.items():
            started = perf_counter()
            detector = fit(train, threshold)
            found.fitting.setdefault(name, []).append(perf_counter() - started)
            for target in judged:
                started = perf_counter()
                verdict = detector.judge([target.context])[0]
                found.judging.setdefault(name, []).append(perf_counter() - started)
                found.verdicts.setdefault(name, []).append(verdict)
    return found


def _unseen(dev: Sequence[Dialogue], test: Sequence[Dialogue]) -> list[Fold]:
    return [
        ([one for one in dev if one.system != system], [one for one in test if one.system == system])
        for system in sorted({one.system for one in test})
    ]


def _folds(dialogues: Sequence[Dialogue], count: int) -> list[Fold]:
    """Return folds over whole dialogues; the files lie system by system, so each fold has its share of each."""
    return [
        (
            [one for place, one in enumerate(dialogues) if place % count != fold],
            [one for place, one in enumerate(dialogues) if place % count == fold],
        )
        for fold in range(count)
    ]


def _apart(dialogues: Sequence[Dialogue]) -> tuple[list[tuple[Utterance, ...]], list[training.Ratings]]:
    return [one.utterances() for one in dialogues], [one.ratings() for one in dialogues]
