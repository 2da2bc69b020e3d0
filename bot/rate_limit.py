"""Rate limits: one token bucket per key, kept as a single number (generic cell rate algorithm)."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rate:
    """`burst` requests at once, then `per_second` sustained; a burst of 0 switches the limit off."""

    burst: int
    per_second: float


class RateLimit:
    """Buckets of one rate by key, in memory of this process.

    >>> limit = RateLimit(Rate(burst=2, per_second=0.5), clock=lambda: 100.0)
    >>> [limit.take("ada"), limit.take("ada"), limit.take("ada"), limit.take("bob")]
    [0.0, 0.0, 2.0, 0.0]
    """

    def __init__(self, rate: Rate, *, clock: Callable[[], float] = time.monotonic, sweep_at: int = 10_000) -> None:
        self._interval = 1.0 / rate.per_second if rate.burst else 0.0
        self._allowance = rate.burst * self._interval
        self._clock = clock
        self._full_at: dict[str, float] = {}  # when each bucket will be full again
        self._least_sweep = self._sweep_at = sweep_at

    def __len__(self) -> int:
        return len(self._full_at)

    def take(self, key: str) -> float:
        """Take one request out of the key's bucket: 0.0, or the seconds to wait when it is empty."""
        if not self._interval:
            return 0.0
        now = self._clock()
        full_at = max(self._full_at.get(key, now), now) + self._interval
        wait = full_at - now - self._allowance
        if wait > 1e-9:
            return wait
        self._full_at[key] = full_at
        if len(self._full_at) > self._sweep_at:
            self._sweep(now)
        return 0.0

    def _sweep(self, now: float) -> None:
        self._full_at = {key: full_at for key, full_at in self._full_at.items() if full_at > now}
        self._sweep_at = max(self._least_sweep, 2 * len(self._full_at))
