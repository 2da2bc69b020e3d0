"""Work by the clock while the database does not answer: it is put off, and told of once."""

from __future__ import annotations

from functools import wraps

import structlog

from storage.database.errors import Unavailable
from workers.ticks import Work

log = structlog.get_logger()


class Outage:
    """What several ticks meet together: a line when the first is put off, one when all of them go on."""

    def __init__(self) -> None:
        self._put_off: set[object] = set()

    def patient(self, tick: Work) -> Work:
        """Return the tick that waits for its next time where the database is not there."""
        key = object()

        @wraps(tick)
        async def run() -> None:
            try:
                await tick()
            except Unavailable as error:
                self._put(key, error)
            else:
                self._go_on(key)

        return run

    def _put(self, key: object, error: Unavailable) -> None:
        if not self._put_off:
            log.error("work_waits_for_database", reason=str(error))
        self._put_off.add(key)

    def _go_on(self, key: object) -> None:
        if key in self._put_off:
            self._put_off.remove(key)
            if not self._put_off:
                log.info("work_goes_on")
