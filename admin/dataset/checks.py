"""The newest data check of each company and language, made anew in the background when the data has changed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import structlog
from aiohttp import web

from storage.companies import Company
from training.data_check import Finding, Reference, Sentence
from training.data_check.aside import check_aside

log = structlog.get_logger()

Key: TypeAlias = tuple[int, str]
"""A company's id and a language."""

State: TypeAlias = tuple[int, frozenset[str]]
"""What a check depends on: the dataset's revision and the categories with an answer."""


@dataclass(frozen=True, slots=True)
class Checked:
    """The newest findings, None before there are any; whether newer ones are on their way, or could not be made."""

    findings: Sequence[Finding] | None
    is_running: bool
    has_failed: bool


@dataclass(slots=True)
class Checks:
    """Remembers one result for each key and runs one check at a time."""

    reference: Callable[[], Reference]
    _found: dict[Key, tuple[State, Sequence[Finding] | None]] = field(default_factory=dict)
    _running: dict[Key, asyncio.Task[None]] = field(default_factory=dict)
    _one_at_a_time: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    def look(
        self, company: Company, language: str, sentences: Sequence[Sentence], answered: Collection[str]
    ) -> Checked:
        """Return what is known of these questions, and start a check of them unless one is done or under way."""
        key, state = (company.id, language), (company.dataset_revision, frozenset(answered))
        known_state, findings = self._found.get(key, (None, None))
        if known_state != state and key not in self._running:
            self._running[key] = asyncio.create_task(self._run(key, state, sentences))
        return Checked(findings, key in self._running, known_state == state and findings is None)

    async def stop(self) -> None:
        """End what runs."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, key: Key, state: State, sentences: Sequence[Sentence]) -> None:
        try:
            async with self._one_at_a_time:
                self._found[key] = state, await check_aside(sentences, key[1], self.reference, state[1])
        except Exception:
            self._found[key] = state, None
            log.exception("data_not_checked", company_id=key[0], language=key[1])
        finally:
            del self._running[key]


CHECKS: web.AppKey[Checks] = web.AppKey("CHECKS")
