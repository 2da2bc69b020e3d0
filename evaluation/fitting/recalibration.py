"""Confidences as a company's own model gives them, learnt from what the splits of an evaluation held back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from zlib import crc32

import numpy as np
import numpy.typing as npt

from evaluation.classifier import Measured, NoAnswer, Prediction
from nlu.classifier.calibration import Calibration
from nlu.classifier.calibrator import Flags, HeldBack, calibrate
from nlu.classifier.text_classifier import BELOW_CERTAIN

_GROUPS: Final = 5


def calibration_of(measured: Sequence[Measured]) -> Calibration | None:
    """Return what the splits teach about confidence; None for a classifier that cannot be calibrated."""
    parts = [one.held_back for one in measured if one.held_back is not None]
    return calibrate(HeldBack.joined(parts)) if parts else None


def recalibrated(measured: Sequence[Measured]) -> list[Measured]:
    """Return the splits with the confidences of a calibration learnt from them.

    Texts are parted into five groups by a hash, and the calibration for each is learnt from the other four over all
    splits: no confidence was learnt from the text it is given to.
    """
    groups = [_groups(one, _GROUPS) for one in measured]
    result = list(measured)
    for group in range(_GROUPS):
        others = [_where(one, own != group) for one, own in zip(measured, groups, strict=True)]
        learnt = calibration_of(others)
        result = [with_calibration(one, learnt, own == group) for one, own in zip(result, groups, strict=True)]
    return result


def leaving_out(measured: Sequence[Measured], parts: int) -> list[list[Measured]]:
    """Return the splits so many times, with the confidences of calibrations that each lack one part of the texts."""
    groups = [_groups(one, parts) for one in measured]
    learnt = (
        calibration_of([_where(one, own != part) for one, own in zip(measured, groups, strict=True)])
        for part in range(parts)
    )
    return [[with_calibration(one, calibration) for one in measured] for calibration in learnt]


def with_calibration(measured: Measured, calibration: Calibration | None, rows: Flags | None = None) -> Measured:
    """Return the predictions (those at `rows`, or all) with the confidences of this calibration."""
    if measured.held_back is None or calibration is None:
        return measured
    chosen = np.ones(len(measured.predictions), bool) if rows is None else rows
    confidences = calibration.confidence(measured.held_back.evidence)
    predictions = [
        _sure(prediction, confidence) if its_turn else prediction
        for prediction, confidence, its_turn in zip(measured.predictions, confidences.tolist(), chosen, strict=True)
    ]
    return replace(measured, predictions=predictions)


def _sure(prediction: Prediction, confidence: float) -> Prediction:
    """An example typed word for word stays certain."""
    if isinstance(prediction, NoAnswer) or prediction.confidence > BELOW_CERTAIN:
        return prediction
    return replace(prediction, confidence=min(confidence, BELOW_CERTAIN))


def _groups(measured: Measured, number: int) -> npt.NDArray[np.int64]:
    texts = measured.held_back.texts if measured.held_back is not None else ()
    return np.array([crc32(text.encode()) % number for text in texts], dtype=np.int64)


def _where(measured: Measured, rows: npt.NDArray[np.bool_]) -> Measured:
    return measured if measured.held_back is None else replace(measured, held_back=measured.held_back.where(rows))
