"""What several subjects share: the types of rows, refusing duplicates, finding what must be there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import ColumnElement, Connection, CursorResult, Row, Select
from sqlalchemy.exc import IntegrityError

from storage.errors import AlreadyExists, NotFound, is_duplicate

T = TypeVar("T")
AnyRow: TypeAlias = Row[*tuple[Any, ...]]
AnySelect: TypeAlias = Select[*tuple[Any, ...]]
Conditions: TypeAlias = Sequence[ColumnElement[bool]]


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
