"""The guard: limits and, where there is one, a detector that has learnt what breakdowns look like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import structlog

from bot.guard.exchange import Exchange
from bot.guard.judgement import GuardLimits, ReplyJudgement, judge
from nlu.breakdown.detector import Detector
from nlu.breakdown.dialogue import Distribution, Utterance

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Guard:
    """Judges replies before they go out.

    Without a detector it goes by the signs alone; `trouble` then says why, for the operator. `offers_doubt`: whether
    candidates get a button to say that an answer was not meant.
    """

    limits: GuardLimits = field(default_factory=GuardLimits)
    detector: Detector | None = None
    offers_doubt: bool = True
    trouble: str | None = None

    def judge(
        self, now: Exchange, before: Sequence[Exchange], dialogue: Sequence[Utterance], *, may_ask: bool
    ) -> ReplyJudgement:
        """Decide about the reply of `now`, which is the last utterance of `dialogue`; see `bot.guard.judgement`."""
        return judge(now, before, lambda: self._detect(dialogue), self.limits, may_ask=may_ask)

    def _detect(self, dialogue: Sequence[Utterance]) -> Distribution | None:
        if self.detector is None:
            return None
        try:
            return self.detector.judge([dialogue])[0].distribution
        except Exception:  # a detector is a learnt file: whatever is wrong with it must not cost a candidate the reply
            log.exception("guard_detector_failed")
            return None
