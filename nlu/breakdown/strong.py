"""The strong detector: what an utterance's context shows of it, judged by two forests of trees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from nlu.breakdown.dialogue import LABELS, Distribution, Utterance, Verdict
from nlu.breakdown.evidence import BreakdownFeatures
from nlu.breakdown.forest import Forest

OUTPUTS: Final = 2 * len(LABELS)
"""What is said of a turn: the share of each label, then how likely each is to be the annotators' most frequent one."""

_SMALLEST_SHARE: Final = 0.005  # boosted trees may overshoot: nobody is ever quite sure


@dataclass(frozen=True, slots=True)
class StrongDetector:
    """Judges system utterances from what was said up to them; immutable, so threads may share one.

    Its forests are summed: `random` gives all of `OUTPUTS`, `boosted` the shares alone.
    """

    evidence: BreakdownFeatures
    random: Forest
    boosted: Forest

    def judge(self, dialogues: Sequence[Sequence[Utterance]]) -> list[Verdict]:
        """Return one verdict for each dialogue, about its last utterance, which is the system's.

        The label is the one most likely to be the annotators' most frequent, which need not have the largest share.
        """
        rows = self.evidence.rows(dialogues)
        found = (self.random.predict(rows) + self.boosted.predict(rows)).astype(np.float64)
        return [_verdict(row) for row in found]


def _verdict(row: npt.NDArray[np.float64]) -> Verdict:
    shares, chances = row[: len(LABELS)].clip(_SMALLEST_SHARE), row[len(LABELS) :]
    return Verdict(LABELS[int(chances.argmax())], Distribution(*(shares / shares.sum()).tolist()))
