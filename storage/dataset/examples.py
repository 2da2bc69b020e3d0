"""Examples: the sentences a company's classifier learns from, each in exactly one category."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, select, update

from nlu.words.normalise import normalise
from storage.companies.companies import data_changed
from storage.database.errors import AlreadyExists, DatasetError, InOtherCategory, NotFound
from storage.database.rows import AnySelect, found, new_id, unique_or
from storage.tables.base import category
from storage.tables.base import example as table

Origin = Literal["starter", "import", "desk", "confirmed", "corrected"]
# A key in PostgreSQL's index has at most 2700 bytes.
KEY_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence in its category; `origin` says how it came here, `import_ref` with which import.

    Once a person has moved or changed an example it is no longer the import's, and has no `import_ref`.
    """

    id: int
    category_id: int
    category: str
    language: str
    text: str
    origin: Origin
    created: datetime
    created_by: str | None
    import_ref: str | None = None


def sentence_key(text: str) -> str:
    """Return what two equal sentences have in common; raise DatasetError when nothing is left of the text.

    >>> sentence_key("Where do I apply?") == sentence_key("  where do i APPLY ")
    True
    """
    key = normalise(text)
    if not key:
        raise DatasetError("An example needs at least one word.")
    if len(key) <= KEY_LENGTH:
        return key
    return f"{key[: KEY_LENGTH - 64]}{hashlib.sha256(key.encode()).hexdigest()}"


def any_yet(conn: Connection, company_id: int) -> bool:
    """Tell whether the company has an example, in any language."""
    return conn.execute(select(table.c.id).where(table.c.company_id == company_id).limit(1)).first() is not None


def examples(
    conn: Connection,
    company_id: int,
    *,
    language: str | None = None,
    category_id: int | None = None,
    search: str | None = None,
    limit: int | None = None,
) -> list[Example]:
    """Return the company's examples, oldest first: of a language, of a category, with these words in them."""
    query = rows_of_company(company_id)
    if language is not None:
        query = query.where(table.c.language == language)
    if category_id is not None:
        query = query.where(table.c.category_id == category_id)
    if search:
        query = query.where(table.c.normalised.contains(normalise(search), autoescape=True))
    return [Example(*row) for row in conn.execute(query.order_by(table.c.id).limit(limit))]


def example(conn: Connection, company_id: int, example_id: int) -> Example:
    """Return one example; raise NotFound."""
    row = conn.execute(rows_of_company(company_id).where(table.c.id == example_id)).one_or_none()
    return Example(*found(row, "example"))


def example_with_text(conn: Connection, company_id: int, language: str, text: str) -> Example | None:
    """Return the example with this sentence in its normalised form; raise DatasetError like `sentence_key`."""
    return _standing(conn, company_id, language, sentence_key(text))


def add_example(
    conn: Connection,
    company_id: int,
    *,
    category_id: int,
    language: str,
    text: str,
    origin: Origin,
    author: str | None,
    now: datetime,
) -> Example:
    """Add a sentence; raise AlreadyExists when it stands in this category, InOtherCategory, NotFound, DatasetError."""
    own_category(conn, company_id, category_id)
    key = sentence_key(text)
    _free(conn, company_id, category_id, language, key)
    values = {"category_id": category_id, "language": language, "text": text.strip(), "normalised": key}
    by = {"origin": origin, "created_by": author, "created": now}
    with unique_or(conn, _STANDS):
        added = conn.execute(insert(table).values(company_id=company_id, **values, **by))
    data_changed(conn, company_id, now)
    return example(conn, company_id, new_id(added))


def move_example(conn: Connection, company_id: int, example_id: int, category_id: int, now: datetime) -> Example:
    """Put the example into another category of the company; raise NotFound."""
    own_category(conn, company_id, category_id)
    _change(conn, company_id, example_id, now, category_id=category_id)
    return example(conn, company_id, example_id)


def put_back(
    conn: Connection,
    company_id: int,
    example_id: int,
    *,
    category_id: int,
    origin: Origin,
    created_by: str | None,
    now: datetime,
) -> None:
    """Let the example stand as it did before a verdict moved it; raise NotFound where its category is gone."""
    own_category(conn, company_id, category_id)
    _change(conn, company_id, example_id, now, category_id=category_id, origin=origin, created_by=created_by)


def edit_example(conn: Connection, company_id: int, example_id: int, text: str, now: datetime) -> Example:
    """Change the sentence; raise like `add_example` when another example has these words."""
    key = sentence_key(text)
    before = example(conn, company_id, example_id)
    _free(conn, company_id, before.category_id, before.language, key, but=example_id)
    with unique_or(conn, _STANDS):
        _change(conn, company_id, example_id, now, text=text.strip(), normalised=key)
    return example(conn, company_id, example_id)


def delete_example(conn: Connection, company_id: int, example_id: int, now: datetime) -> None:
    """Delete the example; raise NotFound."""
    if conn.execute(delete(table).where(*_one(company_id, example_id))).rowcount == 0:
        raise NotFound("There is no such example in this company.")
    data_changed(conn, company_id, now)


def learn(
    conn: Connection,
    company_id: int,
    *,
    category_id: int,
    language: str,
    text: str,
    origin: Origin,
    author: str,
    now: datetime,
) -> Example:
    """Make the sentence an example of this category: add it, move it here, or leave it when it is here already."""
    stands = _standing(conn, company_id, language, sentence_key(text))
    if stands is None:
        return add_example(
            conn,
            company_id,
            category_id=category_id,
            language=language,
            text=text,
            origin=origin,
            author=author,
            now=now,
        )
    if stands.category_id != category_id:
        own_category(conn, company_id, category_id)
        _change(conn, company_id, stands.id, now, category_id=category_id, origin=origin, created_by=author)
    return example(conn, company_id, stands.id)


_STANDS = "This sentence already stands in this category."


def rows_of_company(company_id: int) -> AnySelect:
    """Select the columns of a company's examples, in the order of `Example`."""
    its = (category.c.id == table.c.category_id) & (category.c.company_id == table.c.company_id)
    columns = (
        table.c.id,
        table.c.category_id,
        category.c.name,
        table.c.language,
        table.c.text,
        table.c.origin,
        table.c.created,
        table.c.created_by,
        table.c.import_ref,
    )
    return select(*columns).join(category, its).where(table.c.company_id == company_id)


def _one(company_id: int, example_id: int) -> tuple[Any, Any]:
    return table.c.id == example_id, table.c.company_id == company_id


def own_category(conn: Connection, company_id: int, category_id: int) -> None:
    """Raise NotFound unless the company has this category."""
    own = select(category.c.id).where(category.c.id == category_id, category.c.company_id == company_id)
    found(conn.scalar(own), "category")


def _standing(conn: Connection, company_id: int, language: str, key: str) -> Example | None:
    same = (table.c.language == language, table.c.normalised == key)
    row = conn.execute(rows_of_company(company_id).where(*same)).one_or_none()
    return None if row is None else Example(*row)


def _free(
    conn: Connection, company_id: int, category_id: int, language: str, key: str, *, but: int | None = None
) -> None:
    stands = _standing(conn, company_id, language, key)
    if stands is None or stands.id == but:
        return
    if stands.category_id == category_id:
        raise AlreadyExists(_STANDS)
    raise InOtherCategory(stands.category)


def _change(conn: Connection, company_id: int, example_id: int, now: datetime, **values: Any) -> None:
    changed = update(table).where(*_one(company_id, example_id)).values(**values, import_ref=None)
    if conn.execute(changed).rowcount == 0:
        raise NotFound("There is no such example in this company.")
    data_changed(conn, company_id, now)
