"""Schemas of the PostgreSQL server for tests: one after another test uses the same, emptied in between.

Making a schema with all its tables takes a third of a second; emptying one takes a hundredth.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote
from uuid import uuid4

import psycopg

_SWIFT = "-csynchronous_commit=off"
_SHAPE = """
    SELECT coalesce(sum(hashtextextended(c.relname || a.attname || a.atttypid::text || a.attnotnull::text, 0)), 0),
           (SELECT count(*) FROM pg_class x WHERE x.relnamespace = n.oid)
    FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
    LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
    WHERE n.nspname = %s GROUP BY n.oid
"""
_EMPTY = """
    DO $$ DECLARE each text; is_used boolean; BEGIN
        SET LOCAL session_replication_role = replica;
        SET LOCAL lock_timeout = '3s';
        FOR each IN SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
                    WHERE schemaname = '{schema}' AND tablename NOT IN ('alembic_version', 'installation') LOOP
            EXECUTE 'SELECT EXISTS (SELECT FROM ' || each || ')' INTO is_used;
            IF is_used THEN EXECUTE 'DELETE FROM ' || each; END IF;
        END LOOP;
        FOR each IN SELECT format('%I.%I', schemaname, sequencename) FROM pg_sequences
                    WHERE schemaname = '{schema}' AND last_value IS NOT NULL LOOP
            EXECUTE 'ALTER SEQUENCE ' || each || ' RESTART';
        END LOOP;
    END $$
"""
_WAITING = """
    SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND pg_stat_activity.datname = current_database()
"""


class Schemas:
    """Lends schemas that were made by `script`; one that a test built differently, or still holds, is dropped."""

    def __init__(self, url: str, script: str) -> None:
        self._url = url
        self._script = script
        self._free: list[str] = []
        self._kept: psycopg.Connection | None = None
        self._shape: tuple[object, ...] | None = None

    @contextmanager
    def lent(self) -> Iterator[str]:
        """Give the URL of a schema with every table and no rows; it is emptied for the next test afterwards."""
        schema = self._free.pop() if self._free else self._make()
        yield schema_url(self._url, schema)
        self._take_back(schema)

    def _take_back(self, schema: str) -> None:
        conn = self._connection()
        try:
            if self._shape_of(conn, schema) == self._shape:
                conn.execute(_EMPTY.replace("{schema}", schema).encode())
                self._free.append(schema)
                return
        except (psycopg.errors.LockNotAvailable, psycopg.errors.UndefinedTable):
            pass
        drop(conn, schema)

    def _connection(self) -> psycopg.Connection:
        """One for all tests: a new one has to learn of every table first."""
        if self._kept is None or self._kept.closed:
            self._kept = psycopg.connect(self._url, autocommit=True, options=_SWIFT)
        return self._kept

    def close(self) -> None:
        """Drop what is left."""
        with self._connection() as conn:
            for schema in self._free:
                drop(conn, schema)

    def _make(self) -> str:
        schema = f"candor_{uuid4().hex}"
        conn = self._connection()
        # Psycopg's types want literal SQL; this is generated, not typed by anybody.
        conn.execute(f"CREATE SCHEMA {schema}; SET search_path = {schema}; {self._script}; RESET search_path".encode())
        self._shape = self._shape or self._shape_of(conn, schema)
        return schema

    def _shape_of(self, conn: psycopg.Connection, schema: str) -> tuple[object, ...]:
        tables = conn.execute(_SHAPE, (schema,)).fetchone()
        version = (
            conn.execute(f"SELECT version_num FROM {schema}.alembic_version".encode()).fetchone() if tables else None
        )
        return (tables, version)


def drop(conn: psycopg.Connection, schema: str) -> None:
    """Drop a schema with all it holds."""
    conn.execute(f"DROP SCHEMA {schema} CASCADE".encode())


def schema_url(url: str, schema: str) -> str:
    """Return the server's URL with this schema in front, and commits that do not wait for the disk."""
    joint = "&" if "?" in url else "?"
    return f"{url}{joint}options={quote(f'-csearch_path={schema} {_SWIFT}')}"


def waits_for_a_lock(url: str) -> bool:
    """Whether somebody waits for a lock; where only one writes at a time, as on SQLite, everybody does."""
    if url.startswith("sqlite"):
        return True
    with psycopg.connect(url.replace("+psycopg", "")) as conn:
        return bool((conn.execute(_WAITING).fetchone() or [0])[0])
