"""The settings of the guard against breakdowns."""

from __future__ import annotations

from pydantic import Field

from bot.guard.judgement import GuardLimits
from workers.settings import Section


class GuardSettings(Section):
    """When a reply is kept back because the conversation is going nowhere."""

    enabled: bool = True
    clarify_from: float = Field(GuardLimits().clarify_from, ge=0, le=1)
    hand_over_from: float = Field(GuardLimits().hand_over_from, ge=0, le=1)
    detector: bool = True
    doubt_button: bool = True

    @property
    def limits(self) -> GuardLimits:
        """The two limits as the guard takes them."""
        return GuardLimits(self.clarify_from, self.hand_over_from)
