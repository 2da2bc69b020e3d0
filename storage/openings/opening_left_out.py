"""What a search leaves out: openings of professions, of kinds, in places that the candidate does not want."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BindParameter, ColumnElement, Integer, String, Table, and_, bindparam, not_, or_, select

from nlu.words.search_terms import Query
from storage.database.numbered import listed, numbered
from storage.openings.full_text import asking, holding
from storage.openings.opening_kinds import Level, WorkMode
from storage.openings.opening_map import circle, in_circle, point
from storage.tables.search import opening_spot

_FIRST_CIRCLE = 100
"""The number of the first circle that is left out; those that are sought have smaller ones."""


@dataclass(frozen=True, slots=True)
class ExcludedCircle:
    """All places within `km` of a point in degrees; with `nameless` only those that say no city."""

    latitude: float
    longitude: float
    km: float
    nameless: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """What no opening that is found may be; empty members leave nothing out.

    None is for one of the `professions` (ids) or has one of the `titles` in its own, is of one of the `types` (bits,
    those of working times too), `work_modes` (None: nothing said of it) or `levels`. Each has a place that is in none
    of the circles, `cities`, `countries` (ISO codes) and regions (country and name).
    """

    professions: tuple[str, ...] = ()
    titles: tuple[Query, ...] = ()
    circles: tuple[ExcludedCircle, ...] = ()
    cities: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    regions: tuple[tuple[str, str], ...] = ()
    types: int = 0
    work_modes: tuple[WorkMode | None, ...] = ()
    levels: tuple[Level, ...] = ()


NOTHING_LEFT_OUT: Final = LeftOut()


@dataclass(frozen=True, slots=True)
class LeftOutForm:
    """What is left out without its values; numbers are lengths of `numbered` lists, `circles` whether nameless."""

    professions: int = 0
    titles: bool = False
    circles: tuple[bool, ...] = ()
    cities: int = 0
    countries: int = 0
    regions: int = 0
    types: bool = False
    work_modes: int = 0
    unsaid: bool = False
    levels: int = 0

    @property
    def placed(self) -> bool:
        """Whether it matters where an opening is."""
        return bool(self.circles or self.cities or self.countries or self.regions)


NO_FORM: Final = LeftOutForm()


def form_of(its: LeftOut) -> LeftOutForm:
    """Return the form of what is left out."""
    return LeftOutForm(
        professions=len(numbered("", its.professions)),
        titles=bool(its.titles),
        circles=tuple(each.nameless for each in its.circles),
        cities=len(numbered("", its.cities)),
        countries=len(numbered("", its.countries)),
        regions=len(its.regions),
        types=bool(its.types),
        work_modes=len(numbered("", _modes(its))),
        unsaid=None in its.work_modes,
        levels=len(numbered("", its.levels)),
    )


def values_of(its: LeftOut, dialect: str) -> dict[str, Any]:
    """Return the parameters of the form."""
    values: dict[str, Any] = {"no_titles": asking(dialect, its.titles), "no_types": its.types}
    lists: dict[str, Sequence[str]] = {
        "no_profession": its.professions,
        "no_city": its.cities,
        "no_country": its.countries,
        "no_work_mode": _modes(its),
        "no_level": its.levels,
    }
    for name, listed_values in lists.items():
        values |= numbered(name, listed_values)
    for number, each in enumerate(its.circles, _FIRST_CIRCLE):
        values |= circle(each.latitude, each.longitude, each.km, number) | point(each.latitude, each.longitude, number)
    for number, (country, region) in enumerate(its.regions):
        values |= {f"no_region_country_{number}": country, f"no_region_name_{number}": region}
    return values


def kept(form: LeftOutForm, table: Table, company: BindParameter[int], dialect: str) -> Iterator[ColumnElement[bool]]:
    """Yield what a row of the table fulfils so that it is not left out; where it is only counts for spots."""
    its = table.c
    if form.professions:
        named = opening_spot.c.profession.in_(listed("no_profession", form.professions))
        yield its.opening_id.not_in(
            select(opening_spot.c.opening_id).where(opening_spot.c.company_id == company, named)
        )
    if form.titles:
        yield its.opening_id.not_in(holding(dialect, company, bindparam("no_titles", type_=String), "title"))
    if form.types:
        yield its.types.bitwise_and(bindparam("no_types", type_=Integer)) == 0
    if form.work_modes:
        spoken = its.work_mode.not_in(listed("no_work_mode", form.work_modes))
        yield spoken if form.unsaid else or_(its.work_mode.is_(None), spoken)
    if form.levels:
        yield or_(its.level.is_(None), its.level.not_in(listed("no_level", form.levels)))
    if table is opening_spot:
        yield from _elsewhere(form)


def _elsewhere(form: LeftOutForm) -> Iterator[ColumnElement[bool]]:
    """What a spot fulfils that is in none of the places; one that does not say where it is stays."""
    its = opening_spot.c
    for number, nameless in enumerate(form.circles, _FIRST_CIRCLE):
        known = (its.latitude.is_not(None), its.longitude.is_not(None), *((its.city.is_(None),) if nameless else ()))
        yield not_(and_(*known, *in_circle(its, number)))
    if form.cities:
        yield or_(its.city.is_(None), its.city.not_in(listed("no_city", form.cities)))
    if form.countries:
        yield or_(its.country.is_(None), its.country.not_in(listed("no_country", form.countries)))
    for number in range(form.regions):
        country, region = (bindparam(f"no_region_{name}_{number}", type_=String) for name in ("country", "name"))
        yield or_(its.country.is_(None), its.region.is_(None), its.country != country, its.region != region)


def _modes(its: LeftOut) -> list[WorkMode]:
    return [mode for mode in its.work_modes if mode]
