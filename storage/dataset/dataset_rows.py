"""Rows of the dataset, and of what else the history can undo, as values: before and after a change, what differs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Date, Table, select, true

from storage.database.columns import UtcDateTime
from storage.database.id_lists import one_of
from storage.tables.base import answer, category, example, golden_question
from storage.tables.canned_reply import canned_reply
from storage.tables.search import synonym
from storage.tables.settled import settled_finding
from storage.tables.waiting import webhook

DatasetRow = Mapping[str, Any]
"""The columns of a row but its company, ready for JSON."""
Picture = Mapping[tuple[str, str], DatasetRow]
"""Rows by table and key."""

OTHERS: Final[Mapping[str, Table]] = {each.name: each for each in (settled_finding, canned_reply, synonym, webhook)}
"""Tables that stand apart from the dataset, by name."""
TABLES: Final[Mapping[str, Table]] = {
    **{each.name: each for each in (category, example, golden_question, answer)},
    **OTHERS,
}
_LEFT_OUT: Final = ("company_id", "updated")
_ADDED: Final = ("more", "valid_from", "valid_until", "owner")
"""Columns that changes kept before there were any do not have: without a value they are left out."""


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row before and after; None where it was not there."""

    table: str
    key: str
    before: DatasetRow | None
    after: DatasetRow | None

    @property
    def json(self) -> dict[str, Any]:
        """The same as JSON; `asdict` would copy every value of every row."""
        return {"table": self.table, "key": self.key, "before": self.before, "after": self.after}

    @property
    def reversed(self) -> RowChange:
        """The same, taken back."""
        return RowChange(self.table, self.key, self.after, self.before)

    @property
    def texts(self) -> list[str]:
        """What the row said in words that people wrote."""
        rows = [row for row in (self.before, self.after) if row is not None]
        said = [str(row[name]) for row in rows for name in ("text", "note", "title") if row.get(name)]
        return said + [text for row in rows for text in (row.get("texts") or {}).values()]


def picture(
    conn: Connection,
    company_id: int,
    *,
    categories: Collection[int] = (),
    examples: Collection[int] = (),
    answers: Collection[int] = (),
    all_answers: bool = False,
    labels: Collection[int] = (),
    pinned: Collection[int] = (),
    others: Mapping[str, Collection[int]] | None = None,
) -> Picture:
    """Return these categories with all that is in them, these examples and pinned questions, and answers.

    `answers` are the categories whose answers alone are wanted, `labels` those without what is in them; `others` are
    rows of OTHERS, by table.
    """
    parts = [
        (category, category.c.id, [*categories, *labels]),
        (example, example.c.category_id, categories),
        (example, example.c.id, examples),
        (golden_question, golden_question.c.category_id, categories),
        (golden_question, golden_question.c.id, pinned),
        (answer, answer.c.category_id, () if all_answers else [*categories, *answers]),
        *[(OTHERS[name], OTHERS[name].c.id, ids) for name, ids in (others or {}).items()],
    ]
    found: dict[tuple[str, str], DatasetRow] = {}
    for table, column, ids in parts:
        if ids:
            found |= _read(conn, company_id, table, one_of(conn, column, ids))
    return found | (_read(conn, company_id, answer, true()) if all_answers else {})


def standing(conn: Connection, company_id: int, differences: Iterable[RowChange]) -> Picture:
    """Return those rows of the differences that are there now."""
    found: dict[tuple[str, str], DatasetRow] = {}
    keys = {(one.table, one.key) for one in differences}
    for name, table in TABLES.items():
        ids = {int(key.split()[0]) for its, key in keys if its == name}
        column = table.c.category_id if name == "answer" else table.c.id
        rows = _read(conn, company_id, table, one_of(conn, column, ids)) if ids else {}
        found |= {its: row for its, row in rows.items() if its in keys}
    return found


def differences(before: Picture, after: Picture) -> list[RowChange]:
    """Return the rows that are not the same in two pictures."""
    keys = dict.fromkeys([*before, *after])
    return [RowChange(*key, before.get(key), after.get(key)) for key in keys if before.get(key) != after.get(key)]


def values_of(row: DatasetRow) -> dict[str, Any]:
    """Return the values of a row as the database takes them."""
    created = {"created": datetime.fromisoformat(row["created"])} if "created" in row else {}
    return {**row, **created}


def _read(
    conn: Connection, company_id: int, table: Table, which: ColumnElement[bool]
) -> dict[tuple[str, str], DatasetRow]:
    columns = [column for column in table.c if column.name not in _LEFT_OUT]
    names = [column.name for column in columns]
    dates = [column.name for column in columns if isinstance(column.type, UtcDateTime | Date)]
    rows = conn.execute(select(*columns).where(table.c.company_id == company_id, which))
    found = [_plain(dict(zip(names, row, strict=True)), dates) for row in rows]
    return {(table.name, _key(table, row)): row for row in found}


def _key(table: Table, row: DatasetRow) -> str:
    return f"{row['category_id']} {row['language']}" if table is answer else str(row["id"])


def _plain(row: dict[str, Any], dates: Sequence[str]) -> dict[str, Any]:
    for name in dates:
        row[name] = row[name] and row[name].isoformat()
    for name in _ADDED:
        if name in row and row[name] is None:
            del row[name]
    return row
