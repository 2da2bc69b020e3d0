"""From a database URL to two engines: one for those who write, one for readers."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, QueuePool, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError

from storage.database.errors import StorageError
from storage.database.limits import GRACE_SECONDS, PatientConnection, StatementClock, TimeLimits, server_limits

CONNECT_SECONDS = 5
KEEPALIVE: Final[dict[str, Any]] = {"keepalives_idle": 30, "keepalives_interval": 5, "keepalives_count": 3}
USUAL = TimeLimits()


@dataclass(frozen=True, slots=True)
class Engines:
    """Where to write (locks from the first statement) and where to read (refuses writing)."""

    writer: Engine
    reader: Engine

    def dispose(self) -> None:
        """Close every connection."""
        self.writer.dispose()
        self.reader.dispose()


def parse_url(url: str) -> URL:
    """Return the URL with its driver; raise StorageError unless it names an SQLite file or a PostgreSQL database.

    >>> parse_url("postgres://candor@db/candor").drivername
    'postgresql+psycopg'
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # not shown: nobody knows where in it the password stands
        raise StorageError(f"The database URL cannot be read: {_EXPECTED}; {_ESCAPED}") from None
    if parsed.drivername in {"postgres", "postgresql", "postgresql+psycopg"} and parsed.database:
        return parsed.set(drivername="postgresql+psycopg")
    is_file = parsed.database not in {None, "", ":memory:"} and not parsed.host
    if parsed.drivername in {"sqlite", "sqlite+pysqlite"} and is_file:
        _expect_seconds(parsed)
        return parsed.set(drivername="sqlite+pysqlite")
    raise StorageError(f"{named(parsed)} cannot hold Candor's data: {_EXPECTED}")


def _expect_seconds(url: URL) -> None:
    """Refuse whatever follows the file of an SQLite database but ?timeout=SECONDS, which waits for others' locks."""
    if url.query and (set(url.query) != {"timeout"} or not re.fullmatch(r"\d+(\.\d+)?", str(url.query["timeout"]))):
        raise StorageError(f"{named(url)} says what nothing reads: at most ?timeout=SECONDS may follow the file")


_ESCAPED = "an @ in user or password is written %40, a : %3A and a % %25, and the port is a number"
_EXPECTED = "write sqlite:///folder/candor.db or postgresql://user:password@host/database"


def named(url: URL) -> str:
    """Return the URL as people may see it, without its password."""
    return url.render_as_string(hide_password=True)


def open_engines(url: URL, *, readers: int, limits: TimeLimits = USUAL) -> Engines:
    """Return the engines for this URL; nothing is connected yet, the folder of an SQLite file exists afterwards."""
    return (_sqlite if url.get_backend_name() == "sqlite" else _postgresql)(url, readers, limits)


def _sqlite(url: URL, readers: int, limits: TimeLimits) -> Engines:
    if sqlite3.sqlite_version_info < (3, 35):
        raise StorageError(f"SQLite {sqlite3.sqlite_version} is too old: Candor needs 3.35 or newer, or PostgreSQL.")
    _make_folder(Path(str(url.database)))
    arguments: dict[str, Any] = {} if "timeout" in url.query else {"timeout": limits.lock}
    writer = _engine(url, 1, connect_args=arguments)
    reader = _engine(url, readers, connect_args=arguments)
    for engine, begin, pragma in ((writer, "BEGIN IMMEDIATE", "query_only=OFF"), (reader, "BEGIN", "query_only=ON")):
        _own_transactions(engine, begin, ("foreign_keys=ON", "synchronous=FULL", "secure_delete=ON", pragma))
    _break_off(reader, limits.statement)
    return Engines(writer, reader)


def _make_folder(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"The folder {file.parent} cannot be made ({error.strerror}): choose another one or make it writable."
        ) from error


def _own_transactions(engine: Engine, begin: str, pragmas: tuple[str, ...]) -> None:
    """Begin transactions ourselves: Python's sqlite3 would begin them late and never with IMMEDIATE."""

    @event.listens_for(engine, "connect")
    def prepare(driver: sqlite3.Connection, _: Any) -> None:
        driver.isolation_level = None
        for pragma in pragmas:
            driver.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(conn: Connection) -> None:
        conn.connection.driver_connection.execute(begin)  # type: ignore[union-attr]


def _break_off(engine: Engine, seconds: float) -> None:
    """Break off a statement that works for so long, as PostgreSQL does by itself."""

    @event.listens_for(engine, "connect")
    def prepare(driver: sqlite3.Connection, record: Any) -> None:
        clock = record.info["clock"] = StatementClock(seconds)
        clock.watch(driver)

    @event.listens_for(engine, "before_cursor_execute")
    def start(conn: Connection, *_: Any) -> None:
        conn.info["clock"].start()


def _postgresql(url: URL, readers: int, limits: TimeLimits) -> Engines:
    # Without these a vanished server would hold the writer for a quarter of an hour.
    arguments = KEEPALIVE | {
        "connect_timeout": CONNECT_SECONDS,
        "tcp_user_timeout": round(1000 * limits.lock),
        "options": " ".join((server_limits(limits), *_of(url, "options"))),
    }
    writer = _engine(url, 2, connect_args=arguments)
    reader = _engine(url, readers, connect_args=arguments, isolation_level="REPEATABLE READ")
    for engine in (writer, reader):
        _connect_patiently(engine, limits.statement + GRACE_SECONDS)
    return Engines(writer, reader.execution_options(postgresql_readonly=True))


def _connect_patiently(engine: Engine, seconds: float) -> None:
    @event.listens_for(engine, "do_connect")
    def connect(_dialect: Any, _record: Any, arguments: Any, options: Any) -> PatientConnection:
        conn = PatientConnection.connect(*arguments, **options)
        conn.patience = seconds
        return conn


def _of(url: URL, name: str) -> tuple[str, ...]:
    given = url.query.get(name, ())
    return (given,) if isinstance(given, str) else given


def _engine(url: URL, size: int, **options: Any) -> Engine:
    # Parameters are what candidates write: an error's message, which may be logged, must not hold them.
    return create_engine(url, poolclass=QueuePool, pool_size=size, max_overflow=size, hide_parameters=True, **options)
