"""The statement that finds openings: one form for all searches that ask for the same kinds of things.

A form is built and compiled once and then run with each search's values (`prepared.py`): to build it takes longer than
to run it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    CTE,
    BindParameter,
    ColumnElement,
    FromClause,
    Integer,
    Select,
    String,
    Subquery,
    Table,
    bindparam,
    case,
    func,
    literal,
    literal_column,
    or_,
    select,
    union_all,
)

from storage.database.numbered import listed, numbered
from storage.openings.full_text import holding
from storage.openings.opening_kinds import Order
from storage.openings.opening_left_out import NO_FORM, LeftOutForm, kept
from storage.openings.opening_map import in_circle, squared_degrees
from storage.openings.opening_pay import pays_enough, yearly
from storage.tables.opening import opening
from storage.tables.search import WHATEVER, opening_day, opening_entry, opening_spot

FORMS = 512
"""How many forms of a statement are kept."""

COMPANY: BindParameter[int] = bindparam("company", type_=Integer)
_TODAY = bindparam("today", type_=Integer)
_SPOT = opening_spot.c
_HERE: ColumnElement[float] = literal_column("0.0")
_FARTHEST: ColumnElement[float] = literal_column("1e9")
_BEST: ColumnElement[int] = literal_column("0")
_SPECIAL: ColumnElement[int] = literal_column("2")
_SAID: ColumnElement[int] = literal_column("0")
_UNSAID: ColumnElement[int] = literal_column("1")
_SYNONYM: ColumnElement[int] = literal_column("1")


@dataclass(frozen=True, slots=True)
class CriteriaForm:
    """What is asked (`opening_search.Criteria`) without its values; numbers are lengths of `numbered` lists.

    `regions` holds one length for each country.
    """

    dialect: str
    professions: int
    special: int
    titles: bool
    synonyms: bool
    words: bool
    circles: int
    cities: int
    countries: int
    regions: tuple[int, ...]
    work_modes: int
    or_unsaid: bool
    times: bool
    kinds: bool
    level: bool
    near_first: bool
    pay: bool
    currency: bool
    left_out: LeftOutForm = NO_FORM
    order: Order | None = None

    @property
    def placed(self) -> bool:
        """Whether it matters where an opening is."""
        return bool(self.circles or self.cities or self.countries or self.regions)

    @property
    def texts(self) -> bool:
        """Whether an opening may be what is sought by its words, not its profession."""
        return self.titles or self.synonyms

    @property
    def ranked(self) -> bool:
        """Whether some of what fits is better than other."""
        return bool(self.texts or self.special)

    @property
    def everything(self) -> bool:
        """Whether every opening fits."""
        filtered = self.work_modes or self.or_unsaid or self.times or self.kinds or self.level or self.pay
        left_out = self.left_out != NO_FORM
        return not (self.professions or self.ranked or self.words or self.placed or filtered or left_out)


EVERY_OPENING = select(func.coalesce(func.sum(opening_day.c.openings), 0)).where(
    opening_day.c.company_id == COMPANY, opening_day.c.last_day >= _TODAY
)
"""How many openings the company has on offer, summed by day: to count them takes longer than all else of a search."""


@dataclass(frozen=True, slots=True)
class Fitting:
    """A select of the ids of what fits, and what puts the best first.

    `openings` is what it selects from, one row an opening. `plain`: those are rows as they stand, quick to count apart.
    """

    query: Select[Any]
    openings: FromClause
    order: tuple[ColumnElement[Any], ...]
    plain: bool


@lru_cache(FORMS)
def matching(form: CriteriaForm, *columns: str) -> Fitting:
    """Return what selects the openings that fit; `columns` of `opening_entry` are there for a query made of it."""
    rows = _rows(form, columns, once=True)
    several = len(rows) > 1 or form.placed or form.professions > 1 or form.left_out.placed
    found = _together(rows)
    if several:
        best = (func.min(its).label(its.name) for its in found.c if its.name != "opening_id")
        found = select(found.c.opening_id, *best).group_by(found.c.opening_id).subquery()
    ranks = (found.c[name] for name in ("rank", "words_rank", "distance", "unsaid") if name in found.c)
    paid = select(yearly()).where(opening.c.id == found.c.opening_id).scalar_subquery()
    newest = (found.c.posted.desc(), found.c.opening_id.desc())
    first = {
        "best_paid": (paid.desc().nulls_last(),),
        "least_paid": (paid.asc().nulls_last(),),
        "newest": newest,
        None: (),
    }
    order = (*first[form.order], *ranks, *newest)
    return Fitting(
        select(found.c.opening_id).select_from(found), found, order, not (several or form.ranked or form.words)
    )


def spots(form: CriteriaForm, *columns: str) -> Subquery:
    """Return `opening_id` and these columns of each spot of what fits; more than once where it fits more than once."""
    return _together(_rows(form, columns, once=False))


def _together(rows: Sequence[Select[Any]]) -> Subquery:
    return (union_all(*rows) if len(rows) > 1 else rows[0]).subquery()


def _rows(form: CriteriaForm, columns: Sequence[str], *, once: bool) -> list[Select[Any]]:
    """Return what is found each way: `opening_id`, `posted`, the columns, ranks where words and `distance` where places
    are asked for.

    `once`: where no place is asked for or left out, each opening once for each profession.
    """
    placed = form.placed or form.left_out.placed
    table: Table = opening_spot if form.professions or placed or not once else opening_entry
    words = _best([_holding(form, "words", "title", 0), _holding(form, "words", "words", 1)]) if form.words else None
    return [
        _branch(form, table, columns, sought, words, area)
        for sought in _sought(form)
        for area in _areas(form, once=once and table is opening_spot and not placed)
    ]


def _branch(
    form: CriteriaForm, table: Table, columns: Sequence[str], sought: _Sought, words: CTE | None, area: _Area
) -> Select[Any]:
    its = table.c
    query = select(its.opening_id, its.posted, *(its[name] for name in columns))
    if form.ranked:
        query = query.add_columns((sought.text.c.rank if sought.text is not None else sought.rank).label("rank"))
    if form.synonyms:
        query = query.add_columns((_unsaid(sought.text) if sought.text is not None else _UNSAID).label("unsaid"))
    if words is not None:
        query = query.add_columns(words.c.rank.label("words_rank")).where(words.c.opening_id == its.opening_id)
    if sought.text is not None:
        query = query.where(sought.text.c.opening_id == its.opening_id)
    if area.distance is not None:
        query = query.add_columns(area.distance.label("distance"))
    of = sought.professions if table is opening_spot else ()
    return query.where(its.company_id == COMPANY, *of, its.last_day >= _TODAY, *_filters(form, table), *area.inside)


def _filters(form: CriteriaForm, table: Table) -> Iterator[ColumnElement[bool]]:
    its = table.c
    unsaid = (its.work_mode.is_(None),) if form.or_unsaid else ()
    if form.work_modes or unsaid:
        yield or_(its.work_mode.in_(listed("work_mode", form.work_modes)), *unsaid)
    for name, asked in (("times", form.times), ("kinds", form.kinds)):
        if asked:
            yield its.types.bitwise_and(bindparam(name, type_=Integer)) != 0
    if form.level:
        yield its.level == bindparam("level", type_=String)
    if form.pay:
        paid = select(opening.c.id).where(opening.c.company_id == COMPANY, *pays_enough(in_currency=form.currency))
        yield its.opening_id.in_(paid)
    yield from kept(form.left_out, table, COMPANY, form.dialect)


@dataclass(frozen=True, slots=True)
class _Sought:
    """A way to be what is sought: spots of professions, or of whatever profession, then with a rank of a text."""

    professions: tuple[ColumnElement[bool], ...]
    rank: ColumnElement[int] = _BEST
    text: CTE | None = None


def _sought(form: CriteriaForm) -> Iterator[_Sought]:
    whatever = (_SPOT.profession == literal(WHATEVER, String),)
    if form.professions:
        yield _Sought((_SPOT.profession.in_(listed("profession", form.professions)),))
    if form.special:
        yield _Sought((_SPOT.profession.in_(listed("special", form.special)),), _SPECIAL)
    if form.texts:
        branches = [_holding(form, "titles", "title", 0)] if form.titles else []
        branches += [_holding(form, "synonyms", "title", 1)] if form.synonyms else []
        branches += [_holding(form, "titles", "words", 3)] if form.titles else []
        yield _Sought(whatever, text=_best(branches))
    if not form.professions and not form.ranked:
        yield _Sought(whatever)


def _holding(form: CriteriaForm, asked: str, field: str, rank: int) -> Select[Any]:
    found = holding(form.dialect, COMPANY, bindparam(asked, type_=String), field)
    return found.add_columns(literal_column(str(rank)).label("rank"))


def _best(branches: list[Select[Any]]) -> CTE:
    """Return what texts are found by: (opening_id, rank), each opening once."""
    found = _together(branches)
    return select(found.c.opening_id, func.min(found.c.rank).label("rank")).group_by(found.c.opening_id).cte()


def _unsaid(text: CTE) -> ColumnElement[int]:
    """Whether a title lacks the candidate's and the company's own words: of two as good and near, one is better."""
    return case((text.c.rank == _SYNONYM, _SAID), else_=_UNSAID)


@dataclass(frozen=True, slots=True)
class _Area:
    """Where a spot may be, and how far that is from what is sought; None: no matter."""

    inside: tuple[ColumnElement[bool], ...]
    distance: ColumnElement[float] | None = None


def _areas(form: CriteriaForm, *, once: bool) -> Iterator[_Area]:
    first = (_SPOT.position == literal_column("0"),)
    if not form.placed:
        yield _Area(first if once else ())
        return
    for number in range(form.circles):
        yield _Area(in_circle(_SPOT, number), squared_degrees(_SPOT, number))
    if form.cities:
        yield _Area((_SPOT.latitude.is_(None), _SPOT.city.in_(listed("city", form.cities))), _HERE)
    if form.countries:
        yield _Area((_SPOT.country.in_(listed("country", form.countries)),), _HERE)
    for number, size in enumerate(form.regions):
        country = bindparam(f"country_of_{number}", type_=String)
        yield _Area((_SPOT.country == country, _SPOT.region.in_(listed(f"region_{number}", size))), _HERE)
    if form.near_first:
        yield _Area(first, _FARTHEST)


def regions(named: Sequence[tuple[str, str]]) -> list[Mapping[str, str]]:
    """Return the parameters of regions (country and name): one `numbered` list for each country, and the country's."""
    return [
        {f"country_of_{number}": country}
        | numbered(f"region_{number}", sorted(name for its, name in named if its == country))
        for number, country in enumerate(sorted({country for country, _ in named}))
    ]
