"""A clock that tests set by hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@dataclass
class Clock:
    """Says what time it is: START, until it is turned on."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def goes_on(self, **step: float) -> None:
        self.now += timedelta(**step)
