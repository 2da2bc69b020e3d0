"""Which conversations a canary answers: a share of them, drawn by lot once and for all."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from bot.model_shelf import Look
from nlu.pipeline import Pipeline


@dataclass(frozen=True, slots=True)
class Canary:
    """A version on trial, in memory; `pipeline` is None when its file was refused, and then it answers nothing.

    `refused` is how the refused file looked: it is tried again once it looks different.
    """

    trial_id: int
    model_id: int
    share: float
    started: datetime
    pipeline: Pipeline | None
    refused: Look | None = None

    def answers(self, public_id: str, opened: datetime) -> bool:
        """Tell whether this conversation is the canary's; one opened before the trial stays with the live version."""
        return opened >= self.started and drawn(public_id, self.model_id) < self.share


def drawn(public_id: str, model_id: int) -> float:
    """Return the conversation's lot in [0, 1) for this version, always the same one.

    >>> drawn("a", 7) == drawn("a", 7) != drawn("a", 8)
    True
    """
    digest = hashlib.sha256(f"{model_id}:{public_id}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
