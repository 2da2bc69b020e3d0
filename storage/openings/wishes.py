"""What a candidate looks for, and how it is kept with a conversation or a subscription."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Final

from nlu.ads.working_times import WorkingTime
from storage.openings.opening_kinds import EmploymentType, Level, Order, SalaryUnit, WorkMode

WITHIN_KM = 50.0


@dataclass(frozen=True, slots=True)
class Excluded:
    """What openings must not be, in the same words as a Wish; `said` are the candidate's own for the professions."""

    professions: tuple[str, ...] = ()
    cities: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    employment_types: tuple[EmploymentType, ...] = ()
    work_modes: tuple[WorkMode, ...] = ()
    levels: tuple[Level, ...] = ()
    working_times: tuple[WorkingTime, ...] = ()
    said: tuple[str, ...] = field(default=(), compare=False)

    @property
    def placed(self) -> bool:
        """Whether places are excluded."""
        return bool(self.cities or self.countries or self.regions)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of employment, work modes, levels and working times together."""
        return (*self.employment_types, *self.work_modes, *self.levels, *self.working_times)


NOTHING_EXCLUDED: Final = Excluded()


@dataclass(frozen=True, slots=True)
class Wish:
    """A search as far as it is known: None was not said yet, an empty tuple is an answer ("anything", "anywhere").

    `professions` holds ids of data/professions or titles of the company's own, `cities` GeoNames names, `countries` ISO
    codes as "DE", `regions` ISO 3166-2 codes as "DE-BY"; `words` is what else an opening's text should hold. `said` are
    the candidate's own words for the professions: two wishes for the same are equal whatever they are. At least
    `pay_from` is to be paid per `pay_unit`, in `pay_currency` if that was said. Nothing is wanted that is `excluded`.
    `order` asks for those that pay most, or least, or are the newest, first.
    """

    professions: tuple[str, ...] | None = None
    cities: tuple[str, ...] | None = None
    countries: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    within_km: float = WITHIN_KM
    work_mode: WorkMode | None = None
    employment_types: tuple[EmploymentType, ...] = ()
    level: Level | None = None
    words: str = ""
    said: tuple[str, ...] = field(default=(), compare=False)
    pay_from: float | None = None
    pay_unit: SalaryUnit | None = None
    pay_currency: str | None = None
    excluded: Excluded = NOTHING_EXCLUDED
    order: Order | None = None


EVERYTHING: Final = Wish(professions=(), cities=())
"""What asks for any job anywhere."""


NOTHING_SAID = Wish()
_NAMES = tuple(each.name for each in fields(Wish))
_EXCLUDED_NAMES = tuple(each.name for each in fields(Excluded))


def wish_json(wish: Wish) -> dict[str, Any]:
    """Return a wish as it is stored: of what is excluded what there is."""
    excluded = {name: value for name, value in asdict(wish.excluded).items() if value}
    return {name: getattr(wish, name) for name in _NAMES} | {"excluded": excluded}


def wish_of(stored: dict[str, Any]) -> Wish:
    """Return a stored wish; members that are no longer known are left out, `order` was `by_pay` before.

    >>> wish_of(wish_json(Wish(("nurse",), ()))) == Wish(("nurse",), ())
    True
    """
    values: dict[str, Any] = {"order": stored.get("by_pay")} | _known(stored, _NAMES)
    values["excluded"] = Excluded(**_known(stored.get("excluded") or {}, _EXCLUDED_NAMES))
    return Wish(**values)


def _known(stored: dict[str, Any], names: Container[str]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in stored.items() if name in names}
