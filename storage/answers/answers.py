"""The answer bank: one text per category and language, with what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final, Literal

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.companies import companies
from storage.conversations.messages import Button, Link, buttons_json, buttons_of, links_json, links_of
from storage.database.notices import ChangeNotice, notify
from storage.database.prepared import Prepared
from storage.database.rows import AnyRow, AnySelect, found
from storage.dataset.dataset import category_by_name
from storage.tables.base import answer
from storage.tables.base import category as categories
from storage.tables.version import answer_version
from texts.markup import worded
from texts.placeholders import IN_ANSWERS, unknown


@dataclass(frozen=True, slots=True)
class Answer:
    """What the bot says to a question of this category in this language; `title` names the category for candidates.

    `more` is said when they want to know more. It is given from `valid_from` to `valid_until`, both included; `owner`
    is the address of who looks after it. How it becomes a message: `storage.answers.spoken_answers`.
    """

    category: str
    language: str
    text: str
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()
    title: str = ""
    more: str = ""
    valid_from: date | None = None
    valid_until: date | None = None
    owner: str = ""

    @property
    def whole(self) -> str:
        """All that it says, at once and when more is wanted."""
        return f"{self.text}\n\n{self.more}" if self.more else self.text

    def kept_back(self, day: date) -> KeptBack | None:
        """Return why the bot does not give it on that day, None where it does."""
        if unknown(self.whole, IN_ANSWERS) is not None:
            return "placeholder"
        if self.valid_from is not None and day < self.valid_from:
            return "not_yet"
        return "over" if self.valid_until is not None and day > self.valid_until else None


def addresses(answer: Answer) -> Iterator[str]:
    """Yield the web addresses that an answer leads to, in its links and its texts.

    >>> list(addresses(Answer("pay", "en", "[Here](https://a.example/(b)), or https://c.example/d.")))
    ['https://a.example/(b)', 'https://c.example/d']
    """
    yield from (link.url for link in answer.links if link.url.startswith(("http://", "https://")))
    blocks = worded(answer.whole).blocks
    spans = [span for block in blocks for line in block.lines for span in line]
    yield from (span.url for span in spans if span.url is not None and span.url.startswith("http"))
    words = [span.text for span in spans] if blocks else [answer.whole]
    yield from (found for text in words for found in _ADDRESS.findall(text))


_ADDRESS: Final = re.compile(r"https?://[!-~]*[\w/=#&%-]")
"""As the chat finds them in plain words."""
KeptBack = Literal["placeholder", "not_yet", "over"]
FIELDS: Final = ("text", "buttons", "links", "title", "more", "valid_from", "valid_until", "owner")
_COLUMNS = (categories.c.name, answer.c.language, *(answer.c[name] for name in FIELDS))
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


def of_company(
    conn: Connection, company_id: int, language: str | None = None, categories_named: Collection[str] | None = None
) -> list[Answer]:
    """Return the company's answers (of one language, of some categories) by category and language."""
    query = _ALL.where(answer.c.company_id == company_id)
    if categories_named is not None:
        query = query.where(categories.c.name.in_(categories_named))
    if language is not None:
        query = query.where(answer.c.language == language)
    return [_answer(row) for row in conn.execute(query.order_by(categories.c.name, answer.c.language))]


def of_category(conn: Connection, company_id: int, category: str) -> list[Answer]:
    """Return the answers of one category by language."""
    query = _ALL.where(answer.c.company_id == company_id, categories.c.name == category)
    return [_answer(row) for row in conn.execute(query.order_by(answer.c.language))]


def changed_at(conn: Connection, company_id: int) -> dict[tuple[str, str], datetime]:
    """Return when the company's answers were last saved, by category and language."""
    its = (categories.c.id == answer.c.category_id) & (categories.c.company_id == answer.c.company_id)
    query = select(categories.c.name, answer.c.language, answer.c.updated).join(categories, its)
    return {(name, language): at for name, language, at in conn.execute(query.where(answer.c.company_id == company_id))}


def put(conn: Connection, company_id: int, new: Answer, now: datetime, author: str | None = None) -> None:
    """Write or replace an answer, and keep it as a version by `author`; raise NotFound where there is no such category.

    What stands already is not written again. Notifies "dataset" without a new dataset revision: there is nothing to
    train in an answer.
    """
    one = _key(conn, company_id, new.category, new.language)
    if get(conn, company_id, new.category, new.language) == _tidy(new):
        return
    values = _said(new)
    matched = [answer.c[name] == value for name, value in one.items()]
    if conn.execute(update(answer).where(*matched).values(**values, updated=now)).rowcount == 0:
        conn.execute(insert(answer).values(**one, **values, updated=now))
    conn.execute(insert(answer_version).values(**one, **values, author=author, created=now))
    companies.changed(conn, company_id)
    notify(conn, ChangeNotice("dataset", company_id, company_id))


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
    notify(conn, ChangeNotice("dataset", company_id, company_id))


def _tidy(its: Answer) -> Answer:
    return replace(its, title=its.title.strip(), more=its.more.strip(), owner=its.owner.strip())


def _said(its: Answer) -> dict[str, Any]:
    return {
        "text": its.text,
        "buttons": buttons_json(its.buttons),
        "links": links_json(its.links),
        "title": its.title.strip() or None,
        "more": its.more.strip() or None,
        "valid_from": its.valid_from,
        "valid_until": its.valid_until,
        "owner": its.owner.strip() or None,
    }


def _key(conn: Connection, company_id: int, name: str, language: str) -> dict[str, Any]:
    its = found(category_by_name(conn, company_id, name), f"category as “{name}”")
    return {"company_id": company_id, "category_id": its.id, "language": language}


def answer_of(category: str, language: str, row: Mapping[str, Any]) -> Answer:
    """Return an answer from the columns of its row, or of a version's; those that an older one lacks are empty."""
    return Answer(
        category,
        language,
        row["text"],
        buttons_of(row["buttons"]),
        links_of(row["links"]),
        row["title"] or "",
        row.get("more") or "",
        _day(row.get("valid_from")),
        _day(row.get("valid_until")),
        row.get("owner") or "",
    )


def _day(stored: date | str | None) -> date | None:
    return date.fromisoformat(stored) if isinstance(stored, str) else stored


def _answer(row: AnyRow | tuple[Any, ...]) -> Answer:
    name, language, *said = row
    return answer_of(name, language, dict(zip(FIELDS, said, strict=True)))
