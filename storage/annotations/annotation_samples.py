"""Samples of conversations that several people annotate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, insert, select

from storage.annotations.annotating import Source
from storage.database.rows import found, new_id
from storage.tables.breakdown import annotation_sample as table
from storage.tables.breakdown import sampled_conversation


@dataclass(frozen=True, slots=True)
class AnnotationSample:
    """Conversations that were drawn together, in the order they are annotated in."""

    id: int
    source: Source
    seed: int
    author: str
    created: datetime
    conversations: tuple[int, ...]


def add(
    conn: Connection,
    company_id: int,
    conversations: Sequence[int],
    *,
    source: Source,
    seed: int,
    author: str,
    now: datetime,
) -> int:
    """Keep a sample; return its id."""
    values = {"source": source, "seed": seed, "author": author, "created": now}
    sample_id = new_id(conn.execute(insert(table).values(company_id=company_id, **values)))
    for place, conversation_id in enumerate(conversations):
        row = {"sample_id": sample_id, "conversation_id": conversation_id, "place": place}
        conn.execute(insert(sampled_conversation).values(company_id=company_id, **row))
    return sample_id


def get(conn: Connection, company_id: int, sample_id: int) -> AnnotationSample:
    """Return the sample; raise NotFound."""
    return found(next(iter(_samples(conn, company_id, sample_id)), None), "sample")


def of_company(conn: Connection, company_id: int) -> list[AnnotationSample]:
    """Return every sample of the company, newest first."""
    return _samples(conn, company_id)


def _samples(conn: Connection, company_id: int, sample_id: int | None = None) -> list[AnnotationSample]:
    query = select(table.c.id, table.c.source, table.c.seed, table.c.author, table.c.created)
    query = query.where(table.c.company_id == company_id)
    if sample_id is not None:
        query = query.where(table.c.id == sample_id)
    return [
        AnnotationSample(*row, _drawn(conn, company_id, row.id))
        for row in conn.execute(query.order_by(table.c.id.desc()))
    ]


def _drawn(conn: Connection, company_id: int, sample_id: int) -> tuple[int, ...]:
    its = sampled_conversation
    query = select(its.c.conversation_id).where(its.c.company_id == company_id, its.c.sample_id == sample_id)
    return tuple(conn.scalars(query.order_by(its.c.place)))
