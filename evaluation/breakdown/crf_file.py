"""Files of the CRF baseline: CRFsuite's own model and a manifest in a sealed archive."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Final

import numpy as np

from evaluation.breakdown.crf import CrfDetector
from nlu.breakdown.detector_file import DETECTOR
from nlu.classifier import sealed
from nlu.classifier.model_parts import JsonValue
from nlu.errors import ModelFileError
from nlu.version import VERSION

FORMAT: Final = "candor breakdown crf"
FORMAT_VERSION: Final = 1
_MODEL: Final = "crf.npy"
"""The bytes of CRFsuite's model file."""


def save(path: Path, detector: CrfDetector, given: Mapping[str, JsonValue]) -> None:
    """Write `detector` to `path` so that the file is there whole or not at all.

    `given` holds what the caller wants kept in the manifest: JSON values.
    """
    manifest: dict[str, JsonValue] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "versions": {"candor": VERSION, "python-crfsuite": metadata.version("python-crfsuite")},
        "given": dict(given),
    }
    model = np.frombuffer(detector.model, dtype=np.uint8)
    sealed.write(path, sealed.ArchiveContent(manifest, {_MODEL: model}, {}))


def load(path: Path) -> CrfDetector:
    """Return the detector of a file that `save` wrote.

    Raises ModelFileError, one line that names the file, when it is missing, truncated, altered, something else or of a
    newer format, and EvaluationError when python-crfsuite is not installed.
    """
    content = sealed.read(path, DETECTOR)
    version = content.manifest.get("format_version")
    if content.manifest.get("format") != FORMAT or version != FORMAT_VERSION or _MODEL not in content.arrays:
        raise ModelFileError(f"{path}: not a CRF model of format {FORMAT_VERSION}; train the detector again")
    return CrfDetector(content.arrays[_MODEL].tobytes())
