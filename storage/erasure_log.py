"""What was erased, kept as keyed hashes: whoever restores older data can erase it again, and nobody can read it."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Literal

from sqlalchemy import Connection, insert, select, update

from storage.companies import companies
from storage.database.notices import ChangeNotice, notify
from storage.tables.erasure import erasure as table
from storage.tables.erasure import installation

Kind = Literal["address", "conversation", "subscription"]


@dataclass(frozen=True, slots=True)
class Erasure:
    """One thing that was erased; `mark` is its keyed hash, `examples` whether what was learnt from it went as well."""

    company_id: int
    kind: Kind
    mark: str
    examples: bool
    created: datetime


_COLUMNS = [table.c[name] for name in Erasure.__slots__]
Marker = Callable[[int, Kind, str], str]
"""Makes the mark of a company's thing of a kind."""


@dataclass(frozen=True, slots=True)
class Installation:
    """What tells an installation from others, in all its backups, and the key of its marks."""

    name: str
    erasure_key: str


def this_installation(conn: Connection) -> Installation:
    """Return which installation the database is."""
    return Installation(*conn.execute(select(installation.c.name, installation.c.erasure_key)).one())


def become(conn: Connection, wanted: Installation) -> None:
    """Give the database the name and key of an installation: that of a backup older than such names."""
    conn.execute(update(installation).values(name=wanted.name, erasure_key=wanted.erasure_key))


def marker(conn: Connection) -> Marker:
    """Return how this installation makes marks: HMAC-SHA-256, so that without its key nobody can try addresses."""
    key = bytes.fromhex(this_installation(conn).erasure_key)
    return lambda company_id, kind, value: hmac.new(key, f"{company_id} {kind} {value}".encode(), sha256).hexdigest()


def note(
    conn: Connection, company_id: int, kind: Kind, values: Collection[str], now: datetime, *, examples: bool = False
) -> None:
    """Note, in the transaction that erases them, that things of a company are erased."""
    mark = marker(conn)
    noted = [Erasure(company_id, kind, mark(company_id, kind, value), examples, now) for value in sorted(values)]
    _add(conn, noted)


def all_noted(conn: Connection) -> list[Erasure]:
    """Return what was ever erased, of every company, oldest first: for backups and those who restore them."""
    return noted_after(conn, 0)[0]


def noted_after(conn: Connection, last: int) -> tuple[list[Erasure], int]:
    """Return what was erased after an erasure with that number, of every company, and the number of the newest."""
    rows = conn.execute(select(table.c.id, *_COLUMNS).where(table.c.id > last).order_by(table.c.id)).all()
    return [Erasure(*row[1:]) for row in rows], rows[-1].id if rows else last


def take_over(conn: Connection, noted: Iterable[Erasure]) -> list[Erasure]:
    """Note what was noted elsewhere and is not known here, of the companies that are; return it."""
    here, known = {company.id for company in companies.all_companies(conn)}, set(all_noted(conn))
    news = [each for each in dict.fromkeys(noted) if each.company_id in here and each not in known]
    _add(conn, news)
    return news


def _add(conn: Connection, noted: Collection[Erasure]) -> None:
    rows = [{name: getattr(each, name) for name in Erasure.__slots__} for each in noted]
    if rows:
        conn.execute(insert(table), rows)
        notify(conn, ChangeNotice("erasure", rows[0]["company_id"], rows[0]["company_id"]))
