"""The newest result of slow work on a company's data, made anew in the background when the data has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar

import structlog

log = structlog.get_logger()

T = TypeVar("T")
Key: TypeAlias = tuple[int, str]
"""A company's id and a language."""


@dataclass(frozen=True, slots=True)
class NewestResult(Generic[T]):
    """The newest result, None before there is any; whether a newer one is on its way, or could not be made."""

    value: T | None
    is_running: bool
    has_failed: bool


@dataclass(slots=True)
class Newest(Generic[T]):
    """Remembers one result for each key and works on one at a time; `name` is what the log calls the work."""

    name: str
    _found: dict[Key, tuple[object, T | None]] = field(default_factory=dict)
    _running: dict[Key, asyncio.Task[None]] = field(default_factory=dict)
    _one_at_a_time: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    def look(self, key: Key, state: object, make: Callable[[], Awaitable[T]]) -> NewestResult[T]:
        """Return what is known, and start to make it anew unless that was done in this `state` or is under way."""
        known_state, value = self._found.get(key, (None, None))
        if known_state != state and key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key, state, make))
        return NewestResult(value, key in self._running, known_state == state and value is None)

    async def stop(self) -> None:
        """End what runs."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, key: Key, state: object, make: Callable[[], Awaitable[T]]) -> None:
        try:
            async with self._one_at_a_time:
                self._found[key] = state, await make()
        except Exception:
            self._found[key] = state, None
            log.exception("work_failed", work=self.name, company_id=key[0], language=key[1])
        finally:
            del self._running[key]
