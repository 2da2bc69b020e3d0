"""When the categories of a company had an answer: what tells of a decision whether the bot gave one."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection, func, select

from storage.companies.companies import Company
from storage.database.id_lists import one_of
from storage.tables.base import category
from storage.tables.gate import category_merge
from storage.tables.version import answer_version

_EVER: Final = datetime.min.replace(tzinfo=UTC)
Spans = Mapping[tuple[str, str], Sequence[tuple[datetime, bool]]]
"""By category and language: from when on there was an answer, or none."""


class WrittenThen:
    """Which categories had an answer at which time; one that was merged, until it was.

    What nobody wrote came with the company, or was there before versions were kept: it counts as written ever since.
    """

    def __init__(self, spans: Spans, fallback: str) -> None:
        self._spans = spans
        self._fallback = fallback

    @classmethod
    def of(cls, conn: Connection, company: Company, names: Collection[str] | None = None) -> WrittenThen:
        """Read when answers were written, of all categories or of those of these names."""
        named, ended = _named(conn, company.id, names)
        its = answer_version
        said = (its.c.category_id, its.c.language, its.c.created, its.c.author, func.trim(its.c.text) != "")
        query = select(*said).where(its.c.company_id == company.id, one_of(conn, its.c.category_id, list(named)))
        spans = defaultdict[tuple[str, str], list[tuple[datetime, bool]]](list)
        for id_, language, created, author, written in conn.execute(query.order_by(its.c.id)):
            span = spans[named[id_], language]
            span.append((created if span or author is not None else _EVER, bool(written)))
        for id_, at in ended.items():
            for name, language in list(spans):
                if name == named[id_]:
                    spans[name, language].append((at, False))
        return cls(
            {key: sorted(span, key=lambda event: event[0]) for key, span in spans.items()}, company.default_language
        )

    def at(self, category: str, language: str, moment: datetime) -> bool:
        """Tell whether there was an answer to it then, in this language or in the company's own."""
        return any(self._was(category, each, moment) for each in (language, self._fallback))

    def changing(self, since: datetime, until: datetime) -> set[str]:
        """Return the names of the categories of which that is not the same at all times of a stretch."""
        return {name for (name, _), span in self._spans.items() if any(since < at < until for at, _ in span)}

    def _was(self, category: str, language: str, moment: datetime) -> bool:
        span = self._spans.get((category, language), ())
        place = bisect_right(span, moment, key=lambda event: event[0])
        return place > 0 and span[place - 1][1]


def _named(
    conn: Connection, company_id: int, names: Collection[str] | None
) -> tuple[dict[int, str], dict[int, datetime]]:
    """Return the categories that there are or that were merged, by id, and when each was merged."""
    there = select(category.c.id, category.c.name).where(category.c.company_id == company_id)
    merged = select(category_merge.c.category_id, category_merge.c.name, category_merge.c.created)
    merged = merged.where(category_merge.c.company_id == company_id)
    if names is not None:
        there, merged = there.where(category.c.name.in_(names)), merged.where(category_merge.c.name.in_(names))
    gone = conn.execute(merged).all()
    named = {row.id: row.name for row in conn.execute(there)} | {row.category_id: row.name for row in gone}
    return named, {row.category_id: row.created for row in gone}
