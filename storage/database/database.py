"""The one object other rooms hold: a migrated database that is written by one thread or two and read by several."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Callable, Sequence
from dataclasses import astuple
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from storage.database.engine import USUAL, Engines, named, open_engines, parse_url
from storage.database.erased_traces import ErasedTraces
from storage.database.errors import Unavailable, reason, translated
from storage.database.limits import ServerSilent, TimeLimits
from storage.database.listener import PostgresListener
from storage.database.migrate import migrate
from storage.database.notices import ChangeNotice, NoticeChannel, NoticeListeners
from storage.database.writer import Job, Writer, Written

T = TypeVar("T")
READERS = 4


class Database:
    """Engine, migrations, writer and notices; `work` functions get a Connection and must do nothing but query with it.

    A work may be run a second time (after a deadlock with another process), so it keeps no score outside.
    """

    def __init__(self, engines: Engines, *, queue_size: int, batch: int, limits: TimeLimits) -> None:
        self.url = named(engines.writer.url)
        self._limits = limits
        self._spared: asyncio.AbstractEventLoop | None = None
        self._engines = engines
        self._subscribers = NoticeListeners()
        self._listener: PostgresListener | None = None
        self._channel: NoticeChannel | None = None
        if engines.writer.dialect.name == "postgresql":
            self._channel = NoticeChannel(self.read_now(lambda conn: str(conn.scalar(text("SELECT current_schema()")))))
            self._listener = PostgresListener(engines.reader, self._channel, self._subscribers)
            self._listener.start()
        self._readers = concurrent.futures.ThreadPoolExecutor(READERS, thread_name_prefix="candor-reader")
        self._traces: ErasedTraces | None = None
        tell = self._subscribers.tell
        if self._channel is None:
            self._traces = ErasedTraces(str(engines.writer.url.database), tell)
            tell = self._traces.committed
        begin = partial(Writer, engines.writer, send=self._send, tell=tell, queue_size=queue_size, batch=batch)
        self._writer = begin()
        # SQLite lets one transaction write at a time, and two writers would wait for each other in their sleep.
        self._at_once = begin() if self._channel is not None else self._writer

    @classmethod
    def open(cls, url: str, *, queue_size: int = 1000, batch: int = 64, limits: TimeLimits = USUAL) -> Database:
        """Create folder and file where needed, migrate, start the writer; raise StorageError with one clear line."""
        engines = open_engines(parse_url(url), readers=READERS, limits=limits)
        try:
            migrate(engines.writer)
            return cls(engines, queue_size=queue_size, batch=batch, limits=limits)
        except BaseException:
            engines.dispose()
            raise

    @property
    def queued(self) -> int:
        """How many writes wait to be taken up, from 0 to the sizes of the queues."""
        return sum(each.waiting for each in self._writers)

    @property
    def written(self) -> Written:
        """What was written since this database was opened."""
        done = [each.written for each in self._writers]
        return Written(*(sum(counts) for counts in zip(*map(astuple, done), strict=True)))

    @property
    def _writers(self) -> Sequence[Writer]:
        return list(dict.fromkeys((self._writer, self._at_once)))

    def spare_this_loop(self) -> None:
        """From now on raise RuntimeError for `write_now` and `read_now` in the running event loop's thread.

        There they would let everything stand still for as long as the database does.
        """
        self._spared = asyncio.get_running_loop()

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run the work in a writer's thread; durable when this returns.

        Raises Busy at once when the queue is full, Unavailable when the database could not commit or let it wait for
        too long, and whatever the work raises. Then nothing of it was kept, unless the database broke off while it
        committed: that nobody can know, so who asks again brings a key along that makes a second time harmless.
        """
        return await self._write_by(self._writer, work)

    async def write_at_once(self, work: Callable[[Connection], T]) -> T:
        """Do the same for who must not wait, a candidate, with work that is short and waits for no company's lock.

        On PostgreSQL it has a writer of its own, which neither an import nor a desk that waits for a lock holds up.
        """
        return await self._write_by(self._at_once, work)

    async def _write_by(self, writer: Writer, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        job = Job(work, future, loop)
        writer.submit(job)
        try:
            await asyncio.wait({future}, timeout=self._limits.answer)
        except asyncio.CancelledError:
            future.cancel()
            raise
        if not future.done() and writer.give_up(job):
            future.cancel()
            raise self._unanswered(self._limits.answer)
        return await future

    def write_now(self, work: Callable[[Connection], T]) -> T:
        """Do the same as `write`, blocking; not from inside a work or a listener."""
        self._refuse_to_block("write")
        if any(each.is_current_thread() for each in self._writers):
            raise RuntimeError("write_now() inside the writer thread would wait for itself: use the connection given")
        future: concurrent.futures.Future[T] = concurrent.futures.Future()
        self._writer.submit(Job(work, future))
        return future.result()

    async def read(self, work: Callable[[Connection], T], *, patience: float | None = None) -> T:
        """Run the work on a connection of its own, in a thread, seeing one state of committed data; it cannot write.

        Raises Unavailable after `patience` seconds (default: the limit of answers); long work brings its own.
        """
        seconds = self._limits.answer if patience is None else patience
        future = asyncio.get_running_loop().run_in_executor(self._readers, self.read_now, work)
        try:
            await asyncio.wait({future}, timeout=seconds)
        finally:
            # What has begun goes on in its thread until the database breaks it off; what waits for its turn goes.
            late = future.cancel()
        if late:
            raise self._unanswered(seconds)
        return await future

    def read_now(self, work: Callable[[Connection], T]) -> T:
        """Do the same as `read`, blocking."""
        self._refuse_to_block("read")
        try:
            try:
                return self._read_once(work)
            except DBAPIError as error:
                if not error.connection_invalidated or isinstance(error.orig, ServerSilent):
                    raise
                return self._read_once(work)
        except DBAPIError as error:
            if error.connection_invalidated:
                raise Unavailable(f"The database does not answer ({reason(error)}); try again.") from error
            raise translated(error) from error
        except SQLAlchemyError as error:
            raise translated(error) from error

    @staticmethod
    def _unanswered(seconds: float) -> Unavailable:
        return Unavailable(f"The database has not answered for {seconds:g} seconds; try again.")

    def _refuse_to_block(self, what: str) -> None:
        if self._spared is not None and _running_loop() is self._spared:
            raise RuntimeError(
                f"{what}_now() would make everything wait for the database: `await database.{what}(...)`"
            )

    def _read_once(self, work: Callable[[Connection], T]) -> T:
        with self._engines.reader.connect() as conn, conn.begin():
            return work(conn)

    def subscribe(self, listener: Callable[[ChangeNotice], None]) -> Callable[[], None]:
        """Call the listener (from a storage thread, quickly) with each notice after COMMIT; return how to stop that.

        On PostgreSQL it also hears what other processes committed; after a broken connection it hears "reconnected".
        """
        return self._subscribers.add(listener)

    def close(self) -> None:
        """Finish every accepted write, then close all connections."""
        for each in self._writers:
            each.close()
        self._readers.shutdown(cancel_futures=True)
        if self._traces is not None:
            self._traces.remove()
        if self._listener is not None:
            self._listener.close()
        self._engines.dispose()

    def __enter__(self) -> Database:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _send(self, conn: Connection, notices: Sequence[ChangeNotice]) -> None:
        if self._channel is not None and notices:
            self._channel.send(conn, notices)


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
