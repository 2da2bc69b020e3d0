"""Bringing a database to the schema of this code, whoever else is opening it at the same moment."""

from __future__ import annotations

import fcntl
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from storage.database.engine import named
from storage.database.errors import StorageError, Unavailable, reason
from storage.database.limits import lifted

_REFUSED = re.compile(
    r"password authentication failed|no password supplied|no pg_hba\.conf entry|is not permitted to log in"
    r'|(?:role|database) ".*" does not exist|permission denied for database'
)
"""PostgreSQL's words to somebody who will not be let in later either."""
_SCRIPTS = Path(__file__).parents[1] / "migrations"


def migrate(engine: Engine) -> None:
    """Create or upgrade the schema; raise StorageError for a newer schema or a database that cannot be written."""
    try:
        if engine.dialect.name == "sqlite":
            _migrate_file(engine)
        else:
            with engine.begin() as conn, lifted(conn):
                conn.execute(text("SELECT pg_advisory_xact_lock(hashtext('candor ' || current_schema()))"))
                _upgrade(conn)
    except (SQLAlchemyError, sqlite3.Error) as error:  # a transaction of SQLite is begun by hand
        kind = Unavailable if _may_pass(error) else StorageError
        raise kind(_explained(engine, reason(error))) from error


def _may_pass(error: Exception) -> bool:
    """Whether it may go better later: a server that is not there (yet), a full disk, a file that others hold."""
    if not isinstance(error, (OperationalError, sqlite3.OperationalError)):
        return False
    cause = getattr(error, "orig", error)
    if _REFUSED.search(str(cause)):  # psycopg knows no SQLSTATE of a connection that was refused
        return False
    code = getattr(cause, "sqlite_errorcode", None)
    return code is None or code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _migrate_file(engine: Engine) -> None:
    file = Path(str(engine.url.database))
    with one_process_at_a_time(file.parent):
        with engine.connect() as conn:
            conn.connection.driver_connection.execute("PRAGMA journal_mode=WAL")  # type: ignore[union-attr]
        with engine.begin() as conn:
            _upgrade(conn)


@contextmanager
def one_process_at_a_time(folder: Path) -> Iterator[None]:
    """Lock the folder: when several processes switch a new file to WAL, SQLite tells some "locked" without waiting.

    Seen in 3 of 1600 openings by eight processes at once, within a millisecond and whatever the timeout.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _upgrade(conn: Connection) -> None:
    here, known = revision(conn), revisions()
    if here == known[-1]:
        return
    if here is not None and here not in known:
        raise StorageError(
            f"The database {named(conn.engine.url)} was made by a newer Candor (schema {here}): "
            "install that version again, or restore a backup made before the upgrade."
        )
    upgrade_to(conn, known[-1])


def revision(conn: Connection) -> str | None:
    """Return the revision of the database's schema, None for an empty database."""
    if not inspect(conn).has_table("alembic_version"):
        return None
    found = conn.scalar(text("SELECT version_num FROM alembic_version"))
    return None if found is None else str(found)


@cache
def revisions() -> tuple[str, ...]:
    """Return the schema revisions that this code knows, oldest first, by the names of their files.

    >>> revisions()[0]
    '0001'
    """
    return tuple(sorted(file.name[1:5] for file in (_SCRIPTS / "versions").glob("r????_*.py")))


def upgrade_to(conn: Connection, revision: str) -> None:
    """Run the migrations from where the database is up to a revision, in the connection's transaction."""
    # Imported here: alembic takes a third of a start, and nearly every database that is opened is up to date.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = conn
    command.upgrade(config, revision)


def _explained(engine: Engine, words: str) -> str:
    where = named(engine.url)
    if "locked" in words:
        return f"The database {where} is locked by another program: stop that program and start again."
    if engine.dialect.name == "sqlite":
        if "not a database" in words:
            return f"{engine.url.database} is not an SQLite database: name another file or move this one away."
        return (
            f"The database {where} cannot be opened for writing ({words}): "
            "check that its folder and file belong to the user who runs Candor and that the disk is not full."
        )
    return f"Cannot use {where} ({words}): check that PostgreSQL runs there, and user, password and database name."
