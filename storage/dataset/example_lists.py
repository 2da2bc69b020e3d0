"""The examples of one category page by page, found by words, and moved together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, case, func, select, update

from nlu.words.normalise import normalise
from storage.companies.companies import data_changed
from storage.database.id_lists import one_of
from storage.dataset.examples import KEY_LENGTH, Example, own_category, rows_of_company
from storage.tables.base import category
from storage.tables.base import example as table


@dataclass(frozen=True, slots=True)
class ExampleList:
    """The examples of a category in a language, those with these words in them (empty: all)."""

    category_id: int
    language: str
    words: str = ""


def page(conn: Connection, company_id: int, of: ExampleList, limit: int, before: int | None = None) -> list[Example]:
    """Return the newest examples, those with an id below `before`, the newest first."""
    query = rows_of_company(company_id).where(*_its(of))
    if before is not None:
        query = query.where(table.c.id < before)
    return [Example(*row) for row in conn.execute(query.order_by(table.c.id.desc()).limit(limit))]


def count(conn: Connection, company_id: int, of: ExampleList) -> int:
    """Return how many there are."""
    return conn.scalar(select(func.count()).where(table.c.company_id == company_id, *_its(of))) or 0


def newest_number(conn: Connection, company_id: int, of: ExampleList) -> int:
    """Return the number of the newest of them, 0 where there is none."""
    return conn.scalar(select(func.max(table.c.id)).where(table.c.company_id == company_id, *_its(of))) or 0


def categories_with(conn: Connection, company_id: int, language: str, words: str) -> set[str]:
    """Return the names of the categories that have examples of this language with these words."""
    its = (category.c.id == table.c.category_id) & (category.c.company_id == table.c.company_id)
    here = (table.c.company_id == company_id, table.c.language == language)
    said = table.c.normalised.contains(normalise(words), autoescape=True)
    return set(
        conn.scalars(select(category.c.name).distinct().select_from(table).join(category, its).where(*here, said))
    )


def texts(
    conn: Connection, company_id: int, language: str, within: Collection[int] | None = None
) -> list[tuple[int, str, int]]:
    """Return the number, the words and the category of every example of a language, or of those in some categories.

    The oldest come first.
    """
    its = [table.c.company_id == company_id, table.c.language == language]
    if within is not None:
        its.append(table.c.category_id.in_(within))
    rows = conn.execute(select(table.c.id, table.c.text, table.c.category_id).where(*its).order_by(table.c.id)).all()
    return [(id_, text, category_id) for id_, text, category_id in rows]


def normalised(
    conn: Connection, company_id: int, language: str, within: Collection[int] | None = None
) -> list[tuple[int, str]]:
    """Return the number and the normalised words of every example of a language, or of those in some categories.

    They stand in the database; only of long ones it has a key alone.
    """
    size = func.length(table.c.normalised)
    words = case((size < KEY_LENGTH, table.c.normalised), else_=table.c.text)
    its = [table.c.company_id == company_id, table.c.language == language]
    if within is not None:
        its.append(table.c.category_id.in_(within))
    rows = conn.execute(select(table.c.id, words, size).where(*its).order_by(table.c.id)).all()
    return [(id_, said if length < KEY_LENGTH else normalise(said)) for id_, said, length in rows]


def of_ids(conn: Connection, company_id: int, example_ids: Collection[int]) -> list[Example]:
    """Return those of these examples that there are."""
    query = rows_of_company(company_id).where(one_of(conn, table.c.id, example_ids))
    return [Example(*row) for row in conn.execute(query)]


def ids(conn: Connection, company_id: int, of: ExampleList) -> list[int]:
    """Return the numbers of all of them."""
    return list(conn.scalars(select(table.c.id).where(table.c.company_id == company_id, *_its(of))))


def typical(conn: Connection, company_id: int, language: str, but: Collection[str]) -> list[Example]:
    """Return an example of each category but those named, by the category's name.

    It is one that a candidate asked and a recruiter confirmed, where there is one, and of middle length: the shortest
    say too little, the longest too much.
    """
    here = (table.c.company_id == company_id, table.c.language == language)
    seen = case((table.c.origin.in_(("confirmed", "corrected")), 1), else_=0)
    best = func.max(seen).over(partition_by=table.c.category_id)
    ranked = select(
        table.c.id, table.c.category_id, func.length(table.c.text).label("size"), seen.label("seen"), best.label("best")
    )
    all_ = ranked.where(*here).subquery()
    place = func.row_number().over(partition_by=all_.c.category_id, order_by=(all_.c.size, all_.c.id))
    number = func.count().over(partition_by=all_.c.category_id)
    placed = (
        select(all_.c.id, place.label("place"), number.label("number")).where(all_.c.seen == all_.c.best).subquery()
    )
    middle = select(placed.c.id).where(placed.c.place == placed.c.number // 2 + 1)
    query = rows_of_company(company_id).where(table.c.id.in_(middle), category.c.name.not_in(but))
    return sorted((Example(*row) for row in conn.execute(query)), key=lambda one: one.category)


def texts_of(conn: Connection, company_id: int, category_id: int, example_ids: Collection[int]) -> list[str]:
    """Return what those of these examples say that stand in a category, by number."""
    chosen = _chosen(conn, company_id, category_id, example_ids)
    return list(conn.scalars(select(table.c.text).where(*chosen).order_by(table.c.id)))


def move(
    conn: Connection, company_id: int, example_ids: Collection[int], category_id: int, into_id: int, now: datetime
) -> list[int]:
    """Put those of these examples that stand in a category into another one; return their numbers.

    What somebody deleted or moved meanwhile is left alone. Raises NotFound where the other category is gone.
    """
    own_category(conn, company_id, into_id)
    chosen = _chosen(conn, company_id, category_id, example_ids)
    moved = list(conn.scalars(select(table.c.id).where(*chosen)))
    if moved:
        conn.execute(update(table).where(*chosen).values(category_id=into_id, import_ref=None))
        data_changed(conn, company_id, now)
    return moved


def _chosen(
    conn: Connection, company_id: int, category_id: int, ids_: Collection[int]
) -> Sequence[ColumnElement[bool]]:
    return (table.c.company_id == company_id, table.c.category_id == category_id, one_of(conn, table.c.id, ids_))


def _its(of: ExampleList) -> Sequence[ColumnElement[bool]]:
    here = (table.c.category_id == of.category_id, table.c.language == of.language)
    words = normalise(of.words)
    return (*here, table.c.normalised.contains(words, autoescape=True)) if words else here
