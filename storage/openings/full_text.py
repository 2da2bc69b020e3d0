"""Full text behind one door: the openings whose title or text holds terms, on SQLite (FTS5) and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import BindParameter, Select, Text, cast, column, func, literal_column, select, table
from sqlalchemy.dialects.postgresql import TSQUERY

from nlu.words.search_terms import Query
from storage.tables.search import opening_text

_FTS = table("opening_fts", column("rowid"), column("title"), column("words"))


def holding(dialect: str, company: BindParameter[int], asked: BindParameter[str], field: str) -> Select[Any]:
    """Return a select of the `opening_id` of openings whose "title", or whole text ("words"), match the query `asked`.

    FTS5 knows no companies: the caller joins what is found to rows of the company.
    """
    if dialect == "sqlite":
        return select(_FTS.c.rowid.label("opening_id")).where(_FTS.c[field].op("MATCH")(asked))
    terms = func.array_to_tsvector(func.string_to_array(opening_text.c[field], literal_column("' '")))
    return select(opening_text.c.opening_id).where(
        opening_text.c.company_id == company, terms.op("@@")(cast(cast(asked, Text), TSQUERY))
    )


def asking(dialect: str, queries: Iterable[Query]) -> str:
    """Return alternative queries, one of which must match, in a database's own notation.

    Terms are letters and digits and stand in quotes, so that nothing in them is syntax.

    >>> asking("sqlite", [(("nurse", "nurs"), ("night",)), (("carer",),)])
    '(("nurse" OR "nurs") AND ("night")) OR (("carer"))'
    """
    every, some, quote = (" AND ", " OR ", '"') if dialect == "sqlite" else (" & ", " | ", "'")
    return some.join(f"({_joined(query, every, some, quote)})" for query in queries)


def _joined(query: Query, every: str, some: str, quote: str) -> str:
    return every.join(f"({some.join(f'{quote}{term}{quote}' for term in terms)})" for terms in query)
