"""Openings as they are kept: what a feed said of a job on offer, and nothing that it did not say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from sqlalchemy import Connection, func, select

from storage.opening_tables import opening as table
from storage.opening_tables import opening_place, opening_profession
from storage.rows import AnyRow, found

OpeningStatus = Literal["open", "closed"]
WorkMode = Literal["onsite", "hybrid", "remote"]
EmploymentType = Literal[
    "full_time", "part_time", "permanent", "temporary", "internship", "apprenticeship", "freelance"
]
Level = Literal["trainee", "entry", "experienced", "senior", "lead"]
SalaryUnit = Literal["hour", "day", "week", "month", "year"]


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
    its = (table.c.company_id == company_id, table.c.id.in_(ids))
    return _in_order(ids, _read(conn, company_id, conn.execute(select(table).where(*its)).all()))


def of_company(
    conn: Connection, company_id: int, *, status: OpeningStatus = "open", limit: int = 50, offset: int = 0
) -> list[Opening]:
    """Return the company's openings of a status, the newest posted first."""
    its = (table.c.company_id == company_id, table.c.status == status)
    newest = (table.c.posted.desc(), table.c.id.desc())
    ids = conn.scalars(select(table.c.id).where(*its).order_by(*newest).limit(limit).offset(offset)).all()
    return by_ids(conn, company_id, ids)


def count_open(conn: Connection, company_id: int) -> int:
    """Return how many openings the company offers now."""
    its = (table.c.company_id == company_id, table.c.status == "open")
    return conn.scalar(select(func.count()).select_from(table).where(*its)) or 0


def titles(conn: Connection, company_id: int, limit: int = 5000) -> list[str]:
    """Return the titles of the company's open openings, each once; of too many those that most openings have."""
    its = (table.c.company_id == company_id, table.c.status == "open")
    by_count = select(table.c.title).where(*its).group_by(table.c.title).order_by(func.count().desc(), table.c.title)
    return list(conn.scalars(by_count.limit(limit)))


def _in_order(ids: Sequence[int], openings: Sequence[Opening]) -> list[Opening]:
    by_id = {opening.id: opening for opening in openings}
    return [by_id[id_] for id_ in ids if id_ in by_id]


def _read(conn: Connection, company_id: int, rows: Sequence[AnyRow]) -> list[Opening]:
    ids = [row.id for row in rows]
    places, professions = _places(conn, company_id, ids), _professions(conn, company_id, ids)
    return [_opening(row, tuple(places[row.id]), tuple(professions[row.id])) for row in rows]


def _places(conn: Connection, company_id: int, ids: Sequence[int]) -> dict[int, list[Place]]:
    t, places = opening_place, defaultdict[int, list[Place]](list)
    columns = (t.c.opening_id, t.c.city, t.c.region, t.c.country, t.c.latitude, t.c.longitude)
    its = (t.c.company_id == company_id, t.c.opening_id.in_(ids))
    for opening_id, *place in conn.execute(select(*columns).where(*its).order_by(t.c.opening_id, t.c.position)):
        places[opening_id].append(Place(*place))
    return places


def _professions(conn: Connection, company_id: int, ids: Sequence[int]) -> dict[int, list[str]]:
    t, professions = opening_profession, defaultdict[int, list[str]](list)
    its = (t.c.company_id == company_id, t.c.opening_id.in_(ids))
    for opening_id, profession in conn.execute(
        select(t.c.opening_id, t.c.profession).where(*its).order_by(t.c.opening_id, t.c.profession)
    ):
        professions[opening_id].append(profession)
    return professions


def _opening(row: AnyRow, places: tuple[Place, ...], professions: tuple[str, ...]) -> Opening:
    given: dict[str, Any] = {name: getattr(row, name) for name in SIMPLE}
    content = OpeningContent(
        **given,
        employment_types=tuple(row.employment_types),
        salary=None if row.salary is None else Salary(**row.salary),
        contact=None if row.contact is None else Contact(**row.contact),
        places=places,
        professions=professions,
    )
    return Opening(row.id, row.feed_id, row.status, content, row.first_seen, row.changed, row.closed)
