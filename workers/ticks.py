"""Work by the clock: what is done how often, and what the time is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import NamedTuple, TypeAlias

Work: TypeAlias = Callable[[], Awaitable[None]]
Now: TypeAlias = Callable[[], datetime]


class Tick(NamedTuple):
    """Work that is begun every so many seconds, once the last time of it has ended; `at_once`: at the start, too."""

    seconds: float
    work: Work
    at_once: bool = False


def utc_now() -> datetime:
    """Return the time that it is."""
    return datetime.now(UTC)
