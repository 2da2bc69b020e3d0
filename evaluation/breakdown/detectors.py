"""The detectors that can be trained here, by name, and their files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from evaluation.breakdown import crf, crf_file
from evaluation.breakdown.dialogues import Dialogue
from evaluation.breakdown.gold import Rules, check_threshold
from evaluation.errors import EvaluationError
from nlu.breakdown import detector_file, training
from nlu.breakdown.detector import Detector
from nlu.classifier import sealed
from nlu.classifier.model_parts import JsonValue
from nlu.embeddings import open_embedding
from nlu.recipe import ENCODER, Recipe

CRF: Final = "crf"
STRONG: Final = "strong"


def train(
    name: str,
    dialogues: Sequence[Dialogue],
    path: Path,
    *,
    rules: Rules = Rules.SCRIPT,
    threshold: float = 0.0,
    seed: int = 0,
    encoder: bool = False,
) -> None:
    """Train a detector on annotated dialogues and write it to `path`.

    `rules` and `threshold` make the gold labels that the CRF learns. The strong detector learns the distributions, and
    with `threshold` the label to be given; it takes the seed, and with `encoder` the sentence encoder that Candor's
    extra brings, which reads English. Raises EvaluationError or NluError, one line, when that cannot be done.
    """
    check_threshold(threshold)
    if encoder and name != STRONG:
        raise EvaluationError("Only the strong detector takes an encoder: train it, or leave the encoder out.")
    if not path.parent.is_dir():
        raise EvaluationError(f"{path.parent}: no such folder: make it before training.")
    said, ratings = [one.utterances() for one in dialogues], [one.ratings() for one in dialogues]
    given: dict[str, JsonValue] = {
        "dialogues": len(dialogues),
        "rules": str(rules),
        "threshold": threshold,
        "seed": seed,
        "encoder": encoder,
    }
    if name == CRF:
        crf_file.save(path, crf.fit(said, ratings, rules=rules, threshold=threshold), given)
    else:
        sentences = open_embedding(Recipe(features=(ENCODER,))) if encoder else None
        learnt = training.fit(said, ratings, encoder=sentences, threshold=threshold, seed=seed)
        detector_file.save(path, learnt, given)


def load(path: Path) -> Detector:
    """Return the detector of a file that `train` wrote, whichever it is.

    Raises ModelFileError, one line that names the file, when it cannot be read, and EvaluationError when a library that
    the detector needs is not installed.
    """
    if sealed.read(path, detector_file.DETECTOR).manifest.get("format") == crf_file.FORMAT:
        return crf_file.load(path)
    return detector_file.load(path)[0]
