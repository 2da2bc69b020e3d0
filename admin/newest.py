"""The newest result of slow work on a company's data, made anew in the background when the data has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Generic, Literal, TypeAlias, TypeVar

import structlog

log = structlog.get_logger()

T = TypeVar("T")
Key: TypeAlias = tuple[int, str]
"""A company's id and a language."""


MOST_SECONDS: Final = 600.0
"""After so much time work is ended, and who waits for it is told."""
Failure: TypeAlias = Literal["failed", "too_slow"]


@dataclass(frozen=True, slots=True)
class NewestResult(Generic[T]):
    """The newest result, None before there is any; whether a newer one is on its way, or why it could not be made."""

    value: T | None
    is_running: bool
    failure: Failure | None = None
    most_minutes: int = round(MOST_SECONDS / 60)


@dataclass(frozen=True, slots=True)
class _Made(Generic[T]):
    state: object = None
    value: T | None = None
    failure: Failure | None = None


@dataclass(slots=True)
class Newest(Generic[T]):
    """Remembers one result for each key and works on one at a time; `name` is what the log calls the work."""

    name: str
    _made: dict[Key, _Made[T]] = field(default_factory=dict)
    _running: dict[Key, asyncio.Task[None]] = field(default_factory=dict)
    _one_at_a_time: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    def look(
        self, key: Key, state: object, make: Callable[[], Awaitable[T]], *, again: bool = False
    ) -> NewestResult[T]:
        """Return what is known, and start to make it anew unless that was done in this `state` or is under way.

        What failed in this state is tried anew only with `again`.
        """
        made = self._made.get(key, _Made())
        is_due = made.state != state or (again and made.failure is not None)
        if is_due and key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key, state, make))
        return NewestResult(made.value, key in self._running, None if is_due else made.failure)

    async def stop(self) -> None:
        """End what runs."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, key: Key, state: object, make: Callable[[], Awaitable[T]]) -> None:
        before, limit = self._made.get(key, _Made()), asyncio.timeout(None)
        try:
            async with self._one_at_a_time, limit:
                limit.reschedule(asyncio.get_running_loop().time() + MOST_SECONDS)
                self._made[key] = _Made(state, await make())
        except Exception:
            self._made[key] = _Made(state, before.value, "too_slow" if limit.expired() else "failed")
            log.exception("work_failed", work=self.name, company_id=key[0], language=key[1])
        finally:
            del self._running[key]
