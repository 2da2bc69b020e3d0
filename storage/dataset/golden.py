"""Golden questions: pinned by recruiters, a new model that answers one differently does not go live."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from storage.database.errors import NotFound
from storage.database.rows import found, new_id, unique_or
from storage.dataset.categories import category_by_name
from storage.dataset.examples import sentence_key
from storage.tables.base import category
from storage.tables.base import golden_question as table


@dataclass(frozen=True, slots=True)
class GoldenQuestion:
    """A question that must always get this category."""

    id: int
    text: str
    category: str
    language: str


def add(conn: Connection, company_id: int, text: str, category: str, language: str, now: datetime) -> GoldenQuestion:
    """Pin a question; raise NotFound for an unknown category, AlreadyExists when the question is pinned already."""
    its = found(category_by_name(conn, company_id, category), f"category as “{category}”")
    values: dict[str, Any] = {"company_id": company_id, "category_id": its.id, "language": language}
    with unique_or(conn, "This question is pinned already: remove it first to pin it to another category."):
        words = {"text": text.strip(), "normalised": sentence_key(text)}
        added = conn.execute(insert(table).values(**values, **words, created=now))
    return GoldenQuestion(new_id(added), text.strip(), category, language)


def remove(conn: Connection, company_id: int, golden_id: int) -> None:
    """Unpin a question; raise NotFound."""
    one = (table.c.id == golden_id, table.c.company_id == company_id)
    if conn.execute(delete(table).where(*one)).rowcount == 0:
        raise NotFound("There is no such golden question in this company.")


def of_company(conn: Connection, company_id: int, language: str | None = None) -> list[GoldenQuestion]:
    """Return the company's pinned questions (of one language), oldest first."""
    its = (category.c.id == table.c.category_id) & (category.c.company_id == table.c.company_id)
    query = select(table.c.id, table.c.text, category.c.name, table.c.language).join(category, its)
    query = query.where(table.c.company_id == company_id)
    if language is not None:
        query = query.where(table.c.language == language)
    return [GoldenQuestion(*row) for row in conn.execute(query.order_by(table.c.id))]
