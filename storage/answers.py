"""The answer bank: one text per category and language, with the buttons and links under it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage import companies
from storage.dataset import category_by_name
from storage.messages import Button, Link, buttons_json, buttons_of, links_json, links_of
from storage.notices import Notice, notify
from storage.prepared import Prepared
from storage.rows import AnyRow, AnySelect, found
from storage.tables import answer
from storage.tables import category as categories
from storage.version_tables import answer_version


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot says to a question of this category in this language; `title` names the category for candidates."""

    category: str
    language: str
    text: str
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()
    title: str = ""


_COLUMNS = (categories.c.name, answer.c.language, answer.c.text, answer.c.buttons, answer.c.links, answer.c.title)
_ALL: AnySelect = select(*_COLUMNS).join(
    categories, (categories.c.id == answer.c.category_id) & (categories.c.company_id == answer.c.company_id)
)
_GET = Prepared(
    _ALL.where(
        answer.c.company_id == bindparam("of_company"),
        categories.c.name == bindparam("of_category"),
        answer.c.language == bindparam("of_language"),
    )
)


def get(conn: Connection, company_id: int, category: str, language: str) -> Answer | None:
    """Return the answer to this category in this language, None when nobody wrote one."""
    row = _GET.row(conn, {"of_company": company_id, "of_category": category, "of_language": language})
    return None if row is None else _answer(row)


def written(conn: Connection, company_id: int, category: str, *languages: str) -> Answer | None:
    """Return the answer in the first of these languages in which it has words, None when it has them in none."""
    for language in dict.fromkeys(languages):
        known = get(conn, company_id, category, language)
        if known is not None and known.text.strip():
            return known
    return None


def of_company(conn: Connection, company_id: int, language: str | None = None) -> list[Answer]:
    """Return the company's answers (of one language) by category and language."""
    query = _ALL.where(answer.c.company_id == company_id)
    if language is not None:
        query = query.where(answer.c.language == language)
    return [_answer(row) for row in conn.execute(query.order_by(categories.c.name, answer.c.language))]


def written_in(conn: Connection, company_id: int) -> set[tuple[str, str]]:
    """Return the names of the categories with an answer, each with a language it is written in."""
    its = (categories.c.id == answer.c.category_id) & (categories.c.company_id == answer.c.company_id)
    query = select(categories.c.name, answer.c.language, answer.c.text).select_from(answer).join(categories, its)
    rows = conn.execute(query.where(answer.c.company_id == company_id))
    return {(name, language) for name, language, text in rows if text.strip()}


def put(conn: Connection, company_id: int, new: Answer, now: datetime, author: str | None = None) -> None:
    """Write or replace an answer, and keep it as a version by `author`; raise NotFound where there is no such category.

    What stands already is not written again. Notifies "dataset" without a new dataset revision: there is nothing to
    train in an answer.
    """
    one = _key(conn, company_id, new.category, new.language)
    if get(conn, company_id, new.category, new.language) == replace(new, title=new.title.strip()):
        return
    values = _said(new)
    matched = [answer.c[name] == value for name, value in one.items()]
    if conn.execute(update(answer).where(*matched).values(**values, updated=now)).rowcount == 0:
        conn.execute(insert(answer).values(**one, **values, updated=now))
    conn.execute(insert(answer_version).values(**one, **values, author=author, created=now))
    companies.changed(conn, company_id)
    notify(conn, Notice("dataset", company_id, company_id))


def remove(
    conn: Connection, company_id: int, category: str, language: str, now: datetime, author: str | None = None
) -> None:
    """Remove an answer, if there is one, which is a version too; raise NotFound where there is no such category."""
    one = _key(conn, company_id, category, language)
    gone = delete(answer).where(*[answer.c[name] == value for name, value in one.items()])
    if conn.execute(gone).rowcount == 0:
        return
    values = _said(Answer(category, language, ""))
    conn.execute(insert(answer_version).values(**one, **values, author=author, created=now))
    companies.changed(conn, company_id)
    notify(conn, Notice("dataset", company_id, company_id))


def _said(its: Answer) -> dict[str, Any]:
    return {
        "text": its.text,
        "buttons": buttons_json(its.buttons),
        "links": links_json(its.links),
        "title": its.title.strip() or None,
    }


def _key(conn: Connection, company_id: int, name: str, language: str) -> dict[str, Any]:
    its = found(category_by_name(conn, company_id, name), f"category as “{name}”")
    return {"company_id": company_id, "category_id": its.id, "language": language}


def _answer(row: AnyRow | tuple[Any, ...]) -> Answer:
    name, language, text, buttons, links, title = row
    return Answer(name, language, text, buttons_of(buttons), links_of(links), title or "")
