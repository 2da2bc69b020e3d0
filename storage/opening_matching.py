"""The statement that finds openings: one form for all searches that ask for the same kinds of things.

A form is built and compiled once and then run with each search's values (`storage.prepared`): to build it takes longer
than to run it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, radians, sin
from typing import Any, TypeVar

from sqlalchemy import (
    CTE,
    BindParameter,
    ColumnElement,
    Float,
    Integer,
    Label,
    Select,
    String,
    Subquery,
    and_,
    bindparam,
    func,
    literal_column,
    or_,
    select,
    union_all,
)

from storage.full_text import holding
from storage.opening_tables import opening_place, opening_profession
from storage.search_tables import opening_entry

KM_A_DEGREE = 111.195
"""Kilometres a degree of latitude."""

FORMS = 512
"""How many forms of a statement are kept."""

V = TypeVar("V")
_ENTRY = opening_entry.c
_PLACE = opening_place.c
_FARTHEST: ColumnElement[float] = literal_column("1e9")
_COMPANY, _TODAY = (bindparam(name, type_=Integer) for name in ("company", "today"))
NEWEST = (_ENTRY.posted.desc(), _ENTRY.opening_id.desc())
"""What an order ends with."""


@dataclass(frozen=True, slots=True)
class Form:
    """What is asked (`storage.opening_search.Criteria`) without its values; numbers are lengths of `numbered` lists.

    `regions` holds one length for each country; `wide` are circles that may hold most of all places.
    """

    dialect: str
    professions: int
    titles: bool
    synonyms: bool
    words: bool
    circles: int
    wide: bool
    cities: int
    countries: int
    regions: tuple[int, ...]
    work_modes: int
    or_unsaid: bool
    times: bool
    kinds: bool
    level: bool
    near_first: bool


def numbered(name: str, values: Sequence[V]) -> dict[str, V]:
    """Return values of a list by parameter; the last is said again up to a power of two, so that forms stay few.

    >>> numbered("city", ["Bern", "Basel", "Genf"])
    {'city_0': 'Bern', 'city_1': 'Basel', 'city_2': 'Genf', 'city_3': 'Genf'}
    """
    size = 1 << (len(values) - 1).bit_length() if values else 0
    return {f"{name}_{number}": values[min(number, len(values) - 1)] for number in range(size)}


def listed(name: str, size: int) -> list[BindParameter[str]]:
    """Return the parameters of a `numbered` list of this size."""
    return [bindparam(f"{name}_{number}", type_=String) for number in range(size)]


@lru_cache(FORMS)
def matching(form: Form) -> tuple[Select[Any], tuple[ColumnElement[Any], ...]]:
    """Return a select of the ids of what fits, and what puts the best first."""
    query = select(_ENTRY.opening_id).where(_ENTRY.company_id == _COMPANY, _ENTRY.last_day >= _TODAY, *_filters(form))
    order: list[ColumnElement[Any]] = []
    ranks = _ranks(form)
    for ranked in ranks:
        query = query.join(ranked, ranked.c.opening_id == _ENTRY.opening_id)
        order.append(ranked.c.rank)
    if form.circles or form.cities or form.countries or form.regions:
        near = _near(form, ranks)
        query = query.join(near, near.c.opening_id == _ENTRY.opening_id, isouter=form.near_first)
        order.append(func.coalesce(near.c.distance, _FARTHEST))
    return query, (*order, *NEWEST)


def _filters(form: Form) -> Iterator[ColumnElement[bool]]:
    unsaid = (_ENTRY.work_mode.is_(None),) if form.or_unsaid else ()
    if form.work_modes or unsaid:
        yield or_(_ENTRY.work_mode.in_(listed("work_mode", form.work_modes)), *unsaid)
    for name, asked in (("times", form.times), ("kinds", form.kinds)):
        if asked:
            yield _ENTRY.types.bitwise_and(bindparam(name, type_=Integer)) != 0
    if form.level:
        yield _ENTRY.level == bindparam("level", type_=String)


def _ranks(form: Form) -> list[CTE]:
    """Return what the profession and the words are found by: (opening_id, rank), each opening once."""
    found: list[CTE] = []
    branches = [_for(listed("profession", form.professions))] if form.professions else []
    branches += [_holding(form, "titles", "title", 0)] if form.titles else []
    branches += [_holding(form, "synonyms", "title", 1)] if form.synonyms else []
    branches += [_holding(form, "titles", "words", 2)] if form.titles else []
    if branches:
        found.append(_best(branches))
    if form.words:
        found.append(_best([_holding(form, "words", "title", 0), _holding(form, "words", "words", 1)]))
    return found


def _for(professions: Sequence[BindParameter[str]]) -> Select[Any]:
    its = opening_profession.c
    return _ranked(select(its.opening_id).where(its.company_id == _COMPANY, its.profession.in_(professions)), 0)


def _holding(form: Form, asked: str, field: str, rank: int) -> Select[Any]:
    return _ranked(holding(form.dialect, _COMPANY, bindparam(asked, type_=String), field), rank)


def _ranked(found: Select[Any], rank: int) -> Select[Any]:
    return found.add_columns(literal_column(str(rank)).label("rank"))


def _best(branches: list[Select[Any]]) -> CTE:
    if len(branches) == 1:
        return branches[0].distinct().cte()
    found = union_all(*branches).subquery()
    return select(found.c.opening_id, func.min(found.c.rank).label("rank")).group_by(found.c.opening_id).cte()


def _near(form: Form, ranks: Sequence[CTE]) -> Subquery:
    """Return what lies where it is sought: (opening_id, distance), each opening once; only of what has a rank."""
    inside: Label[float] = literal_column("0.0").label("distance")
    of_circles = [
        _in(number).where(*_of_rank(form, ranks, from_places=not form.wide)) for number in range(form.circles)
    ]
    of_areas = [
        select(_PLACE.opening_id, inside).where(area, *_of_rank(form, ranks, from_places=False))
        for area in _areas(form)
    ]
    found = union_all(*(branch.where(_PLACE.company_id == _COMPANY) for branch in of_circles + of_areas)).subquery()
    nearest = func.min(found.c.distance).label("distance")
    return select(found.c.opening_id, nearest).group_by(found.c.opening_id).subquery()


def _of_rank(form: Form, ranks: Sequence[CTE], *, from_places: bool) -> Iterator[ColumnElement[bool]]:
    """Yield that a place's opening has a rank; `from_places`: SQLite shall look at each place, not at each rank.

    It does not know that a circle holds few places and a profession may have thousands of openings.
    """
    opening_id: ColumnElement[int] = _PLACE.opening_id
    if from_places and form.dialect == "sqlite":
        opening_id = literal_column(f"+{opening_place.name}.{_PLACE.opening_id.name}")
    for rank in ranks[:1]:
        yield opening_id.in_(select(rank.c.opening_id))


def _in(number: int) -> Select[Any]:
    return select(_PLACE.opening_id, squared_degrees(number).label("distance")).where(*in_circle(number))


@cache
def in_circle(number: int = 0) -> tuple[ColumnElement[bool], ...]:
    """Return what a place within the `circle`, and around the `point`, with this number fulfils."""
    south, north, west, east, most = (bindparam(name, type_=Float) for name in circle(0.0, 0.0, 0.0, number))
    inside = (_PLACE.latitude.between(south, north), _PLACE.longitude.between(west, east))
    return *inside, squared_degrees(number) <= most


def circle(latitude: float, longitude: float, km: float, number: int = 0) -> dict[str, float]:
    """Return the parameters of the places within `km` of a point: degrees of a rectangle, most `squared_degrees`."""
    height = km / KM_A_DEGREE
    width = min(180.0, height / max(0.01, cos(radians(latitude)) - radians(height)))
    values = (latitude - height, latitude + height, longitude - width, longitude + width, height**2)
    names = (f"circle_{name}_{number}" for name in ("south", "north", "west", "east", "most"))
    return dict(zip(names, values, strict=True))


@cache
def squared_degrees(number: int = 0) -> ColumnElement[float]:
    """Return how far a place is from the `point` with this number, in squared degrees of latitude.

    Arithmetic only, which both databases have: the map is flat, with the width of a degree taken halfway. Within 300
    km of a point up to 65 degrees north it is off by less than one per cent.
    """
    latitude, longitude, width, narrower = (bindparam(name, type_=Float) for name in point(0.0, 0.0, number))
    up = _PLACE.latitude - latitude
    across = (_PLACE.longitude - longitude) * (width - narrower * up)
    return up * up + across * across


def point(latitude: float, longitude: float, number: int = 0) -> dict[str, float]:
    """Return the parameters of `squared_degrees` for a point in degrees."""
    width, narrower = cos(radians(latitude)), radians(sin(radians(latitude))) / 2
    names = (f"point_{name}_{number}" for name in ("latitude", "longitude", "width", "narrower"))
    return dict(zip(names, (latitude, longitude, width, narrower), strict=True))


def _areas(form: Form) -> Iterator[ColumnElement[bool]]:
    if form.cities:
        yield and_(_PLACE.city.in_(listed("city", form.cities)), _PLACE.latitude.is_(None))
    if form.countries:
        yield _PLACE.country.in_(listed("country", form.countries))
    for number, size in enumerate(form.regions):
        country = bindparam(f"country_of_{number}", type_=String)
        yield and_(_PLACE.country == country, _PLACE.region.in_(listed(f"region_{number}", size)))


def regions(named: Sequence[tuple[str, str]]) -> list[Mapping[str, str]]:
    """Return the parameters of regions (country and name): one `numbered` list for each country, and the country's."""
    return [
        {f"country_of_{number}": country}
        | numbered(f"region_{number}", sorted(name for its, name in named if its == country))
        for number, country in enumerate(sorted({country for country, _ in named}))
    ]
