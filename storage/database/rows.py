"""What several subjects share: the types of rows, refusing duplicates, finding what must be there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import BigInteger, ColumnElement, Connection, CursorResult, Row, Select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from storage.database.errors import AlreadyExists, NotFound, is_duplicate

T = TypeVar("T")
AnyRow: TypeAlias = Row[*tuple[Any, ...]]
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
Conditions: TypeAlias = Sequence[ColumnElement[bool]]


class Unindexed(FunctionElement[int]):
    """A column of numbers for which SQLite is to use no index, where it would prefer that to a better one."""

    inherit_cache = True
    type = BigInteger()


@compiles(Unindexed)
def _as_it_is(element: Unindexed, compiler: SQLCompiler, **how: Any) -> str:
    return compiler.process(element.clauses, **how)


@compiles(Unindexed, "sqlite")
def _with_a_sign(element: Unindexed, compiler: SQLCompiler, **how: Any) -> str:
    return f"+{compiler.process(element.clauses, **how)}"


def new_id(added: CursorResult[Any]) -> int:
    """Return the number the database gave to the row just inserted."""
    key = added.inserted_primary_key
    assert key is not None, "not an insert of one row"
    return int(key[0])


@contextmanager
def unique_or(conn: Connection, complaint: str) -> Iterator[None]:
    """Raise AlreadyExists with the complaint when the insert or update inside breaks a unique key; undo only that."""
    try:
        with conn.begin_nested():
            yield
    except IntegrityError as error:
        if not is_duplicate(error):
            raise
        raise AlreadyExists(complaint) from error


def found(value: T | None, what: str) -> T:
    """Return the value; raise NotFound when there is none."""
    if value is None:
        raise NotFound(f"There is no such {what} in this company.")
    return value
