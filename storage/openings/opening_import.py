"""What a feed offers, compared with what stands: added, changed, closed, opened again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from storage.companies.companies import all_companies, openings_changed
from storage.openings import opening_index
from storage.openings.openings import SIMPLE, OpeningContent
from storage.tables.opening import opening as table
from storage.tables.opening import opening_place, opening_profession

AT_ONCE = 100
"""Openings written in one transaction: other writes never wait longer than these take."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The titles of what an import added (or opened again), changed and closed."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()

    def __add__(self, other: Changes) -> Changes:
        """Return both together."""
        return Changes(self.added + other.added, self.changed + other.changed, self.closed + other.closed)

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.closed)


def apply(
    conn: Connection, company_id: int, feed_id: int, contents: Sequence[OpeningContent], now: datetime
) -> Changes:
    """Make the feed's openings those given, in one transaction; what is not among them is closed, never deleted.

    Large feeds are written piece by piece with `put` and `close`, so that other writes go on in between.
    """
    changes = Changes()
    for some in pieces(contents):
        changes += put(conn, company_id, feed_id, some, now)
    gone = open_ids(conn, company_id, feed_id).keys() - {content.external_id for content in contents}
    return changes + close(conn, company_id, feed_id, sorted(gone), now)


def put(conn: Connection, company_id: int, feed_id: int, contents: Sequence[OpeningContent], now: datetime) -> Changes:
    """Add these openings, change those that stand and differ, open again those that were closed."""
    compared = _compare(conn, company_id, feed_id, contents)
    _add(conn, company_id, feed_id, compared.new, now)
    _change(conn, company_id, compared.other, now)
    changes = compared.changes()
    if changes:
        openings_changed(conn, company_id)
    return changes


def difference(conn: Connection, company_id: int, feed_id: int, contents: Sequence[OpeningContent]) -> Changes:
    """Return what `put` would change, and change nothing."""
    changes = Changes()
    for some in pieces(contents):
        changes += _compare(conn, company_id, feed_id, some).changes()
    return changes


def close(conn: Connection, company_id: int, feed_id: int, external_ids: Sequence[str], now: datetime) -> Changes:
    """Close those of the feed's openings that are open and have one of these ids."""
    titles: list[str] = []
    for some in pieces(external_ids):
        its = (table.c.company_id == company_id, table.c.feed_id == feed_id, table.c.external_id.in_(some))
        open_ones = conn.execute(select(table.c.id, table.c.title).where(*its, table.c.status == "open")).all()
        _close(conn, company_id, [row.id for row in open_ones], now)
        titles += [row.title for row in open_ones]
    if titles:
        openings_changed(conn, company_id)
    return Changes(closed=tuple(titles))


def close_expired(conn: Connection, now: datetime) -> int:
    """Close what was on offer until a day before today, of every company; return how many: for the schedule only.

    Today is the day where the company's people are.
    """
    maybe = (table.c.status == "open", table.c.valid_through <= now.date())  # in UTC: tomorrow has begun east of it
    rows = conn.execute(select(table.c.id, table.c.company_id, table.c.valid_through).where(*maybe)).all()
    today = {company.id: company.day(now) for company in all_companies(conn)} if rows else {}
    expired = [row for row in rows if row.valid_through < today[row.company_id]]
    for company_id in {row.company_id for row in expired}:
        for some in pieces([row.id for row in expired if row.company_id == company_id]):
            _close(conn, company_id, some, now)
        openings_changed(conn, company_id)
    return len(expired)


def open_ids(conn: Connection, company_id: int, feed_id: int) -> dict[str, str]:
    """Return the external ids of the feed's open openings, with their titles."""
    its = (table.c.company_id == company_id, table.c.feed_id == feed_id, table.c.status == "open")
    rows = conn.execute(select(table.c.external_id, table.c.title).where(*its))
    return {row.external_id: row.title for row in rows}


def fingerprint(content: OpeningContent) -> str:
    """Return what differs when anything of the content does."""
    written = json.dumps(content, sort_keys=True, default=_written)
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


def _written(value: Any) -> Any:
    """Return a date or a dataclass as JSON has it; `asdict` would copy all of it first."""
    return value.isoformat() if isinstance(value, date) else {name: getattr(value, name) for name in value.__slots__}


def pieces(of: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield a long sequence in pieces of at most AT_ONCE."""
    return (of[start : start + AT_ONCE] for start in range(0, len(of), AT_ONCE))


def differing(
    conn: Connection, company_id: int, feed_id: int, contents: Sequence[OpeningContent]
) -> tuple[OpeningContent, ...]:
    """Return those of the contents that `put` would write."""
    found: list[OpeningContent] = []
    for some in pieces(contents):
        compared = _compare(conn, company_id, feed_id, some)
        found += [*(content for content, _ in compared.new), *(content for _, content, _ in compared.other)]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Compared:
    new: list[tuple[OpeningContent, str]]
    other: list[tuple[int, OpeningContent, str]]
    was_closed: frozenset[int]

    def changes(self) -> Changes:
        """Return the titles; what was closed and comes back counts as added."""
        back = [content.title for id_, content, _ in self.other if id_ in self.was_closed]
        changed = [content.title for id_, content, _ in self.other if id_ not in self.was_closed]
        return Changes((*[content.title for content, _ in self.new], *back), tuple(changed))


def _compare(conn: Connection, company_id: int, feed_id: int, contents: Sequence[OpeningContent]) -> _Compared:
    prints = {content.external_id: (content, fingerprint(content)) for content in contents}
    standing = _standing(conn, company_id, feed_id, list(prints))
    new = [(content, mark) for key, (content, mark) in prints.items() if key not in standing]
    other = [
        (standing[key][0], content, mark)
        for key, (content, mark) in prints.items()
        if key in standing and standing[key][1:] != ("open", mark)
    ]
    return _Compared(new, other, frozenset(id_ for id_, status, _ in standing.values() if status == "closed"))


def _standing(
    conn: Connection, company_id: int, feed_id: int, external_ids: list[str]
) -> dict[str, tuple[int, str, str]]:
    its = (table.c.company_id == company_id, table.c.feed_id == feed_id, table.c.external_id.in_(external_ids))
    columns = (table.c.external_id, table.c.id, table.c.status, table.c.fingerprint)
    return {key: (id_, status, mark) for key, id_, status, mark in conn.execute(select(*columns).where(*its))}


def _add(
    conn: Connection, company_id: int, feed_id: int, new: Sequence[tuple[OpeningContent, str]], now: datetime
) -> None:
    if not new:
        return
    fixed = {"company_id": company_id, "feed_id": feed_id, "status": "open", "first_seen": now, "changed": now}
    rows = [fixed | _values(content, mark) for content, mark in new]
    made = conn.execute(insert(table).returning(table.c.id, table.c.external_id), rows)
    ids = {key: id_ for id_, key in made}
    _add_parts(conn, company_id, [(ids[content.external_id], content) for content, _ in new], now)


def _change(
    conn: Connection, company_id: int, changed: Sequence[tuple[int, OpeningContent, str]], now: datetime
) -> None:
    if not changed:
        return
    one = (table.c.id == bindparam("of_id"), table.c.company_id == company_id)
    fixed = {"status": "open", "closed": None, "changed": now}
    values = [{"of_id": id_} | fixed | _values(content, mark) for id_, content, mark in changed]
    conn.execute(update(table).where(*one), values)
    ids = [id_ for id_, _, _ in changed]
    for parts in (opening_place, opening_profession):
        conn.execute(delete(parts).where(parts.c.company_id == company_id, parts.c.opening_id.in_(ids)))
    _add_parts(conn, company_id, [(id_, content) for id_, content, _ in changed], now)


def _close(conn: Connection, company_id: int, ids: Sequence[int], now: datetime) -> None:
    its = (table.c.company_id == company_id, table.c.id.in_(ids))
    conn.execute(update(table).where(*its).values(status="closed", closed=now, changed=now))
    opening_index.remove(conn, company_id, ids)


def _values(content: OpeningContent, mark: str) -> dict[str, Any]:
    return {name: getattr(content, name) for name in SIMPLE} | {
        "employment_types": list(content.employment_types),
        "salary": content.salary and asdict(content.salary),
        "contact": content.contact and asdict(content.contact),
        "fingerprint": mark,
    }


def _add_parts(
    conn: Connection, company_id: int, openings: Iterable[tuple[int, OpeningContent]], now: datetime
) -> None:
    known = list(openings)
    opening_index.put(conn, company_id, known, now.date())
    places = [
        {"company_id": company_id, "opening_id": id_, "position": position} | asdict(place)
        for id_, content in known
        for position, place in enumerate(content.places)
    ]
    professions = [
        {"company_id": company_id, "opening_id": id_, "profession": profession}
        for id_, content in known
        for profession in dict.fromkeys(content.professions)
    ]
    if places:
        conn.execute(insert(opening_place), places)
    if professions:
        conn.execute(insert(opening_profession), professions)
