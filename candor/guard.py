"""Opening the guard: its limits from the settings, its detector from a file or learnt anew."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import structlog

from bot.guard.guard import Guard
from candor.settings import Settings
from nlu.breakdown import detector_file, starter
from nlu.breakdown.detector import Detector
from nlu.errors import ModelFileError

log = structlog.get_logger()


def open_guard(settings: Settings, data: Path, languages: Sequence[str]) -> Guard | None:
    """Return the guard, None when it is switched off; without a usable detector it goes by the signs alone.

    `data` is the folder of starter data, of which the detector is learnt.
    """
    given = settings.guard
    if not given.enabled:
        return None
    if not given.detector:
        return Guard(given.limits, None, given.doubt_button)
    try:
        detector = starter_detector(settings.models_dir / "breakdown", data, languages)
    except Exception as error:  # whatever is wrong with it: candidates are answered all the same
        reason = " ".join(str(error).split()) or type(error).__name__
        log.error("guard_without_detector", reason=reason)
        return Guard(given.limits, None, given.doubt_button, trouble=reason)
    return Guard(given.limits, detector, given.doubt_button)


def starter_detector(folder: Path, data: Path, languages: Sequence[str]) -> Detector:
    """Load the detector whose data and recipe are today's, or learn and keep it."""
    fingerprint = starter.fingerprint(data, languages)
    path = folder / f"{fingerprint[:16]}.candor"
    if path.exists():
        try:
            return detector_file.load(path)[0]
        except ModelFileError as error:
            log.error("detector_refused", reason=str(error), remedy="it is learnt anew from the starter data")
    learnt = starter.fit_starter(data, languages)
    folder.mkdir(parents=True, exist_ok=True)
    detector_file.save(path, learnt, {"fingerprint": fingerprint, "created": datetime.now(UTC).isoformat()})
    return learnt
