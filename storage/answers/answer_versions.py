"""What an answer said before: who saved it, when; `storage.answers.answers` adds one version with each change."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, select

from storage.answers.answers import FIELDS, Answer, answer_of
from storage.database.rows import AnyRow, AnySelect, found
from storage.tables.base import category
from storage.tables.version import answer_version as table


@dataclass(frozen=True, slots=True)
class AnswerVersion:
    """An answer as somebody saved it; without words it was removed then.

    `author` is None for what came with the company or was written before versions were kept.
    """

    id: int
    answer: Answer
    author: str | None
    created: datetime


def of_answer(
    conn: Connection, company_id: int, name: str, language: str, limit: int, *, before: int | None = None
) -> list[AnswerVersion]:
    """Return the versions of a category's answer, newest first, those before the one with this id."""
    query = _of(company_id).where(category.c.name == name, table.c.language == language)
    if before is not None:
        query = query.where(table.c.id < before)
    return [_version(row) for row in conn.execute(query.order_by(table.c.id.desc()).limit(limit))]


def newest(conn: Connection, company_id: int, name: str, language: str) -> AnswerVersion | None:
    """Return what was saved last as a category's answer, None when nothing ever was."""
    return next(iter(of_answer(conn, company_id, name, language, 1)), None)


def newest_number(conn: Connection, company_id: int, category_id: int) -> int:
    """Return the id of what was saved last as an answer of a category, in any language, 0 when nothing ever was."""
    its = (table.c.company_id == company_id, table.c.category_id == category_id)
    return conn.scalar(select(func.max(table.c.id)).where(*its)) or 0


def number_of(conn: Connection, company_id: int, answer: Answer | None) -> int:
    """Return the id of the version that an answer is as it stands, 0 for none."""
    stands = None if answer is None else newest(conn, company_id, answer.category, answer.language)
    return 0 if stands is None else stands.id


def get(conn: Connection, company_id: int, version_id: int) -> AnswerVersion:
    """Return one version; raise NotFound, also where its category is gone."""
    return _version(found(conn.execute(_of(company_id).where(table.c.id == version_id)).one_or_none(), "version"))


def forget(conn: Connection, company_id: int, version_ids: Collection[int]) -> None:
    """Delete versions; what an answer says now stays."""
    latest = select(func.max(table.c.id)).where(table.c.company_id == company_id)
    kept = set(conn.scalars(latest.group_by(table.c.category_id, table.c.language)))
    gone = set(version_ids) - kept
    conn.execute(delete(table).where(table.c.company_id == company_id, table.c.id.in_(gone)))


_COLUMNS = (
    table.c.id,
    table.c.author,
    table.c.created,
    category.c.name,
    table.c.language,
    *(table.c[n] for n in FIELDS),
)


def _of(company_id: int) -> AnySelect:
    its = (category.c.id == table.c.category_id) & (category.c.company_id == table.c.company_id)
    return select(*_COLUMNS).join(category, its).where(table.c.company_id == company_id)


def _version(row: AnyRow) -> AnswerVersion:
    id_, author, created, name, language, *said = row
    return AnswerVersion(id_, answer_of(name, language, dict(zip(FIELDS, said, strict=True))), author, created)
