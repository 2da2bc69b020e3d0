"""How the fields of an opening and a wish are put into words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date

from openings.job_words import JobWords
from openings.links import LINK_ONLY, WayToApply
from storage.openings.openings import OpeningContent, Place, Salary
from storage.openings.wishes import Excluded, Wish
from texts import Texts, locales

PLACES = 3
"""How many places are named before "and 4 more"."""
HOURS = ("full_time", "part_time")


@dataclass(frozen=True, slots=True)
class Wording:
    """Speaks of openings in one language; each method returns None where the opening says nothing."""

    texts: Texts
    language: str
    words: JobWords
    offer: WayToApply = LINK_ONLY

    def say(self, key: str, /, **params: object) -> str:
        """Return the text of `key` in the language."""
        return self.texts.get(self.language, f"jobs.{key}", **params)

    def listed(self, parts: Iterable[str]) -> str | None:
        """Return the parts in a row."""
        return self.say("list").join(parts) or None

    def date(self, day: date | None) -> str | None:
        """Return a date with its month's name."""
        return None if day is None else locales.long_day(self.language, day)

    def salary(self, salary: Salary | None) -> str | None:
        """Return what is paid, in the currency and per the unit that the opening names."""
        if salary is None or (salary.minimum is None and salary.maximum is None):
            return None
        per = self.say(f"per.{salary.unit}") if salary.unit else ""
        amount = _with_currency(self, salary.currency)
        if salary.minimum is None or salary.maximum is None:
            if salary.minimum is None:
                return self.say("salary.up_to", high=amount(salary.maximum or 0.0), per=per)
            return self.say("salary.from", low=amount(salary.minimum), per=per)
        if salary.minimum == salary.maximum:
            return self.say("salary.exact", low=amount(salary.minimum), per=per)
        return self.say("salary.range", low=amount(salary.minimum), high=amount(salary.maximum), per=per)

    def places(self, places: Iterable[Place], most: int = PLACES, *, km: float | None = None) -> str | None:
        """Return where an opening is, the first few places by name; `km` is how far away the first of them is."""
        named = list(dict.fromkeys(filter(None, map(self.place, places))))
        if named and km is not None and km >= 1:
            named[0] = self.say("distance", place=named[0], km=f"{km:.0f}")
        shown = self.listed(named[:most])
        if shown and len(named) > most:
            return self.say("and_more", places=shown, count=len(named) - most)
        return shown

    def place(self, place: Place) -> str | None:
        """Return the city of a place as its advertisement names it, else its region, else its country."""
        if place.city:
            return place.city
        return place.region or (self.words.atlas.name_of(place.country, self.language) if place.country else None)

    def types(self, opening: OpeningContent) -> str | None:
        """Return the kinds of employment."""
        return self.listed(self.say(f"type.{name}") for name in opening.employment_types)

    def hours(self, opening: OpeningContent) -> str | None:
        """Return whether it is full-time or part-time."""
        return self.listed(self.say(f"type.{name}") for name in opening.employment_types if name in HOURS)

    def contract(self, opening: OpeningContent) -> str | None:
        """Return whether it is permanent, an internship and so on."""
        return self.listed(self.say(f"type.{name}") for name in opening.employment_types if name not in HOURS)

    def work_mode(self, opening: OpeningContent) -> str | None:
        """Return where work is done: on site, at home, both."""
        return self.say(f"mode.{opening.work_mode}") if opening.work_mode else None

    def level(self, opening: OpeningContent) -> str | None:
        """Return how much experience is wanted."""
        return self.say(f"level.{opening.level}") if opening.level else None

    def contact(self, opening: OpeningContent) -> str | None:
        """Return whom to ask."""
        contact = opening.contact
        return self.listed(filter(None, (contact.name, contact.email, contact.phone))) if contact else None

    def wish(self, wish: Wish) -> str:
        """Return what is looked for, as far as it was said."""
        parts = [self.professions(wish), self.where(wish), *self.conditions(wish), *self.exclusions(wish.excluded)]
        return self.say("parts").join(part for part in parts if part)

    def professions(self, wish: Wish) -> str | None:
        """Return what kind of job is looked for."""
        if wish.words:
            return wish.words
        if wish.professions is None:
            return None
        named = (self.words.titles.profession(name, self.language) for name in wish.professions)
        return self.listed(named) or self.say("wish.anything")

    def where(self, wish: Wish) -> str | None:
        """Return where a job is looked for."""
        named = self.towns(wish)
        if named is None:
            return None if wish.cities is None else self.say("wish.anywhere")
        return self.say("wish.within", city=named, km=f"{wish.within_km:.0f}") if wish.cities else named

    def towns(self, wish: Wish) -> str | None:
        """Return the towns and areas that a wish names."""
        areas = [self.words.atlas.name_of(code, self.language) for code in (*wish.regions, *wish.countries)]
        cities = [self.words.titles.city(name, self.language) for name in wish.cities or ()]
        return self.listed([*cities, *areas])

    def conditions(self, wish: Wish) -> list[str]:
        """Return what else an opening must be."""
        named = ["work_mode"] if wish.work_mode else []
        named += wish.employment_types
        named += ["level"] if wish.level else []
        named += ["pay"] if wish.pay_from else []
        named += [wish.order] if wish.order else []
        return [self.part(wish, name) for name in named]

    def exclusions(self, excluded: Excluded) -> list[str]:
        """Return what no opening may be: professions, places, then kinds of work."""
        named = (self._unwanted_professions(excluded), self._unwanted_places(excluded))
        return [*filter(None, named), *(self._unwanted_kind(excluded, name) for name in excluded.kinds)]

    def _unwanted_professions(self, excluded: Excluded) -> str | None:
        names = self.listed(self.words.titles.profession(name, self.language) for name in excluded.professions)
        return self.say("wish.without", what=names) if names else None

    def _unwanted_places(self, excluded: Excluded) -> str | None:
        wish = Wish(cities=excluded.cities, countries=excluded.countries, regions=excluded.regions)
        return self.say("wish.except", place=self.towns(wish)) if excluded.placed else None

    def _unwanted_kind(self, excluded: Excluded, name: str) -> str:
        group = "mode" if name in excluded.work_modes else "level" if name in excluded.levels else "type"
        return self.say("wish.without", what=self.say(f"{group}.{name}"))

    def part(self, wish: Wish, name: str) -> str:
        """Return one part of a wish that it has: its profession, place, work mode, ... or a kind of work."""
        match name:
            case "profession":
                return self.professions(wish) or ""
            case "place":
                return self.where(wish) or ""
            case "work_mode":
                return self.say(f"mode.{wish.work_mode}")
            case "level":
                return self.say(f"level.{wish.level}")
            case "pay":
                least = Salary(wish.pay_from, wish.pay_from, wish.pay_currency, wish.pay_unit)
                return self.say("wish.pay", pay=self.salary(least))
            case "best_paid" | "least_paid" | "newest":
                return self.say(f"wish.{name}")
            case "no_profession":
                return self._unwanted_professions(wish.excluded) or ""
            case "no_place":
                return self._unwanted_places(wish.excluded) or ""
            case _ if name.startswith("no_"):
                return self._unwanted_kind(wish.excluded, name.removeprefix("no_"))
            case _:
                return self.say(f"type.{name}")


def _with_currency(wording: Wording, code: str | None) -> Callable[[float], str]:
    known = wording.texts.part(wording.language, "jobs.currency.")
    symbol = known.get(f"jobs.currency.{code}", f"{code} ") if code else ""

    def amount(value: float) -> str:
        number = locales.number(wording.language, value, 0 if value == int(value) else 2)
        return wording.say("amount", number=number, currency=symbol).strip()

    return amount
