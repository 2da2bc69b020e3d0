"""Replacing a PostgreSQL schema's tables: the copy is prepared in a schema beside it, and all change places at once."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from storage.backup import postgres_tools
from storage.database.engine import named
from storage.database.errors import StorageError, reason
from storage.database.listener import IN_USE
from storage.database.migrate import revision, revisions
from storage.tables.schema import whole_metadata

_FUNCTIONS = """
    SELECT DISTINCT p.proname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_proc p ON p.oid = t.tgfoid JOIN pg_namespace n ON n.oid = c.relnamespace AND n.oid = p.pronamespace
    WHERE n.nspname = :schema AND c.relname = ANY (:tables) AND NOT t.tgisinternal
"""


class SchemaReplacement:
    """See `storage.backup.replacing.Replacement`."""

    def __init__(self, url: URL) -> None:
        self._url = url
        with self._connected() as engine, engine.begin() as conn:
            here = conn.scalar(text("SELECT current_schema()"))
        if here is None:
            raise StorageError(f"{named(url)} names no schema that is there: create it, or name another one.")
        self._here = str(here)
        # PostgreSQL cuts names after 63 bytes.
        self._copy, self._aside, self._kept = (f"{here[:31]}_{end}" for end in ("restoring", "meanwhile", "replaced"))

    @property
    def url(self) -> str:
        """Return the copy's URL: the same database, another schema."""
        given = self._url.query.get("options", "")
        options = f"{given if isinstance(given, str) else ' '.join(given)} -csearch_path={self._copy}"
        return self._url.update_query_dict({"options": options.strip()}).render_as_string(hide_password=False)

    def expect_unused(self) -> None:
        """Raise StorageError while a process has the database open."""
        with self._connected() as engine, engine.begin() as conn:
            _lock(conn)

    def load(self, copy: Path, namespace: str | None) -> None:
        """Have pg_restore fill the schema of the copy; raise StorageError when that fails."""
        its = namespace or "public"
        with self._connected() as engine, engine.begin() as conn:
            for tool in ("pg_restore", "psql"):
                postgres_tools.require(tool, conn)
            taken = inspect(conn).has_schema(its)
        # The copy's statements name the schema it was of. Nobody else sees that it stands aside meanwhile.
        aside = [f'ALTER SCHEMA "{its}" RENAME TO "{self._aside}"'] if taken else []
        back = [f'ALTER SCHEMA "{self._aside}" RENAME TO "{its}"'] if taken else []
        before = [f'DROP SCHEMA IF EXISTS "{self._copy}" CASCADE', *aside, f'CREATE SCHEMA "{its}"']
        after = [f'ALTER SCHEMA "{its}" RENAME TO "{self._copy}"', *back]
        script = ["pg_restore", "--no-owner", "--no-privileges", f"--schema={its}", "--file=-", str(copy)]
        postgres_tools.feed(script, self._url, before, after)

    def swap(self, now: datetime) -> str | None:
        """Move the tables out and the copy's in, in one transaction."""
        with self._connected() as engine, engine.begin() as conn:
            _lock(conn)
            conn.execute(text("SELECT pg_advisory_xact_lock(hashtext('candor ' || current_schema()))"))
            tables = {*whole_metadata().tables, "alembic_version"}
            old = _tables(conn, self._here)
            if revision(conn) in {None, *revisions()}:
                # Of what stands beside Candor's tables, those that a newer Candor made cannot be told: then all go.
                old &= tables
            kept = f"{self._kept}_{now:%Y%m%dt%H%M%S%f}" if old else None
            if kept:
                conn.execute(text(f'CREATE SCHEMA "{kept}"'))
                _move(conn, old, self._here, kept)
            _move(conn, tables & _tables(conn, self._copy), self._copy, self._here)
            conn.execute(text(f'DROP SCHEMA "{self._copy}" CASCADE'))
        return kept and f'schema "{kept}" of {named(self._url)}'

    def discard(self) -> None:
        """Remove the copy's schema."""
        with self._connected() as engine, engine.begin() as conn:
            conn.execute(text(f'DROP SCHEMA IF EXISTS "{self._copy}" CASCADE'))

    def _connected(self) -> _Connected:
        return _Connected(self._url)


class _Connected:
    """An engine for one step, with what the database complains of as a StorageError."""

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(url, connect_args={"connect_timeout": 5})

    def __enter__(self) -> Engine:
        return self._engine

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self._engine.dispose()
        if isinstance(error, SQLAlchemyError):
            where = named(self._engine.url)
            raise StorageError(f"{where} could not be replaced ({reason(error)}); it is what it was.") from error


def _lock(conn: Connection) -> None:
    """Keep others from opening the database within this transaction; raise StorageError while one has it open."""
    conn.execute(text("SET LOCAL lock_timeout = '10s'"))
    if not conn.scalar(text(f"SELECT pg_try_advisory_xact_lock({IN_USE})")):
        raise StorageError(f"{named(conn.engine.url)} is in use: stop Candor first.")


def _tables(conn: Connection, schema: str) -> set[str]:
    return set(inspect(conn).get_table_names(schema=schema))


def _move(conn: Connection, tables: Collection[str], schema: str, to: str) -> None:
    """Move tables, with all that is theirs, and the functions of their triggers."""
    functions = conn.scalars(text(_FUNCTIONS), {"schema": schema, "tables": sorted(tables)}).all()
    for table in sorted(tables):
        conn.execute(text(f'ALTER TABLE "{schema}"."{table}" SET SCHEMA "{to}"'))
    for function in functions:
        conn.execute(text(f'ALTER FUNCTION "{schema}"."{function}"() SET SCHEMA "{to}"'))
