"""What a message makes of a wish: fills it in, replaces what was said before, refines or widens it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, cast, get_args

from bot.dialogue.search.exclusions import excluded_parts, excluding, less, taken_back
from bot.dialogue.state import Slot
from nlu.wishes.words import EMPLOYMENT_TYPES, LEVELS, ORDERS, WORK_MODES, WishWords
from storage.openings.opening_kinds import OF_KINDS, EmploymentType, Level, Order, WorkMode
from storage.openings.wishes import WITHIN_KM, Wish

RADII = (5.0, 10.0, 25.0, WITHIN_KM, 100.0, 200.0, 400.0)
"""The distances (km) between which "nearer" and "farther" step."""

ANYTHING: Final[dict[str, Any]] = {"professions": (), "words": "", "said": ()}
ANYWHERE: Final[dict[str, Any]] = {"cities": (), "countries": (), "regions": ()}
ANY_PAY: Final[dict[str, Any]] = {"pay_from": None, "pay_unit": None, "pay_currency": None}
_UNFILTERED: Final[dict[str, Any]] = {"work_mode": None, "employment_types": (), "level": None} | ANY_PAY
CHANGES: Final[dict[str, dict[str, Any]]] = {
    "anything": ANYTHING,
    "anywhere": ANYWHERE,
    "remote": {"work_mode": "remote"},
    "any_pay": ANY_PAY,
    "unfiltered": _UNFILTERED,
    "loosened": ANYWHERE | _UNFILTERED,
}
"""What the buttons of a search change in a wish."""


def for_professions(*professions: str) -> dict[str, Any]:
    """Return what changes in a wish when these are looked for instead."""
    return ANYTHING | {"professions": professions}


def in_city(city: str) -> dict[str, Any]:
    """Return what changes in a wish when it is looked for there instead."""
    return ANYWHERE | {"cities": (city,)}


def changed(wish: Wish, said: WishWords, asked: Slot | None = None, *, asks: bool = False) -> Wish:
    """Return the wish after a message; `asked` is what the bot has just asked for.

    Who names both a profession and a place begins anew; "also" adds to what was said before, but not beside
    "instead" ("I could also do something else: rather baker"), nor in a message that `asks` ("do you also have
    anything as a baker?"). Of two names that are no list the one that was sought before is left behind ("swap Bern
    for Hamburg"). What is ruled out is excluded, until it is named again. Who wants to see
    all jobs need say no place.
    """
    adds = "also" in said.marks and "instead" not in said.marks and not asks
    wish, said = taken_back(wish, said, adds=adds)
    said = _moved_on(wish, said)
    if (
        said.professions
        and (said.cities or said.areas or "anywhere" in said.marks)
        and not adds
        and (wish.professions is not None or wish.words)
    ):
        wish = Wish()
    wish = _professions(wish, said, asked, adds)
    wish = _places(wish, said, asked, adds)
    return excluding(_filters(_distance(wish, said), said, adds), said.ruled_out)


def parts(wish: Wish) -> tuple[str, ...]:
    """Return what a wish says, by names that `without` knows: as many parts as can be taken away.

    >>> parts(Wish(("nurse",), ("Kassel",), employment_types=("part_time",), pay_from=60000.0))
    ('profession', 'place', 'part_time', 'pay')
    """
    said: dict[str, bool] = {
        "profession": bool(wish.professions or wish.words),
        "place": bool(wish.cities or wish.countries or wish.regions),
        "work_mode": wish.work_mode is not None,
        **{str(name): True for name in wish.employment_types},
        "level": wish.level is not None,
        "pay": wish.pay_from is not None,
        str(wish.order): wish.order is not None,
    }
    return (*(name for name, is_said in said.items() if is_said), *excluded_parts(wish.excluded))


def without(wish: Wish, part: str) -> Wish:
    """Return a wish less one of its parts; the same where it has no such part.

    >>> without(Wish(("nurse",), ("Kassel",)), "place").cities, without(Wish(), "part_time") == Wish()
    ((), True)
    """
    changes: dict[str, dict[str, Any]] = {
        "profession": ANYTHING,
        "place": ANYWHERE,
        "work_mode": {"work_mode": None},
        "level": {"level": None},
        "pay": ANY_PAY,
        **{order: {"order": None} for order in ORDERS},
        **{name: {"excluded": less(wish.excluded, name)} for name in excluded_parts(wish.excluded)},
    }
    left = tuple(name for name in wish.employment_types if name != part)
    return replace(wish, **changes.get(part, {"employment_types": left}))


def missing(wish: Wish) -> Slot | None:
    """Return what to ask for next: a profession, then a city; None when the search can begin.

    >>> str(missing(Wish())), str(missing(Wish(professions=()))), missing(Wish((), work_mode="remote"))
    ('profession', 'city', None)
    """
    if wish.professions is None and not wish.words:
        return Slot.PROFESSION
    if wish.cities is None and wish.work_mode != "remote":
        return Slot.CITY
    return None


def _professions(wish: Wish, said: WishWords, asked: Slot | None, adds: bool) -> Wish:
    proper = tuple(name for name in said.professions if name not in OF_KINDS)
    named = proper or said.professions
    if named:
        before = wish.professions if adds else None
        words = _together(wish.said if adds else None, (text for name, text in said.named if name in named))
        return replace(wish, professions=_together(before, named), words="", said=words)
    # "Anything in Bavaria?", "is there anything I can do from home": of what is sought already.
    of_it = (_where_is_open(wish, asked) or said.refining) and (wish.professions or wish.words)
    if ("anything" in said.marks and not of_it) or ("whatever" in said.marks and asked is Slot.PROFESSION):
        return replace(wish, professions=(), words="", said=())
    return wish


def _moved_on(wish: Wish, said: WishWords) -> WishWords:
    """Without what was sought before, where something else is named beside it and they are no list."""
    left = {*(wish.professions or ()), *(wish.cities or ())} - said.both
    professions = tuple(name for name in said.professions if name not in left)
    cities = tuple(name for name in said.cities if name not in left)
    return replace(said, professions=professions or said.professions, cities=cities or said.cities)


def _where_is_open(wish: Wish, asked: Slot | None) -> bool:
    """Whether the bot has asked for a place and none was said yet."""
    return asked is Slot.CITY and wish.cities is None


def _places(wish: Wish, said: WishWords, asked: Slot | None, adds: bool) -> Wish:
    if said.cities or said.areas:
        before = wish if adds else Wish()
        countries = [code for code in said.areas if "-" not in code]
        regions = [code for code in said.areas if "-" in code]
        return replace(
            wish,
            cities=_together(before.cities, said.cities),
            countries=_together(before.countries, countries),
            regions=_together(before.regions, regions),
            within_km=WITHIN_KM,
        )
    anything = "anything" in said.marks and _where_is_open(wish, asked)  # "anything goes"
    anything = anything or ("all" in said.marks and wish.cities is None)
    if "anywhere" in said.marks or anything or ("whatever" in said.marks and asked is Slot.CITY):
        return replace(wish, cities=(), countries=(), regions=(), within_km=WITHIN_KM)
    return wish


def _distance(wish: Wish, said: WishWords) -> Wish:
    if said.km is not None:
        return replace(wish, within_km=said.km)
    if said.cities or not ("nearer" in said.marks or "farther" in said.marks):
        return wish  # "as near to Munich as possible" is no nearer than what was shown before
    if not wish.cities:  # nearer to what?
        return replace(wish, cities=None) if "nearer" in said.marks and not (wish.countries or wish.regions) else wish
    return replace(wish, within_km=nearer(wish.within_km) if "nearer" in said.marks else farther(wish.within_km))


def nearer(within_km: float) -> float:
    """Return the next smaller distance, half of it below the smallest step."""
    return max((step for step in RADII if step < within_km), default=within_km / 2)


def farther(within_km: float) -> float:
    """Return the next greater distance, twice it above the greatest step."""
    return min((step for step in RADII if step > within_km), default=within_km * 2)


def _filters(wish: Wish, said: WishWords, adds: bool) -> Wish:
    modes = [mode for mode in WORK_MODES if mode in said.marks]
    # An "experienced nurse" speaks of herself: openings that say nothing of experience are for her, too.
    levels = [level for level in LEVELS if level in said.marks and not (level == "experienced" and said.professions)]
    types = [name for name in EMPLOYMENT_TYPES if name in said.marks]
    if len(said.professions) > 1:
        types += [OF_KINDS[name] for name in said.professions if name in OF_KINDS]
    if modes:
        wish = replace(wish, work_mode=cast(WorkMode, modes[0]))
    if levels:
        wish = replace(wish, level=cast(Level, levels[0]))
    if types:
        before = wish.employment_types if adds else None
        wish = replace(wish, employment_types=cast(tuple[EmploymentType, ...], _together(before, types)))
    if said.pay:
        pay = said.pay
        wish = replace(wish, pay_from=pay.amount, pay_unit=pay.unit, pay_currency=pay.currency)
    return _without(_ordered(wish, said), said.dropped)


def _ordered(wish: Wish, said: WishWords) -> Wish:
    """Who asks which pays the most or the least, or is new, need say neither trade nor place: of all, then."""
    orders = [order for order in ORDERS if order in said.marks]
    return in_order(wish, cast(Order, orders[0])) if orders else wish


def in_order(wish: Wish, order: Order) -> Wish:
    """Return the wish with what is first in this order first; what it does not say of trade and place is anything.

    >>> in_order(Wish(cities=("Kassel",)), "newest").professions
    ()
    """
    return replace(wish, order=order, professions=wish.professions or (), cities=wish.cities or ())


def _without(wish: Wish, dropped: Iterable[str]) -> Wish:
    for name in dropped:
        if name == wish.work_mode:
            wish = replace(wish, work_mode=None)
        if name == wish.level:
            wish = replace(wish, level=None)
        if name in get_args(EmploymentType):
            wish = replace(wish, employment_types=_instead_of(wish.employment_types, name))
    return wish


def _instead_of(types: tuple[EmploymentType, ...], dropped: str) -> tuple[EmploymentType, ...]:
    """Who wants no part-time job wants a full-time one."""
    left = tuple(name for name in types if name != dropped)
    if left or types:
        return left
    opposites: dict[str, tuple[EmploymentType, ...]] = {"part_time": ("full_time",), "full_time": ("part_time",)}
    opposites |= {"temporary": ("permanent",)}
    return opposites.get(dropped, ())


def _together(before: Sequence[str] | None, named: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(before or ()), *named]))
