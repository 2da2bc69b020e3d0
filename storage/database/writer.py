"""The one thread that writes: takes all that waits, commits it together, then answers."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection, Engine

from storage.database.batch import ConflictError, GivenUpError, Send, Work, WorkResult, commit_together
from storage.database.errors import Busy, Unavailable, reason
from storage.database.notices import ChangeNotice

ATTEMPTS = 5
log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())  # a command says what is wrong itself, in one line


@dataclass(slots=True, eq=False)
class Job:
    """One piece of work and the future that waits for it (an asyncio future when `loop` is given).

    Who waits may give it up (`Writer.give_up`) until it is committed.
    """

    work: Work
    future: asyncio.Future[Any] | concurrent.futures.Future[Any]
    loop: asyncio.AbstractEventLoop | None = None
    given_up: bool = False
    committed: bool = False


@dataclass(slots=True)
class Written:
    """What a writer has done since it began: works and the commits they shared, their seconds, and works given up."""

    works: int = 0
    commits: int = 0
    seconds: float = 0.0
    failures: int = 0


class Writer:
    """A bounded queue and the thread that empties it into the database, in order, group by group."""

    def __init__(
        self, engine: Engine, *, send: Send, tell: Callable[[Sequence[ChangeNotice]], None], queue_size: int, batch: int
    ) -> None:
        self._engine = engine
        self._send = send
        self._tell = tell
        self._queue_size = queue_size
        self._batch = batch
        self._jobs: deque[Job] = deque()
        self._changed = threading.Condition()
        self._closed = False
        self.written = Written()
        self._conn: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="candor-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many jobs wait to be taken."""
        return len(self._jobs)

    def submit(self, job: Job) -> None:
        """Queue the job; raise Busy when the queue is full, Unavailable after close()."""
        with self._changed:
            if self._closed:
                raise Unavailable("The database is closed: this process is stopping.")
            if len(self._jobs) >= self._queue_size:
                raise Busy("Too many messages at once: try again in a moment.")
            self._jobs.append(job)
            self._changed.notify()

    def give_up(self, job: Job) -> bool:
        """Make sure that nothing of the job is kept; False when it is too late: it was committed, or just is."""
        with self._changed:
            if job.committed:
                return False
            job.given_up = True
            if job in self._jobs:
                self._jobs.remove(job)
            return True

    def is_current_thread(self) -> bool:
        """Whether the caller runs in the writer's own thread, where waiting for a write would wait forever."""
        return threading.current_thread() is self._thread

    def close(self) -> None:
        """Refuse new jobs, finish all accepted ones, stop."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while jobs := self._take():
            self._process(jobs)
        self._disconnect()

    def _take(self) -> list[Job]:
        with self._changed:
            while not self._jobs and not self._closed:
                self._changed.wait()
            return [self._jobs.popleft() for _ in range(min(self._batch, len(self._jobs)))]

    def _process(self, jobs: list[Job]) -> None:
        try:
            outcomes, notices = self._commit(jobs)
        except GivenUpError:
            if left := [job for job in jobs if not job.given_up]:
                self._process(left)
        except ConflictError:
            # Alone they hold fewer locks and meet no deadlock among themselves; their order stays.
            for job in jobs:
                self._process_alone(job)
        except Exception as error:
            self._give_up(jobs, error)
        else:
            settle(jobs, outcomes)
            self._tell(notices)

    def _process_alone(self, job: Job) -> None:
        for _ in range(ATTEMPTS):
            try:
                outcomes, notices = self._commit([job])
            except ConflictError:
                continue
            except GivenUpError:
                return None
            except Exception as error:
                return self._give_up([job], error)
            settle([job], outcomes)
            return self._tell(notices)
        return self._give_up([job], TimeoutError("other processes kept changing the same rows"))

    def _commit(self, jobs: list[Job]) -> tuple[list[WorkResult], list[ChangeNotice]]:
        if self._conn is None:
            self._conn = self._engine.connect()
        began = time.perf_counter()
        outcome = commit_together(self._conn, [job.work for job in jobs], self._send, partial(self._may_commit, jobs))
        self.written.seconds += time.perf_counter() - began
        self.written.commits += 1
        self.written.works += len(jobs)
        return outcome

    def _may_commit(self, jobs: Sequence[Job]) -> bool:
        with self._changed:
            may = not any(job.given_up for job in jobs)
            for job in jobs:
                job.committed = may
            return may

    def _give_up(self, jobs: list[Job], error: Exception) -> None:
        self.written.failures += len(jobs)
        log.error("a group of %d writes failed: %s", len(jobs), reason(error.__cause__ or error))
        self._disconnect()
        told = Unavailable(f"The database cannot be written now ({reason(error.__cause__ or error)}); try again.")
        told.__cause__ = error
        if self._closed:
            # Each further group would wait as long again before it fails as well.
            with self._changed:
                jobs = [*jobs, *self._jobs]
                self._jobs.clear()
        settle(jobs, [WorkResult(error=told)] * len(jobs))

    def _disconnect(self) -> None:
        conn, self._conn = self._conn, None
        if conn is not None:
            conn.invalidate()
            conn.close()


def settle(jobs: Sequence[Job], outcomes: Sequence[WorkResult]) -> None:
    """Answer everybody who waits, waking each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop | None, list[tuple[Job, WorkResult]]] = {}
    for job, outcome in zip(jobs, outcomes, strict=True):
        by_loop.setdefault(job.loop, []).append((job, outcome))
    for loop, answers in by_loop.items():
        if loop is None:
            _resolve(answers)
        else:
            try:
                loop.call_soon_threadsafe(_resolve, answers)
            except RuntimeError:
                log.debug("an event loop was closed before its %d writes were answered", len(answers))


def _resolve(answers: list[tuple[Job, WorkResult]]) -> None:
    for job, outcome in answers:
        if job.future.done():
            continue
        if outcome.error is None:
            job.future.set_result(outcome.value)
        else:
            job.future.set_exception(_raisable(outcome.error))


def _raisable(error: BaseException) -> BaseException:
    # A future cannot carry StopIteration: `await` would take it for its own end.
    if isinstance(error, StopIteration):
        plain = RuntimeError("the work raised StopIteration")
        plain.__cause__ = error
        return plain
    return error
