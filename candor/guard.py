"""Opening the guard: its limits from the settings, its detector from a file or learnt anew."""

from __future__ import annotations

import structlog

from bot.guard.guard import Guard
from candor.settings import Settings
from candor.starter_models import StarterModels

log = structlog.get_logger()


def open_guard(settings: Settings, models: StarterModels, *, learn: bool = True) -> Guard | None:
    """Return the guard, None when it is switched off; without a usable detector it goes by the signs alone.

    Without `learn` a detector that is still to be learnt is no trouble: it is added later (`bot.detectors`).
    """
    given = settings.guard
    if not given.enabled:
        return None
    if not given.detector:
        return Guard(given.limits, None, given.doubt_button)
    try:
        detector = models.detector() or (models.learn_detector() if learn else None)
    except Exception as error:  # whatever is wrong with it: candidates are answered all the same
        reason = " ".join(str(error).split()) or type(error).__name__
        log.error("guard_without_detector", reason=reason)
        return Guard(given.limits, None, given.doubt_button, trouble=reason)
    return Guard(given.limits, detector, given.doubt_button)
