"""How long the database may take before whoever waits for it is told that it does not answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import Connection, func, select

PATIENT: Final = 600.0
"""Seconds that commands, trainings and other work at which nobody looks may wait."""

GRACE_SECONDS: Final = 5.0
"""So much longer than a statement may take is waited for a server to say that it broke it off."""

_OF_THE_SERVER: Final = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
_LONGEST_PAUSE: Final = 1.0
_OPERATIONS_BETWEEN_LOOKS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """Seconds allowed: to wait for a lock, for one statement, and (`answer`) for queued work to be done."""

    lock: float = 10.0
    statement: float = 30.0
    answer: float = 15.0


class ServerSilent(psycopg.OperationalError):
    """PostgreSQL took the question and gives no answer; the connection is closed."""


class PatientConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server is silent for `patience` seconds (None: wait for ever).

    A server that hangs, unlike one that vanished, keeps the network's connection alive: no timeout of it ever comes.
    """

    patience: float | None = GRACE_SECONDS

    def wait(self, gen: PQGen[Any], interval: float = 0.1, timeout: float | None = None) -> Any:
        """Wait for an answer; raise ServerSilent when none came in time."""
        if self.patience is None:
            return super().wait(gen, interval, timeout)
        try:
            return super().wait(_until(gen, self.patience), interval, timeout)
        except ServerSilent:
            self.close()
            raise


def _until(gen: PQGen[Any], seconds: float) -> PQGen[Any]:
    end = time.monotonic() + seconds
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > end:
                raise ServerSilent(f"no answer within {seconds:g} seconds")
            wanted = gen.send(ready)
    except StopIteration as ended:
        return ended.value


def server_limits(limits: TimeLimits) -> str:
    """Return the options that make PostgreSQL keep the limits by itself, and end transactions that nobody goes on with.

    >>> server_limits(TimeLimits(lock=1, statement=2))
    '-c lock_timeout=1000 -c statement_timeout=2000 -c idle_in_transaction_session_timeout=20000'
    """
    # Between two statements a transaction only thinks: ten times as long, and its process hangs, perhaps with locks.
    seconds = (limits.lock, limits.statement, 10 * limits.statement)
    return " ".join(f"-c {name}={round(1000 * most)}" for name, most in zip(_OF_THE_SERVER, seconds, strict=True))


@contextmanager
def lifted(conn: Connection) -> Iterator[None]:
    """Let a transaction of PostgreSQL take as long as it needs, as an upgrade or a copy of a large database does."""
    if conn.dialect.name == "sqlite":
        yield
        return
    conn.execute(select(*[func.set_config(name, "0", True) for name in _OF_THE_SERVER]))
    driver = conn.connection.driver_connection
    if not isinstance(driver, PatientConnection):
        yield
        return
    patience, driver.patience = driver.patience, None
    try:
        yield
    finally:
        driver.patience = patience


class StatementClock:
    """Breaks off a statement of SQLite that works for too long; time that passes between two rows does not count."""

    def __init__(self, most: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._now = most, now
        self.start()

    def start(self) -> None:
        """A statement begins."""
        self._spent, self._looked = 0.0, self._now()

    def is_over(self) -> bool:
        """Whether it has worked for too long; SQLite asks every million operations."""
        now = self._now()
        self._spent += min(now - self._looked, _LONGEST_PAUSE)
        self._looked = now
        return self._spent > self._most

    def watch(self, driver: Any) -> None:
        """Have an SQLite connection ask."""
        driver.set_progress_handler(self.is_over, _OPERATIONS_BETWEEN_LOOKS)
