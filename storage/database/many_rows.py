"""Thousands of rows changed with few statements: whoever else writes waits for as long as they take."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, update

from storage.database.id_lists import one_of


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
        conn.execute(update(table).where(_among(conn, table, company_id, numbers), *which).values(**values)).rowcount
        for values, numbers in alike.values()
    )


def delete_many(conn: Connection, table: Table, company_id: int, numbers: Collection[int]) -> None:
    """Delete those rows of a company that have these numbers."""
    if numbers:
        conn.execute(delete(table).where(_among(conn, table, company_id, numbers)))


def _among(conn: Connection, table: Table, company_id: int, numbers: Collection[int]) -> ColumnElement[bool]:
    return (table.c.company_id == company_id) & one_of(conn, table.c.id, numbers)
