"""How many openings there would be otherwise: in other towns, of other professions, remote, of the whole company."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from sqlalchemy import Connection, Integer, bindparam, func, select

from storage.opening_matching import FORMS, Form, circle, in_circle, listed, matching, point, squared_degrees
from storage.opening_search import Criteria, asked
from storage.opening_tables import opening_place, opening_profession
from storage.openings import WorkMode
from storage.prepared import Prepared
from storage.search_tables import opening_entry

_PLACE = opening_place.c


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """How many openings are at one place: a city as feeds call it, ISO country, degrees."""

    city: str
    country: str | None
    latitude: float
    longitude: float
    count: int


def by_work_mode(conn: Connection, company_id: int, criteria: Criteria, today: date) -> dict[WorkMode | None, int]:
    """Return how many openings fit of each work mode, None: nothing said of it."""
    its = asked(conn, company_id, criteria, today)
    return {row[0]: row[1] for row in _by_work_mode(its.form).rows(conn, its.values)}


@lru_cache(FORMS)
def _by_work_mode(form: Form) -> Prepared:
    fitting, mode = matching(form)[0], opening_entry.c.work_mode
    return Prepared(fitting.with_only_columns(mode, func.count()).group_by(mode), plan_each=True)


def of_company(conn: Connection, company_id: int, today: date) -> int:
    """Return how many openings the company offers today."""
    return int(_OF_COMPANY.rows(conn, {"company": company_id, "today": today.toordinal()})[0][0])


_OF_COMPANY = Prepared(
    select(func.count())
    .select_from(opening_entry)
    .where(opening_entry.c.company_id == bindparam("company"), opening_entry.c.last_day >= bindparam("today"))
)


def by_profession(
    conn: Connection, company_id: int, criteria: Criteria, today: date, *, limit: int
) -> list[tuple[str, int]]:
    """Return how many openings fit for each of the criteria's professions, the most first."""
    its = asked(conn, company_id, criteria, today)
    rows = _by_profession(its.form).rows(conn, {**its.values, "limit": limit})
    return [(profession, count) for profession, count in rows]


@lru_cache(FORMS)
def _by_profession(form: Form) -> Prepared:
    fits, its, counted = matching(form)[0].subquery(), opening_profession.c, func.count()
    query = (
        select(its.profession, counted)
        .join(fits, fits.c.opening_id == its.opening_id)
        .where(its.company_id == bindparam("company"), its.profession.in_(listed("profession", form.professions)))
        .group_by(its.profession)
        .order_by(counted.desc(), its.profession)
        .limit(bindparam("limit", type_=Integer))
    )
    return Prepared(query, plan_each=True)


def by_place(
    conn: Connection,
    company_id: int,
    criteria: Criteria,
    today: date,
    *,
    around: tuple[float, float],
    within_km: float | None,
    limit: int,
) -> list[PlaceCount]:
    """Return how many openings fit at each place around a point (degrees), the nearest first; None: at any distance.

    The criteria ask for no place themselves.
    """
    its = asked(conn, company_id, criteria, today)
    values = {**its.values, **point(*around), **circle(*around, within_km or 0.0), "limit": limit}
    rows = _by_place(its.form, within_km is not None).rows(conn, values)
    return [PlaceCount(*row) for row in rows]


@lru_cache(FORMS)
def _by_place(form: Form, within: bool) -> Prepared:
    fits, away = matching(form)[0].subquery(), squared_degrees()
    query = (
        select(
            func.min(_PLACE.city),
            func.min(_PLACE.country),
            _PLACE.latitude,
            _PLACE.longitude,
            func.count(_PLACE.opening_id.distinct()),
        )
        .join(fits, fits.c.opening_id == _PLACE.opening_id)
        .where(_PLACE.company_id == bindparam("company"), _PLACE.city.is_not(None), _PLACE.longitude.is_not(None))
        .group_by(_PLACE.latitude, _PLACE.longitude)
        .order_by(away, func.min(_PLACE.city))
        .limit(bindparam("limit", type_=Integer))
    )
    return Prepared(query.where(*in_circle()) if within else query, plan_each=True)
