"""One question that somebody tried: what the bot would do, and why."""

from __future__ import annotations

from dataclasses import dataclass

from nlu.explanations.explain import Explanation
from nlu.understanding import Understanding
from storage.reviews.kinds import Kind


@dataclass(frozen=True, slots=True)
class Tried:
    """What was understood and what the bot would do: reply, ask back which of `options` is meant, or pass it on.

    An answer is given from the confidence `threshold` on.
    """

    seen: Understanding
    kind: Kind
    options: tuple[str, ...]
    threshold: float
    explanation: Explanation
