"""Thousands of rows read or changed with few statements: whoever else writes waits for as long as they take."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Table, delete, update

_AT_ONCE: Final = 500
"""Numbers in one statement; SQLite takes some thousands."""


def parts(numbers: Collection[int]) -> Iterator[Sequence[int]]:
    """Yield numbers as one statement takes them, in order."""
    ordered = sorted(numbers)
    for first in range(0, len(ordered), _AT_ONCE):
        yield ordered[first : first + _AT_ONCE]


def set_many(
    conn: Connection,
    table: Table,
    company_id: int,
    wanted: Mapping[int, Mapping[str, Any]],
    *which: ColumnElement[bool],
) -> int:
    """Give rows of a company, by number, these values where the conditions hold; return how many rows that were.

    Those that get the same values get them together.
    """
    alike: dict[str, tuple[Mapping[str, Any], list[int]]] = {}
    for number, values in wanted.items():
        alike.setdefault(repr(values), (values, []))[1].append(number)
    return sum(
        conn.execute(update(table).where(*_some(table, company_id, some), *which).values(**values)).rowcount
        for values, numbers in alike.values()
        for some in parts(numbers)
    )


def delete_many(conn: Connection, table: Table, company_id: int, numbers: Collection[int]) -> None:
    """Delete those rows of a company that have these numbers."""
    for some in parts(numbers):
        conn.execute(delete(table).where(*_some(table, company_id, some)))


def _some(table: Table, company_id: int, numbers: Sequence[int]) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return table.c.company_id == company_id, table.c.id.in_(numbers)
