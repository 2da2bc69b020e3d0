"""What-ifs that are being worked out: one for each person, given up when nobody looks at it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final, TypeAlias

import structlog

from training.what_if import WhatIfResult
from training.what_if.asking import WhatIfStep

log = structlog.get_logger()

GONE: Final = 6.0
"""Seconds after which a page that did not ask again is taken for closed."""
_KEPT: Final = 900.0
Hear: TypeAlias = Callable[[WhatIfStep], None]
Ask: TypeAlias = Callable[[Hear], Awaitable[WhatIfResult]]


@dataclass(slots=True)
class WhatIfRun:
    """One what-if: `step` is what is being done, None while another one is worked out; then `found`, or neither."""

    state: object
    begun: float
    seen: float
    step: WhatIfStep | None = None
    found: WhatIfResult | None = None
    is_over: bool = False
    task: asyncio.Task[None] | None = None

    @property
    def seconds(self) -> int:
        """How long it has been going on."""
        return int(monotonic() - self.begun)


@dataclass(slots=True)
class WhatIfs:
    """Works out one at a time; `gone` is after how many seconds without a look one is given up."""

    gone: float = GONE
    _runs: dict[int, WhatIfRun] = field(default_factory=dict)
    _one_at_a_time: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))

    def look(self, person: int, state: object, ask: Ask) -> WhatIfRun:
        """Return how far a person's what-if is; begins it, in place of another of theirs, where it is a new one."""
        self._forget_old()
        run, now = self._runs.get(person), monotonic()
        if run is None or run.state != state:
            if run is not None and run.task is not None:
                run.task.cancel()
            run = self._runs[person] = WhatIfRun(state, now, now)
            run.task = asyncio.create_task(self._work(run, ask))
        run.seen = now
        return run

    async def stop(self) -> None:
        """End what runs."""
        tasks = [run.task for run in self._runs.values() if run.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _work(self, run: WhatIfRun, ask: Ask) -> None:
        work = asyncio.create_task(self._one(run, ask))
        try:
            while not work.done():
                await asyncio.wait([work], timeout=self.gone / 4)
                if not work.done() and monotonic() - run.seen > self.gone:
                    break
        finally:
            work.cancel()
            await asyncio.gather(work, return_exceptions=True)
            run.is_over = True

    async def _one(self, run: WhatIfRun, ask: Ask) -> None:
        def hear(step: WhatIfStep) -> None:
            run.step = step

        try:
            async with self._one_at_a_time:
                run.found = await ask(hear)
        except Exception:
            log.exception("what_if_failed")

    def _forget_old(self) -> None:
        now = monotonic()
        for person, run in list(self._runs.items()):
            if run.is_over and (now - run.seen > _KEPT or (run.found is None and now - run.seen > self.gone)):
                del self._runs[person]
