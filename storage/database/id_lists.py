"""Thousands of numbers that a query has found, given to further queries as one text that the database reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Connection,
    Text,
    any_,
    bindparam,
    cast,
    func,
    select,
)

FEW: Final = 100
"""So many are given one by one."""
NONE: Final = {"sqlite": "[]", "postgresql": "{}"}


def written(conn: Connection, query: CompoundSelect[int]) -> tuple[int, str]:
    """Return how many numbers a query finds, and all of them as `among` takes them."""
    found = query.subquery()
    (its,) = found.c
    every = func.json_group_array(its) if conn.dialect.name == "sqlite" else cast(func.array_agg(its), Text)
    count, text = conn.execute(select(func.count(), every).select_from(found)).one()
    return count, text or NONE[conn.dialect.name]


def listed(conn: Connection, numbers: Iterable[int]) -> str:
    """Return numbers that are known already as `among` takes them."""
    among_them = ",".join(map(str, numbers))
    return f"[{among_them}]" if conn.dialect.name == "sqlite" else f"{{{among_them}}}"


def among(conn: Connection, number: ColumnElement[int], ids: str) -> ColumnElement[bool]:
    """Return the condition that a number is one of those that were `written`."""
    if conn.dialect.name == "sqlite":
        return number.in_(select(func.json_each(ids).table_valued("value").c.value))
    # Written out, PostgreSQL reads the list once; of a parameter it would do so again for every row.
    every = bindparam("ids", ids, Text, unique=True, literal_execute=True)
    return number == any_(cast(every, ARRAY(BigInteger)))


def one_of(conn: Connection, number: ColumnElement[int], numbers: Collection[int]) -> ColumnElement[bool]:
    """Return the condition that a number is one of these, however many there are."""
    return number.in_(numbers) if len(numbers) <= FEW else among(conn, number, listed(conn, numbers))
