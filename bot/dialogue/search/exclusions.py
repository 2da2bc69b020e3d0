"""What a message adds to what a wish excludes, and what it takes back. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeVar, get_args

from nlu.ads.working_times import WORKING_TIMES
from nlu.wishes.refusals import RuledOut
from nlu.wishes.words import WishWords
from storage.openings.opening_kinds import OF_KINDS, EmploymentType, Level, WorkMode
from storage.openings.wishes import NOTHING_EXCLUDED, Excluded, Wish

_HAVE_OPPOSITES: Final = frozenset({"full_time", "part_time", "temporary"})
"""Kinds of which who does not want one wants the other: that is a filter, nothing is excluded."""
_NO: Final = "no_"
T = TypeVar("T")


def taken_back(wish: Wish, said: WishWords, *, adds: bool) -> tuple[Wish, WishWords]:
    """Return the wish without what was excluded and is named now, and the message without what only takes that back.

    "Sales is fine too" `adds` sales to all else that is looked for: it does not look for sales alone.
    """
    before = wish.excluded
    trades = [OF_KINDS[name] for name in said.professions if name in OF_KINDS]
    named = {*said.professions, *said.cities, *said.areas, *said.marks, *trades}
    if before == NOTHING_EXCLUDED or not named & _all(before):
        return wish, said
    wish = replace(wish, excluded=_less(before, named))
    if not adds:
        return wish, said
    back = _all(before)
    return wish, replace(
        said,
        professions=tuple(name for name in said.professions if OF_KINDS.get(name, name) not in back),
        cities=_without(said.cities, back),
        areas=_without(said.areas, back),
        marks=said.marks - back,
    )


def excluding(wish: Wish, said: RuledOut) -> Wish:
    """Return the wish without what is ruled out; that is looked for no more, and anything else where nothing is left.

    Who says what they do not want has told how much else will do: neither trade nor place need be asked for.

    >>> excluding(Wish(("cook",), ("Kassel",)), RuledOut(cities=("Kassel",))).cities
    ()
    """
    if not said:
        return wish
    before, trades = wish.excluded, [each for each in said.professions if each[0] not in OF_KINDS]
    kinds = {*(said.kinds - _HAVE_OPPOSITES), *(OF_KINDS[value] for value, _ in said.professions if value in OF_KINDS)}
    countries, regions = [code for code in said.areas if "-" not in code], [code for code in said.areas if "-" in code]
    excluded = Excluded(
        professions=_with(before.professions, (value for value, _ in trades)),
        cities=_with(before.cities, said.cities),
        countries=_with(before.countries, countries),
        regions=_with(before.regions, regions),
        employment_types=_with(before.employment_types, (kind for kind in get_args(EmploymentType) if kind in kinds)),
        work_modes=_with(before.work_modes, (mode for mode in get_args(WorkMode) if mode in kinds)),
        levels=_with(before.levels, (level for level in get_args(Level) if level in kinds)),
        working_times=_with(before.working_times, (time for time in WORKING_TIMES if time in kinds)),
        said=_with(before.said, (text for _, text in trades)),
    )
    wish = replace(wish, excluded=excluded)
    unwanted = {*said.cities, *said.areas, *(value for value, _ in said.professions)}
    left = tuple(name for name in wish.professions or () if name not in unwanted)
    return replace(
        wish,
        professions=left,
        said=wish.said if left == wish.professions else (),
        cities=tuple(name for name in wish.cities or () if name not in unwanted),
        countries=tuple(code for code in wish.countries if code not in unwanted),
        regions=tuple(code for code in wish.regions if code not in unwanted),
    )


def excluded_parts(excluded: Excluded) -> tuple[str, ...]:
    """Return what is excluded by names that `less` knows.

    >>> excluded_parts(Excluded(("nurse",), levels=("lead",)))
    ('no_profession', 'no_lead')
    """
    named = {"no_profession": bool(excluded.professions), "no_place": excluded.placed}
    return (*(name for name, is_said in named.items() if is_said), *(_NO + kind for kind in excluded.kinds))


def less(excluded: Excluded, part: str) -> Excluded:
    """Return what is excluded less one of its parts.

    >>> less(Excluded(("nurse",), ("Kassel",)), "no_place") == Excluded(("nurse",))
    True
    """
    if part == "no_profession":
        return replace(excluded, professions=(), said=())
    if part == "no_place":
        return replace(excluded, cities=(), countries=(), regions=())
    return _less(excluded, {part.removeprefix(_NO)})


def _all(excluded: Excluded) -> set[str]:
    its = excluded
    return {*its.professions, *its.cities, *its.countries, *its.regions, *its.kinds}


def _less(excluded: Excluded, named: Iterable[str]) -> Excluded:
    gone = set(named)
    left = Excluded(
        professions=_without(excluded.professions, gone),
        cities=_without(excluded.cities, gone),
        countries=_without(excluded.countries, gone),
        regions=_without(excluded.regions, gone),
        employment_types=_without(excluded.employment_types, gone),
        work_modes=_without(excluded.work_modes, gone),
        levels=_without(excluded.levels, gone),
        working_times=_without(excluded.working_times, gone),
    )
    return replace(left, said=excluded.said if left.professions == excluded.professions else ())


def _with(before: Sequence[T], more: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys([*before, *more]))


def _without(values: Sequence[T], gone: set[str]) -> tuple[T, ...]:
    return tuple(value for value in values if value not in gone)
