"""The door to every breakdown detector."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nlu.breakdown.dialogue import Utterance, Verdict


class Detector(Protocol):
    """Judges system utterances from what was said up to them, never from anything later."""

    def judge(self, dialogues: Sequence[Sequence[Utterance]]) -> list[Verdict]:
        """Return one verdict for each dialogue, about its last utterance, which is the system's."""
