"""Imports that were carried out: what each brought and replaced, and undoing one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from sqlalchemy import Connection, delete, exists, func, insert, select, update

from storage.companies.companies import data_changed
from storage.database.errors import WrongState
from storage.database.id_lists import one_of
from storage.database.many_rows import set_many
from storage.database.rows import AnySelect, Conditions, found, new_id
from storage.dataset.categories import free_name
from storage.tables.base import answer, category, example, golden_question
from storage.tables.base import dataset_import as table

ReplacedExample: TypeAlias = Mapping[str, Any]
"""An example as it stood before an import, its category by name, ready for JSON; `moved`, or else removed."""


@dataclass(frozen=True, slots=True)
class DatasetImport:
    """One import: how many examples it added, and how many it moved from another category or removed."""

    id: int
    author: str | None
    added: int
    created: datetime
    undone: datetime | None
    moved: int
    removed: int


@dataclass(frozen=True, slots=True)
class Undone:
    """What undoing an import did: examples taken out, moved back to where they stood, and brought back.

    `made` are the numbers of those that were brought back.
    """

    taken_out: int
    moved_back: int
    brought_back: int
    made: tuple[int, ...] = field(default=(), compare=False)


def replaced(
    conn: Connection, company_id: int, *, moved: Collection[int], removed: Collection[int]
) -> list[ReplacedExample]:
    """Return the examples that an import is to move or remove, as they stand."""
    its = (category.c.id == example.c.category_id) & (category.c.company_id == example.c.company_id)
    columns = [*(example.c[name] for name in _KEPT), category.c.name.label("category")]
    query = select(*columns).join(category, its).where(example.c.company_id == company_id).order_by(example.c.id)
    rows = conn.execute(query.where(one_of(conn, example.c.id, {*moved, *removed}))).mappings()
    return [{**row, "created": row["created"].isoformat(), "moved": row["id"] in moved} for row in rows]


def record(
    conn: Connection,
    company_id: int,
    *,
    author: str | None,
    added: int,
    new_categories: Sequence[str],
    replaced: Sequence[ReplacedExample],
    now: datetime,
) -> str:
    """Note an import before it is carried out, with the examples that it moves and removes; return its reference."""
    values = {"author": author, "added": added, "new_categories": list(new_categories), "replaced": list(replaced)}
    return str(new_id(conn.execute(insert(table).values(company_id=company_id, **values, created=now))))


def of_company(conn: Connection, company_id: int, limit: int = 20) -> list[DatasetImport]:
    """Return the company's imports, newest first."""
    return [_import(row) for row in conn.execute(_of(company_id).order_by(table.c.id.desc()).limit(limit))]


def made_since(conn: Connection, company_id: int, since: datetime) -> list[tuple[datetime, int]]:
    """Return when the imports since then were made, the oldest first, and how many examples each added or changed."""
    its = (table.c.company_id == company_id, table.c.created >= since, table.c.undone.is_(None))
    changed = func.json_array_length(table.c.replaced)  # not the examples themselves, of which there may be thousands
    rows = conn.execute(select(table.c.created, table.c.added + changed).where(*its).order_by(table.c.id))
    return [(created, n) for created, n in rows]


def get(conn: Connection, company_id: int, import_id: int) -> DatasetImport:
    """Return one import; raise NotFound."""
    return _import(found(conn.execute(_of(company_id).where(table.c.id == import_id)).one_or_none(), "import"))


def undone(conn: Connection, company_id: int, import_ids: Collection[int]) -> dict[int, bool]:
    """Return whether these imports were undone, of those there are."""
    query = select(table.c.id, table.c.undone).where(table.c.company_id == company_id, table.c.id.in_(import_ids))
    return {row.id: row.undone is not None for row in conn.execute(query)}


def removed(conn: Connection, company_id: int, language: str, since: datetime) -> list[str]:
    """Return the sentences that imports since then removed and nobody brought back by undoing one."""
    its = (table.c.company_id == company_id, table.c.created >= since, table.c.undone.is_(None))
    rows = conn.scalars(select(table.c.replaced).where(*its))
    return [one["text"] for row in rows for one in row if not one["moved"] and one["language"] == language]


def answers_left(conn: Connection, company_id: int, import_id: int) -> int:
    """Return how many answers came in the same file and stand as they came: undoing the import leaves them."""
    its = get(conn, company_id, import_id)
    query = select(func.count()).where(answer.c.company_id == company_id, answer.c.updated == its.created)
    return int(conn.scalar(query) or 0)


def undo(conn: Connection, company_id: int, import_id: int, now: datetime) -> Undone:
    """Put the examples back as they stood before the import; raise NotFound, WrongState when it is undone already.

    An example that a person has changed since stays as that person left it, and so do the answers that came in the
    same file. Categories that the import made are deleted when nothing is left in them.
    """
    row = found(conn.execute(_of(company_id).where(table.c.id == import_id)).one_or_none(), "import")
    if row.undone is not None:
        raise WrongState("This import was undone already.")
    ids = _category_ids(conn, company_id, {one["category"] for one in row.replaced}, now)
    moved_back = _move_back(conn, company_id, import_id, [one for one in row.replaced if one["moved"]], ids)
    taken_out = conn.execute(delete(example).where(*_brought(company_id, import_id))).rowcount
    made = _bring_back(conn, company_id, [one for one in row.replaced if not one["moved"]], ids)
    _delete_empty(conn, company_id, row.new_categories)
    set_undone(conn, company_id, import_id, now)
    data_changed(conn, company_id, now)
    return Undone(taken_out, moved_back, len(made), tuple(made))


def brought(conn: Connection, company_id: int, import_id: int) -> list[int]:
    """Return the numbers of the examples that an import added or moved and that stand as it left them."""
    return list(conn.scalars(select(example.c.id).where(*_brought(company_id, import_id))))


def _brought(company_id: int, import_id: int) -> Conditions:
    return example.c.company_id == company_id, example.c.import_ref == str(import_id)


def set_undone(conn: Connection, company_id: int, import_id: int, undone: datetime | None) -> None:
    """Note when an import was undone; None: it stands again."""
    its = (table.c.id == import_id, table.c.company_id == company_id)
    conn.execute(update(table).where(*its).values(undone=undone))


def _of(company_id: int) -> AnySelect:
    return select(*[column for column in table.c if column.name != "company_id"]).where(
        table.c.company_id == company_id
    )


def _import(row: Any) -> DatasetImport:
    moved = sum(one["moved"] for one in row.replaced)
    return DatasetImport(
        row.id, row.author, row.added, row.created, row.undone, moved=moved, removed=len(row.replaced) - moved
    )


_KEPT = ("id", "language", "text", "normalised", "origin", "import_ref", "created_by", "created")


def _category_ids(conn: Connection, company_id: int, needed: set[str], now: datetime) -> dict[str, int]:
    """Return the ids of the categories by name, making those again that were deleted since."""
    own = select(category.c.name, category.c.id, category.c.label).where(category.c.company_id == company_id)
    rows = conn.execute(own).all()
    ids, labels = {row.name: row.id for row in rows}, {row.label for row in rows}
    for name in sorted(needed - ids.keys()):
        values = {"name": name, "label": free_name(name, labels), "created": now}
        ids[name] = new_id(conn.execute(insert(category).values(company_id=company_id, **values)))
        labels.add(str(values["label"]))
    return ids


def _move_back(
    conn: Connection, company_id: int, import_id: int, moved: Sequence[ReplacedExample], ids: Mapping[str, int]
) -> int:
    before = {
        one["id"]: {"category_id": ids[one["category"]]}
        | {name: one[name] for name in ("origin", "import_ref", "created_by")}
        for one in moved
    }
    # Not by the index of imports, which would lead every statement through all that this one brought.
    still_its = func.coalesce(example.c.import_ref, "") == str(import_id)
    return set_many(conn, example, company_id, before, still_its)


def _bring_back(
    conn: Connection, company_id: int, removed: Sequence[ReplacedExample], ids: Mapping[str, int]
) -> list[int]:
    """Add them again, but what somebody has added since; return their numbers."""
    if not removed:
        return []
    columns = select(example.c.language, example.c.normalised).where(example.c.company_id == company_id)
    there = {tuple(row) for row in conn.execute(columns)}
    back = [
        {name: one[name] for name in _KEPT if name not in ("id", "created")}
        | {"company_id": company_id, "category_id": ids[one["category"]]}
        | {"created": datetime.fromisoformat(one["created"])}
        for one in removed
        if (one["language"], one["normalised"]) not in there
    ]
    return list(conn.scalars(insert(example).returning(example.c.id), back)) if back else []


def _delete_empty(conn: Connection, company_id: int, names: Sequence[str]) -> None:
    unused = [
        ~exists().where(other.c.company_id == category.c.company_id, other.c.category_id == category.c.id)
        for other in (example, answer, golden_question)
    ]
    conn.execute(delete(category).where(category.c.company_id == company_id, category.c.name.in_(names), *unused))
