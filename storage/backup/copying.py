"""A copy of a database that others go on writing: one state of it, with what else belongs to that state."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from storage import erasure_log
from storage.backup import postgres_tools
from storage.database.engine import named, open_engines, parse_url
from storage.database.errors import StorageError, reason
from storage.database.limits import lifted
from storage.database.migrate import revision
from storage.erasure_log import Erasure, Installation

PAGES = 4096
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file that a row names, relative to the folder of models."""

    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Still:
    """One state of a database; `schema` is its revision, None when there is nothing of Candor's in it."""

    url: URL
    conn: Connection
    schema: str | None

    @property
    def name(self) -> str:
        """Return its URL as people may see it."""
        return named(self.url)

    @property
    def kind(self) -> str:
        """Return "sqlite" or "postgresql"."""
        return self.conn.dialect.name

    @property
    def namespace(self) -> str | None:
        """Return the PostgreSQL schema that holds the tables."""
        return None if self.kind == "sqlite" else str(self.conn.scalar(text("SELECT current_schema()")))

    @property
    def installation(self) -> Installation | None:
        """Return which installation it is, None before schema 0016."""
        return erasure_log.this_installation(self.conn) if self._has("installation") else None

    @property
    def companies(self) -> list[str]:
        """Return the keys of its companies."""
        return list(self.conn.scalars(text("SELECT key FROM company ORDER BY id"))) if self.schema else []

    @property
    def erasures(self) -> list[Erasure]:
        """Return what was ever erased from it, as far as it knows."""
        return erasure_log.all_noted(self.conn) if self._has("erasure") else []

    def model_files(self) -> list[ModelFile]:
        """Return the files of all models and detectors that could answer, now or after a step back."""
        files: set[ModelFile] = set()
        for table in ("model", "detector"):
            if self._has(table):
                kept = " AND pruned IS NULL" if self._has(table, "pruned") else ""
                # Whatever schema the database has: these columns are in each of them.
                rows = self.conn.execute(text(f"SELECT file, sha256 FROM {table} WHERE file <> ''{kept}"))  # noqa: S608
                files |= {ModelFile(*row) for row in rows}
        return sorted(files, key=lambda each: each.path)

    def copy_to(self, file: Path, progress: Progress) -> None:
        """Write this state to a new file, durably; raise StorageError when that cannot be done."""
        if self.kind == "sqlite":
            _copy_file(self.conn, file, progress)
        else:
            _dump(self, file)
        with file.open("rb") as written:
            os.fsync(written.fileno())

    def _has(self, table: str, column: str | None = None) -> bool:
        seen = inspect(self.conn)
        return seen.has_table(table) and (
            column is None or column in {each["name"] for each in seen.get_columns(table)}
        )


@contextmanager
def standing_still(url: str) -> Iterator[Still]:
    """Hold one state of the database, migrating nothing; raise StorageError when it is not there or not to be read."""
    parsed = parse_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(str(parsed.database)).is_file():
        raise StorageError(f"There is no database {named(parsed)}: name another folder with --data-dir.")
    engines = open_engines(parsed, readers=1)
    try:
        with engines.reader.connect() as conn, conn.begin(), lifted(conn):
            yield Still(parsed, conn, revision(conn))
    except SQLAlchemyError as error:
        raise StorageError(f"The database {named(parsed)} cannot be read ({reason(error)}).") from error
    finally:
        engines.dispose()


def _copy_file(conn: Connection, file: Path, progress: Progress) -> None:
    """The transaction that is open keeps others' writes out of the copy, which would begin again at each of them."""
    source = conn.connection.driver_connection
    assert isinstance(source, sqlite3.Connection)
    size = source.execute("PRAGMA page_size").fetchone()[0]

    def tell(_: int, left: int, total: int) -> None:
        progress(size * (total - left), size * total)

    try:
        with closing(sqlite3.connect(file)) as target:
            source.backup(target, pages=PAGES, progress=tell)
    except sqlite3.Error as error:
        raise StorageError(f"The database could not be copied to {file.parent} ({reason(error)}).") from error


def _dump(still: Still, file: Path) -> None:
    postgres_tools.require("pg_dump", still.conn)
    snapshot = still.conn.scalar(text("SELECT pg_export_snapshot()"))
    only = f'--schema="{still.namespace}"'
    plain = ("--format=custom", "--compress=0", "--no-owner", "--no-privileges")
    postgres_tools.run("pg_dump", still.url, *plain, only, f"--snapshot={snapshot}", f"--file={file}")
