"""Openings as they are kept: what a feed said of a job on offer, and nothing that it did not say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import Connection, Integer, bindparam, func, select

from storage.database.numbered import listed, numbered
from storage.database.prepared import Prepared
from storage.database.rows import found
from storage.openings.opening_kinds import EmploymentType, Level, SalaryUnit, WorkMode
from storage.tables.opening import opening as table
from storage.tables.opening import opening_place, opening_profession

OpeningStatus = Literal["open", "closed"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where work is done, as far as the feed says; `country` is an ISO code as "DE", coordinates are in degrees."""

    city: str | None = None
    region: str | None = None
    country: str | None = None
    latitude: float | None = None
    longitude: float | None = None


@dataclass(frozen=True, slots=True)
class Salary:
    """What is paid per `unit`, in `currency` (ISO code as "EUR"); one end may be open."""

    minimum: float | None
    maximum: float | None
    currency: str | None
    unit: SalaryUnit | None


@dataclass(frozen=True, slots=True)
class Contact:
    """Whom to ask about an opening."""

    name: str | None = None
    email: str | None = None
    phone: str | None = None


@dataclass(frozen=True, slots=True)
class OpeningContent:
    """What a feed says of one opening; `external_id` is stable within the feed, `description` is plain text.

    `professions` holds the ids of data/professions that the title names.
    """

    external_id: str
    title: str
    description: str = ""
    language: str | None = None
    places: tuple[Place, ...] = ()
    work_mode: WorkMode | None = None
    employment_types: tuple[EmploymentType, ...] = ()
    level: Level | None = None
    department: str | None = None
    salary: Salary | None = None
    contact: Contact | None = None
    url: str | None = None
    apply_url: str | None = None
    posted: date | None = None
    valid_through: date | None = None
    professions: tuple[str, ...] = ()


_TOLD = ("external_id", "title", "description", "language", "work_mode", "level", "department")
SIMPLE = (*_TOLD, "url", "apply_url", "posted", "valid_through")
"""The fields of OpeningContent that are kept as they are, each in the column of its name."""

_DIGITS = re.compile(r"\d{3,}")
_OWN = ("id", "feed_id", "status", "first_seen", "changed", "closed")
_REFERENCES = Prepared(
    select(table.c.id, table.c.external_id, table.c.status)
    .where(table.c.company_id == bindparam("company", type_=Integer))
    .order_by(table.c.status == "open", table.c.id)
)
_READ = (*_OWN, *SIMPLE, "employment_types", "salary", "contact")


@dataclass(frozen=True, slots=True)
class Opening:
    """A job on offer, kept when it closes."""

    id: int
    feed_id: int
    status: OpeningStatus
    content: OpeningContent
    first_seen: datetime
    changed: datetime
    closed: datetime | None


def get(conn: Connection, company_id: int, opening_id: int) -> Opening:
    """Return an opening, open or closed; raise NotFound."""
    openings = by_ids(conn, company_id, [opening_id])
    return found(openings[0] if openings else None, "opening")


def by_ids(conn: Connection, company_id: int, ids: Sequence[int]) -> list[Opening]:
    """Return these openings in the order of `ids`, without those that the company does not have."""
    if not ids:
        return []
    values = {"company": company_id, **numbered("id", ids)}
    rows, places, professions = (each.rows(conn, values) for each in _parts(len(values) - 1))
    by_id = {row[0]: row for row in rows}
    places_of, professions_of = defaultdict[int, list[Place]](list), defaultdict[int, list[str]](list)
    for opening_id, *place in places:
        places_of[opening_id].append(Place(*place))
    for opening_id, profession in professions:
        professions_of[opening_id].append(profession)
    return [_opening(by_id[id_], tuple(places_of[id_]), tuple(professions_of[id_])) for id_ in ids if id_ in by_id]


@lru_cache
def _parts(size: int) -> tuple[Prepared, Prepared, Prepared]:
    """Return what reads so many openings, their places and their professions: compiled once, a search takes less."""
    company, ids = bindparam("company", type_=Integer), listed("id", size, Integer)
    p, f = opening_place.c, opening_profession.c
    places = select(p.opening_id, p.city, p.region, p.country, p.latitude, p.longitude)
    places = places.where(p.company_id == company, p.opening_id.in_(ids)).order_by(p.opening_id, p.position)
    professions = select(f.opening_id, f.profession).where(f.company_id == company, f.opening_id.in_(ids))
    return (
        Prepared(select(*[table.c[name] for name in _READ]).where(table.c.company_id == company, table.c.id.in_(ids))),
        Prepared(places),
        Prepared(professions.order_by(f.opening_id, f.profession)),
    )


def of_company(
    conn: Connection, company_id: int, *, status: OpeningStatus = "open", limit: int = 50, offset: int = 0
) -> list[Opening]:
    """Return the company's openings of a status, the newest posted first."""
    its = (table.c.company_id == company_id, table.c.status == status)
    newest = (table.c.posted.desc(), table.c.id.desc())
    ids = conn.scalars(select(table.c.id).where(*its).order_by(*newest).limit(limit).offset(offset)).all()
    return by_ids(conn, company_id, ids)


def by_reference(conn: Connection, company_id: int) -> dict[str, int]:
    """Return the openings by the `reference_key` of what their feed calls them, and by its last digits alone.

    An open one comes before one that is closed; digits that end several numbers are nobody's.
    """
    known, by_digits = dict[str, int](), defaultdict[str, set[int]](set)
    for id_, external_id, status in _REFERENCES.rows(conn, {"company": company_id}):
        known[reference_key(external_id)] = id_
        digits = _DIGITS.findall(external_id)
        if digits and status == "open":
            by_digits[digits[-1]].add(id_)
    return {**{digits: ids.pop() for digits, ids in by_digits.items() if len(ids) == 1}, **known}


def reference_key(external_id: str) -> str:
    """Return what a feed calls an opening as it is looked up: small letters and digits alone.

    >>> reference_key("HB-1014")
    'hb1014'
    """
    return "".join(filter(str.isalnum, external_id.casefold()))


def count_open(conn: Connection, company_id: int) -> int:
    """Return how many openings the company offers now."""
    its = (table.c.company_id == company_id, table.c.status == "open")
    return conn.scalar(select(func.count()).select_from(table).where(*its)) or 0


def titles(conn: Connection, company_id: int, limit: int = 5000) -> list[str]:
    """Return the titles of the company's open openings, each once; of too many those that most openings have."""
    its = (table.c.company_id == company_id, table.c.status == "open")
    by_count = select(table.c.title).where(*its).group_by(table.c.title).order_by(func.count().desc(), table.c.title)
    return list(conn.scalars(by_count.limit(limit)))


def towns(conn: Connection, company_id: int, limit: int = 5000) -> list[tuple[str, str | None]]:
    """Return the cities of the company's open openings as written and their countries; of too many those of most."""
    place = opening_place.c
    its = (table.c.company_id == company_id, table.c.status == "open", place.city.is_not(None))
    of_one = (place.company_id == table.c.company_id) & (place.opening_id == table.c.id)
    each = (place.city, place.country)
    named = select(*each).select_from(table.join(opening_place, of_one)).where(*its).group_by(*each)
    by_count = named.order_by(func.count().desc(), place.city, func.coalesce(place.country, ""))
    return [(city, country) for city, country in conn.execute(by_count.limit(limit))]


def _opening(row: tuple[Any, ...], places: tuple[Place, ...], professions: tuple[str, ...]) -> Opening:
    given = dict(zip(_READ, row, strict=True))
    own = {name: given.pop(name) for name in _OWN}
    salary, contact = given.pop("salary"), given.pop("contact")
    content = OpeningContent(
        **{**given, "employment_types": tuple(given["employment_types"])},
        salary=None if salary is None else Salary(**salary),
        contact=None if contact is None else Contact(**contact),
        places=places,
        professions=professions,
    )
    return Opening(**own, content=content)
