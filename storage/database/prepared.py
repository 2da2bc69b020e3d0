"""Statements of every message's way: written in SQLAlchemy, compiled once, run straight on the driver.

SQLAlchemy's execute() takes 40 microseconds where this takes 15 for the statement that loads a turn; a turn has five to
ten (`tests/bot/job_search/test_statements_of_turns.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import psycopg
from sqlalchemy import Connection, Dialect, Float, Insert, Select, Table, Update, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.dml import ReturningInsert, ReturningUpdate
from sqlalchemy.types import TypeEngine

from storage.database.rows import AnySelect

Converter: TypeAlias = Callable[[Any], Any] | None
Returning: TypeAlias = ReturningInsert[*tuple[Any, ...]] | ReturningUpdate[*tuple[Any, ...]]
Statement: TypeAlias = AnySelect | Insert | Update | Returning


class Prepared:
    """A statement whose changing values are bind parameters (for an INSERT: the columns named here).

    `plan_each`: PostgreSQL plans it for each run's values. A plan for any values expects one row of each and takes
    seconds where there are thousands. The first `repeated` columns are the same in every row.
    """

    def __init__(
        self,
        statement: Statement,
        columns: Sequence[str] | None = None,
        *,
        plan_each: bool = False,
        repeated: int = 0,
    ) -> None:
        self._statement = statement
        self._columns = columns
        self._plan_each = plan_each
        self._repeated = repeated
        self._forms: dict[str, _Form] = {}

    @classmethod
    def insert(cls, table: Table, *, returns_id: bool = False) -> Prepared:
        """Return the statement that adds a row: its values are all columns but `id`, which the database gives."""
        adding = insert(table)
        columns = [column.name for column in table.c if column.name != "id"]
        return cls(adding.returning(table.c.id) if returns_id else adding, columns)

    def rows(self, conn: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Run it with these values in the connection's transaction; return all rows (none without RETURNING)."""
        form = self._forms.get(conn.dialect.name) or self._compiled(conn.dialect)
        return form.run(conn, values)

    def row(self, conn: Connection, values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Return the only row, or None."""
        rows = self.rows(conn, values)
        return rows[0] if rows else None

    def _compiled(self, dialect: Dialect) -> _Form:
        compiled = self._statement.compile(dialect=dialect, column_keys=self._columns)
        names = list(compiled.positiontup or compiled.binds)
        binds = [compiled.binds[name] for name in names]
        form = _Form(
            sql=str(compiled),
            names=names if compiled.positiontup is None else None,
            constants={bind.key: bind.effective_value for bind in binds if not bind.required},
            inward=[(bind.key, _inward(bind.type, dialect)) for bind in binds],
            outward=[_outward(each["type"], dialect) for each in _described(self._statement)],
            options={"prepare": False} if self._plan_each and dialect.name == "postgresql" else {},
            repeated=self._repeated,
        )
        self._forms[dialect.name] = form
        return form


@dataclass(frozen=True, slots=True)
class _Form:
    """A statement in one database's own words, with what converts the values that go in and come out.

    `names` is None where parameters go by position.
    """

    sql: str
    names: list[str] | None
    constants: dict[str, Any]
    inward: list[tuple[str, Converter]]
    outward: list[Converter]
    options: dict[str, Any]
    repeated: int

    def run(self, conn: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        if self.constants:
            values = {**self.constants, **values}
        given = [convert(values[key]) if convert else values[key] for key, convert in self.inward]
        parameters = given if self.names is None else dict(zip(self.names, given, strict=True))
        driver: Any = conn.connection.driver_connection
        try:
            cursor = driver.execute(self.sql, parameters, **self.options)
            raw = cursor.fetchall() if self.outward else ()
        except (sqlite3.Error, psycopg.Error) as error:
            raise self._as_sqlalchemy_would(conn, driver, error) from error
        if not self.repeated or not raw:
            return [_converted(self.outward, row) for row in raw]
        once, each = self.outward[: self.repeated], self.outward[self.repeated :]
        before = _converted(once, raw[0][: self.repeated])
        return [before + _converted(each, row[self.repeated :]) for row in raw]

    def _as_sqlalchemy_would(self, conn: Connection, driver: Any, error: Exception) -> BaseException:
        lost = conn.dialect.is_disconnect(cast("Any", error), driver, None)
        if lost:
            conn.invalidate(error)
        base: Any = sqlite3.Error if isinstance(error, sqlite3.Error) else psycopg.Error
        return DBAPIError.instance(self.sql, None, error, base, connection_invalidated=lost, dialect=conn.dialect)


def _converted(converters: Sequence[Converter], row: tuple[Any, ...]) -> tuple[Any, ...]:
    if not any(converters):
        return row
    return tuple([c(v) if c else v for c, v in zip(converters, row, strict=True)])


def _described(statement: Statement) -> list[Any]:
    if isinstance(statement, Select):
        return list(statement.column_descriptions)
    return list(statement.returning_column_descriptions)


def _inward(type_: TypeEngine[Any], dialect: Dialect) -> Converter:
    return type_.dialect_impl(dialect).bind_processor(dialect)


def _outward(type_: TypeEngine[Any], dialect: Dialect) -> Converter:
    if isinstance(type_, Float):
        return None  # both drivers give floats
    return type_.dialect_impl(dialect).result_processor(dialect, None)
