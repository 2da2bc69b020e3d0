"""Finding openings: one statement on SQLite and PostgreSQL, with the same results in the same order on both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, Select, bindparam, func

from nlu.words.search_terms import Query
from storage.database.numbered import numbered
from storage.database.prepared import Prepared
from storage.database.rows import AnyRow, AnySelect
from storage.openings.full_text import asking
from storage.openings.opening_kinds import Level, Order, WorkMode
from storage.openings.opening_left_out import NOTHING_LEFT_OUT, LeftOut, form_of, values_of
from storage.openings.opening_map import circle, point
from storage.openings.opening_matching import EVERY_OPENING, FORMS, CriteriaForm, regions
from storage.openings.opening_matching import matching as matching_form

_TIMES = 0b11


@dataclass(frozen=True, slots=True)
class Circle:
    """All places within `km` of a point in degrees."""

    latitude: float
    longitude: float
    km: float


@dataclass(frozen=True, slots=True)
class Criteria:
    """What is sought; empty members ask for nothing.

    An opening is for one of the `professions` (ids), or has one of the `titles` or else one of the `synonyms` in its
    title, or is for a `special` profession, or has a title in its text: ranked in that order. It holds all `words`. It
    lies in one of the circles, countries (ISO codes) or regions (country and name), or in one of the `cities` if it has
    no coordinates. `types` are
    bits (`storage.openings.opening_index.bits`): of full and part time one must fit, of the other types one too. With
    `near_first` places leave no opening out, but put those in them first. It says that it pays `pay_from` or more in a
    year, in `pay_currency` if one is given. It is nothing that is `left_out`.
    An `order` comes before all ranks; by pay, those that name none come last.
    """

    professions: tuple[str, ...] = ()
    titles: tuple[Query, ...] = ()
    synonyms: tuple[Query, ...] = ()
    words: Query = ()
    circles: tuple[Circle, ...] = ()
    cities: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    regions: tuple[tuple[str, str], ...] = ()
    work_modes: tuple[WorkMode | None, ...] = ()
    types: int = 0
    level: Level | None = None
    near_first: bool = False
    special: tuple[str, ...] = ()
    pay_from: float | None = None
    pay_currency: str | None = None
    left_out: LeftOut = NOTHING_LEFT_OUT
    order: Order | None = None

    @property
    def placed(self) -> bool:
        """Whether it matters where an opening is."""
        return bool(self.circles or self.cities or self.countries or self.regions)


@dataclass(frozen=True, slots=True)
class PageOfHits:
    """How many openings fit, and the ids of those on this page, the best first."""

    total: int
    ids: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoundCriteria:
    """Criteria as a form and the values of its parameters, the company's and the day's among them."""

    form: CriteriaForm
    values: dict[str, Any]


def asked(conn: Connection, company_id: int, criteria: Criteria, today: date) -> BoundCriteria:
    """Return what is asked of the company's openings that are on offer today."""
    sought, dialect = criteria, conn.dialect.name
    professions, cities = numbered("profession", sought.professions), numbered("city", sought.cities)
    special = numbered("special", sought.special)
    countries, areas = numbered("country", sought.countries), regions(sought.regions)
    modes = numbered("work_mode", [mode for mode in sought.work_modes if mode])
    form = CriteriaForm(
        dialect=dialect,
        professions=len(professions),
        special=len(special),
        titles=bool(sought.titles),
        synonyms=bool(sought.synonyms),
        words=bool(sought.words),
        circles=len(sought.circles),
        cities=len(cities),
        countries=len(countries),
        regions=tuple(len(area) - 1 for area in areas),
        work_modes=len(modes),
        or_unsaid=None in sought.work_modes,
        times=bool(sought.types & _TIMES),
        kinds=bool(sought.types & ~_TIMES),
        level=bool(sought.level),
        near_first=sought.near_first,
        pay=sought.pay_from is not None,
        currency=sought.pay_from is not None and sought.pay_currency is not None,
        left_out=form_of(sought.left_out),
        order=sought.order,
    )
    numbers = {**professions, **special, **cities, **countries, **modes}
    for area in areas:
        numbers |= area
    return BoundCriteria(form, numbers | _values(company_id, sought, today, dialect))


def _values(company_id: int, sought: Criteria, today: date, dialect: str) -> dict[str, Any]:
    """What is asked beside the numbered lists."""
    values: dict[str, Any] = {
        "company": company_id,
        "today": today.toordinal(),
        "level": sought.level,
        "pay_from": sought.pay_from,
        "pay_currency": sought.pay_currency,
        "times": sought.types & _TIMES,
        "kinds": sought.types & ~_TIMES,
        "titles": asking(dialect, sought.titles),
        "synonyms": asking(dialect, sought.synonyms),
        "words": asking(dialect, [sought.words]),
        **values_of(sought.left_out, dialect),
    }
    for number, its in enumerate(sought.circles):
        values |= circle(its.latitude, its.longitude, its.km, number) | point(its.latitude, its.longitude, number)
    return values


def find(
    conn: Connection, company_id: int, criteria: Criteria, today: date, *, limit: int = 5, offset: int = 0
) -> PageOfHits:
    """Return the openings that fit and are on offer today: profession before synonym before text, near, new."""
    its = asked(conn, company_id, criteria, today)
    rows = _page(its.form).rows(conn, {**its.values, "limit": limit, "offset": offset})
    ids = tuple(row[0] for row in rows)
    if rows and not matching_form(its.form).plain:
        return PageOfHits(rows[0][1], ids)
    total = _count(its.form).rows(conn, its.values)[0][0] if rows or offset else 0
    return PageOfHits(total, ids)


@lru_cache(FORMS)
def _page(form: CriteriaForm) -> Prepared:
    its = matching_form(form)
    page = its.query.order_by(*its.order).limit(bindparam("limit", type_=Integer))
    page = page.offset(bindparam("offset", type_=Integer))
    # Counted beside the page where that takes work; else a count apart is quicker than one that holds every row.
    return Prepared(page if its.plain else page.add_columns(func.count().over()), plan_each=True)


@lru_cache(FORMS)
def _count(form: CriteriaForm) -> Prepared:
    fits = matching_form(form).query.with_only_columns(func.count())
    return Prepared(EVERY_OPENING if form.everything else fits, plan_each=True)


@dataclass(frozen=True, slots=True)
class Matching:
    """A select of the ids of what fits, the column that holds them, what puts the best first, and the parameters."""

    query: Select[Any]
    opening_id: ColumnElement[int]
    order: tuple[ColumnElement[Any], ...]
    values: dict[str, Any]

    def rows(self, conn: Connection, query: AnySelect) -> Sequence[AnyRow]:
        """Run a query made of this one."""
        if conn.dialect.name == "postgresql":
            conn.exec_driver_sql(
                "SET LOCAL plan_cache_mode = force_custom_plan"
            )  # as storage.database.prepared: plan_each
        return conn.execute(query, self.values).all()


def matching(conn: Connection, company_id: int, criteria: Criteria, today: date) -> Matching:
    """Return what finds the openings that fit and are on offer today, to make other queries of."""
    its = asked(conn, company_id, criteria, today)
    fits = matching_form(its.form)
    return Matching(fits.query, fits.openings.c.opening_id, fits.order, its.values)
