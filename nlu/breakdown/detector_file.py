"""Detector files: the strong detector as a sealed archive of arrays, n-grams and a manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, cast

from nlu.breakdown.detector_parts import parts_of, rebuild
from nlu.breakdown.strong import StrongDetector
from nlu.classifier import sealed
from nlu.classifier.model_parts import JsonValue
from nlu.errors import EmbeddingError, ModelFileError

FORMAT: Final = "candor breakdown detector"
FORMAT_VERSION: Final = 1
DETECTOR: Final = sealed.FileKind("detector", 2**28)
"""Any detector's file: 256 MiB at most."""


def save(path: Path, detector: StrongDetector, given: Mapping[str, JsonValue]) -> str:
    """Write `detector` to `path` so that the file is there whole or not at all; return the SHA-256 of the file.

    `given` holds what the caller wants kept beside it (fingerprint, created): JSON values. Of an encoder the file keeps
    where it stands and the SHA-256 of its weights.
    """
    described, arrays, texts = parts_of(detector)
    manifest: dict[str, JsonValue] = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "versions": dict(sealed.versions()),
        "detector": described,
        "given": dict(given),
    }
    return sealed.write(path, sealed.ArchiveContent(manifest, arrays, texts))


def load(path: Path, *, sha256: str | None = None) -> tuple[StrongDetector, dict[str, JsonValue]]:
    """Return the detector of a file that `save` wrote and what was given to it.

    Raises ModelFileError, one line that names the file: when it is missing, truncated, altered, not a detector file, of
    a newer format or made with an encoder that is not here, or when `sha256` is given and differs from the file's.
    """
    content = sealed.read(path, DETECTOR, sha256=sha256)
    try:
        manifest = cast(Any, content.manifest)
        sealed.check_format(path, DETECTOR, manifest, wanted=FORMAT, version=FORMAT_VERSION)
        return rebuild(manifest["detector"], content.arrays, content.texts), manifest["given"]
    except ModelFileError:
        raise
    except EmbeddingError as error:
        raise ModelFileError(f"{path}: {error}") from error
    except Exception as error:  # whatever a forged content makes the readers raise
        raise sealed.unreadable(path, error) from error
