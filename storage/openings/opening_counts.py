"""How many openings there would be otherwise: in other towns, of other professions, remote, of the whole company."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from typing import get_args

from sqlalchemy import Connection, Integer, String, bindparam, func, literal, select

from storage.database.prepared import Prepared
from storage.openings.opening_kinds import WorkMode
from storage.openings.opening_map import circle, in_circle, point, squared_degrees
from storage.openings.opening_matching import EVERY_OPENING, FORMS, CriteriaForm, matching, spots
from storage.openings.opening_search import Criteria, asked

_MODES: tuple[WorkMode | None, ...] = (*get_args(WorkMode), None)


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
    (counts,) = _by_work_mode(its.form).rows(conn, its.values)
    return {mode: count for mode, count in zip(_MODES, counts, strict=True) if count}


@lru_cache(FORMS)
def _by_work_mode(form: CriteriaForm) -> Prepared:
    fits, counted = matching(form, "work_mode"), func.count()
    modes = fits.openings.c.work_mode
    # One pass without sorting, where GROUP BY would sort thousands of rows.
    counts = [counted.filter(modes == literal(mode, String) if mode else modes.is_(None)) for mode in _MODES]
    return Prepared(fits.query.with_only_columns(*counts), plan_each=True)


def of_company(conn: Connection, company_id: int, today: date) -> int:
    """Return how many openings the company offers today."""
    return int(_OF_COMPANY.rows(conn, {"company": company_id, "today": today.toordinal()})[0][0])


_OF_COMPANY = Prepared(EVERY_OPENING)


def by_profession(
    conn: Connection, company_id: int, criteria: Criteria, today: date, *, limit: int
) -> list[tuple[str, int]]:
    """Return how many openings fit for each of the criteria's professions, the most first."""
    its = asked(conn, company_id, criteria, today)
    rows = _by_profession(its.form).rows(conn, {**its.values, "limit": limit})
    return [(profession, count) for profession, count in rows]


@lru_cache(FORMS)
def _by_profession(form: CriteriaForm) -> Prepared:
    # What is found by its words alone is for none of the professions.
    its = spots(replace(form, titles=False, synonyms=False), "profession").c
    counted = func.count(its.opening_id.distinct())
    query = select(its.profession, counted).group_by(its.profession).order_by(counted.desc(), its.profession)
    return Prepared(query.limit(bindparam("limit", type_=Integer)), plan_each=True)


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
def _by_place(form: CriteriaForm, within: bool) -> Prepared:
    """Find the nearest first and count at these alone: a profession may be in thousands of places."""
    its, there = (spots(form, "latitude", "longitude", "city", "country").c for _ in range(2))
    near = select(there.latitude, there.longitude).where(there.latitude.is_not(None), there.longitude.is_not(None))
    near = near.where(there.city.is_not(None), *(in_circle(there) if within else ()))
    near = near.group_by(there.latitude, there.longitude)
    near = near.order_by(squared_degrees(there), there.latitude, there.longitude)
    nearest = near.limit(bindparam("limit", type_=Integer)).subquery().c
    query = (
        select(
            func.min(its.city),
            func.min(its.country),
            its.latitude,
            its.longitude,
            func.count(its.opening_id.distinct()),
        )
        .where(its.latitude == nearest.latitude, its.longitude == nearest.longitude, its.city.is_not(None))
        .group_by(its.latitude, its.longitude)
        .order_by(squared_degrees(its), its.latitude, its.longitude)
    )
    return Prepared(query, plan_each=True)
