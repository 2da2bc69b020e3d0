"""What a company calls its professions: words of its own, by language, that mean a profession or other titles."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from nlu.words.text_words import key
from storage.companies import companies
from storage.database.errors import InvalidText
from storage.database.prepared import Prepared
from storage.database.rows import new_id, unique_or
from storage.tables.search import synonym as table


@dataclass(frozen=True, slots=True)
class Synonym:
    """A word or phrase of a language; `meaning` is the id of a profession or words of titles."""

    id: int
    language: str
    word: str
    meaning: str


_OF_COMPANY = Prepared(
    select(*[table.c[name] for name in Synonym.__slots__])
    .where(table.c.company_id == bindparam("company"))
    .order_by(table.c.language, table.c.folded, table.c.meaning)
)


def add(conn: Connection, company_id: int, language: str, word: str, meaning: str, now: datetime) -> Synonym:
    """Add a synonym; raise AlreadyExists when the company has it, InvalidText when word or meaning hold no letter."""
    word, meaning, folded = " ".join(word.split()), " ".join(meaning.split()), key(word)
    if not folded or not key(meaning):
        raise InvalidText("A synonym needs a word and what it means: write both.")
    values = {"language": language, "word": word, "folded": folded, "meaning": meaning, "created": now}
    with unique_or(conn, f"{word!r} means {meaning!r} already."):
        added = conn.execute(insert(table).values(company_id=company_id, **values))
    words_changed(conn, company_id)
    return Synonym(new_id(added), language, word, meaning)


def remove(conn: Connection, company_id: int, synonym_id: int) -> bool:
    """Remove a synonym; False when the company has none with this id."""
    its = (table.c.company_id == company_id, table.c.id == synonym_id)
    known = conn.execute(delete(table).where(*its)).rowcount == 1
    if known:
        words_changed(conn, company_id)
    return known


def words_changed(conn: Connection, company_id: int) -> None:
    """Note that openings are found by other words; where there are none yet, words alone begin no job search."""
    company = companies.by_id(conn, company_id)
    if company and company.openings_revision:
        companies.openings_changed(conn, company_id)
    else:
        companies.changed(conn, company_id)


def of_company(conn: Connection, company_id: int) -> list[Synonym]:
    """Return the company's synonyms by language and word."""
    return [Synonym(*row) for row in _OF_COMPANY.rows(conn, {"company": company_id})]
