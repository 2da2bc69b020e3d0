"""Categories: what a company's questions are about. One set for all its languages."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from storage.companies.companies import changed, data_changed
from storage.database.errors import DatasetError, NotFound
from storage.database.rows import AnySelect, new_id, unique_or
from storage.tables.base import category as table
from storage.tables.base import example, golden_question
from storage.tables.gate import category_merge

NAME_LENGTH = 200
RESERVED = "general:"
"""What evaluations call general intents begins so."""


@dataclass(frozen=True, slots=True)
class Category:
    """A class of questions and how many examples it has (in the language asked for).

    Models, decisions, buttons and reviews know it by `name`, which never changes; people read and change `label`.
    """

    id: int
    name: str
    label: str
    examples: int


def categories(conn: Connection, company_id: int, language: str | None = None) -> list[Category]:
    """Return all categories by label, empty ones too, counting the examples of one language or of all."""
    rows = conn.execute(_counted(company_id, language).order_by(table.c.label))
    return [Category(*row) for row in rows]


def how_many(conn: Connection, company_id: int) -> tuple[int, int]:
    """Return how many categories the company has, and how many examples in all languages."""
    both = (select(func.count()).where(each.c.company_id == company_id) for each in (table, example))
    found, examples = conn.execute(select(*(each.scalar_subquery() for each in both))).one()
    return found, examples


def category_by_name(conn: Connection, company_id: int, name: str) -> Category | None:
    """Return the category with exactly this name, counting examples of all languages."""
    row = conn.execute(_counted(company_id, None).where(table.c.name == name)).one_or_none()
    return None if row is None else Category(*row)


def called(conn: Connection, company_id: int, words: str) -> Category | None:
    """Return the category that people call so now, else the one that was called so when it was made."""
    rows = conn.execute(_counted(company_id, None).where(or_(table.c.label == words, table.c.name == words))).all()
    return min((Category(*row) for row in rows), key=lambda one: one.label != words, default=None)


def names(conn: Connection, company_id: int) -> dict[str, str]:
    """Return the name of a category by all that it may be called in a file: its label, or else its first one."""
    rows = conn.execute(select(table.c.name, table.c.label).where(table.c.company_id == company_id)).all()
    return {row.name: row.name for row in rows} | {row.label: row.name for row in rows}


def numbers(conn: Connection, company_id: int) -> dict[str, int]:
    """Return the id of each category by its name, in the order of labels; nothing is counted for it."""
    query = select(table.c.name, table.c.id).where(table.c.company_id == company_id).order_by(table.c.label)
    return dict(conn.execute(query).all())


def label_of(conn: Connection, company_id: int, name: str) -> str:
    """Return what people call the category of this name; the name itself where it is gone."""
    label = conn.scalar(select(table.c.label).where(table.c.company_id == company_id, table.c.name == name))
    return name if label is None else str(label)


def renamed(conn: Connection, company_id: int) -> dict[str, str]:
    """Return the labels of the categories that are not called by their name any more."""
    query = select(table.c.name, table.c.label).where(table.c.company_id == company_id, table.c.label != table.c.name)
    return {row.name: row.label for row in conn.execute(query)}


def add_category(conn: Connection, company_id: int, label: str, now: datetime) -> Category:
    """Add an empty category; raise AlreadyExists, or DatasetError for a label that is empty or too long.

    Its name is the label, with a number where a category that is called otherwise now was made under it.
    """
    label = checked_name(label)
    known = set(conn.scalars(select(table.c.name).where(table.c.company_id == company_id)))
    with unique_or(conn, _taken(label)):
        values = {"name": free_name(label, known), "label": label, "created": now}
        added = conn.execute(insert(table).values(company_id=company_id, **values))
    data_changed(conn, company_id, now)
    return Category(new_id(added), str(values["name"]), label, 0)


def free_name(wanted: str, taken: Collection[str]) -> str:
    """Return the name that is wanted, or else the first with a number that is free.

    >>> free_name("pay", {"pay", "pay (2)"})
    'pay (3)'
    """
    numbered = (f"{wanted[: NAME_LENGTH - 8]} ({number})" for number in count(2))
    return wanted if wanted not in taken else next(each for each in numbered if each not in taken)


def rename_category(conn: Connection, company_id: int, category_id: int, label: str) -> None:
    """Call a category otherwise, which teaches models nothing; candidates see it where its answer has no title.

    Raises NotFound, AlreadyExists, or DatasetError for a label that is empty or too long.
    """
    label = checked_name(label)
    with unique_or(conn, _taken(label)):
        _must_change(conn, update(table).where(*_one(company_id, category_id)).values(label=label))
    changed(conn, company_id)


def merge_category(
    conn: Connection, company_id: int, category_id: int, into_id: int, author: str, now: datetime
) -> int:
    """Put all examples and golden questions of a category into another one and delete it; return how many examples.

    Its answers go with it. That it was wanted is remembered, for models that knew it (`merged`). Raises NotFound, and
    DatasetError for a category that is to be merged with itself.
    """
    if category_id == into_id:
        raise DatasetError("A category cannot be merged with itself: choose another one.")
    own = {row.id: row.name for row in conn.execute(_counted(company_id, None))}
    if not {category_id, into_id} <= own.keys():
        raise NotFound("There is no such category in this company.")
    into = {"category_id": into_id}
    its = (example.c.company_id == company_id, example.c.category_id == category_id)
    moved = conn.execute(update(example).where(*its).values(**into, import_ref=None)).rowcount
    pinned = (golden_question.c.company_id == company_id, golden_question.c.category_id == category_id)
    conn.execute(update(golden_question).where(*pinned).values(**into))
    values = {"category_id": category_id, "into_id": into_id, "name": own[category_id]}
    conn.execute(insert(category_merge).values(company_id=company_id, **values, author=author, created=now))
    delete_category(conn, company_id, category_id, now)
    return moved


def merged(conn: Connection, company_id: int) -> dict[int, int]:
    """Return by their ids the categories that people merged, and what each was merged into."""
    its = category_merge.c.company_id == company_id
    rows = conn.execute(select(category_merge.c.category_id, category_merge.c.into_id).where(its))
    return {row.category_id: row.into_id for row in rows}


def went_into(conn: Connection, company_id: int) -> dict[str, str]:
    """Return by their names the categories that were merged, and the names of those in which their questions are now.

    A name that is in use again is left out, and one whose questions went into a category that is gone.
    """
    its = category_merge.c.company_id == company_id
    rows = conn.execute(
        select(category_merge.c.category_id, category_merge.c.into_id, category_merge.c.name).where(its)
    )
    gone = {row.category_id: row for row in rows}
    there = {id_: name for name, id_ in numbers(conn, company_id).items()}
    found = {}
    for row in gone.values():
        into = row.into_id
        while into in gone:
            into = gone[into].into_id
        if into in there and row.name not in there.values():
            found[row.name] = there[into]
    return found


def delete_category(conn: Connection, company_id: int, category_id: int, now: datetime) -> None:
    """Delete a category with its examples, answers and golden questions; raise NotFound."""
    _must_change(conn, delete(table).where(*_one(company_id, category_id)))
    data_changed(conn, company_id, now)


def checked_name(name: str) -> str:
    """Return the name without outer white space; raise DatasetError for one that is reserved, empty or too long."""
    name = name.strip()
    if is_reserved(name):
        raise DatasetError(f"“{name}” cannot be a category's name: “{RESERVED}” begins the names of general intents.")
    if not 0 < len(name) <= NAME_LENGTH:
        raise DatasetError(f"A category needs a name of 1 to {NAME_LENGTH} characters.")
    return name


def is_reserved(name: str) -> bool:
    """Whether evaluations would take a category of this name for a general intent.

    >>> is_reserved("general:greet"), is_reserved("General questions")
    (True, False)
    """
    return name.startswith(RESERVED)


def _taken(name: str) -> str:
    return f"A category “{name}” exists already: choose another name or use that one."


def _one(company_id: int, category_id: int) -> tuple[Any, Any]:
    return table.c.id == category_id, table.c.company_id == company_id


def _must_change(conn: Connection, statement: Any) -> None:
    if conn.execute(statement).rowcount == 0:
        raise NotFound("There is no such category in this company.")


def _counted(company_id: int, language: str | None) -> AnySelect:
    its = (example.c.company_id == table.c.company_id) & (example.c.category_id == table.c.id)
    if language is not None:
        its &= example.c.language == language
    examples = select(func.count()).where(its).scalar_subquery()
    return select(table.c.id, table.c.name, table.c.label, examples).where(table.c.company_id == company_id)
