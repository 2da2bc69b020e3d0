"""What a wish asks of openings: professions and synonyms, words, places on the map."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nlu.entities.areas import Area
from nlu.entities.atlas import Atlas, Spot
from nlu.words.search_terms import Query, query_terms
from nlu.words.text_words import key
from storage.companies.companies import Company
from storage.openings.opening_index import bits
from storage.openings.opening_kinds import WorkMode
from storage.openings.opening_left_out import NOTHING_LEFT_OUT, ExcludedCircle, LeftOut
from storage.openings.opening_pay import in_a_year
from storage.openings.opening_search import Circle, Criteria
from storage.openings.synonyms import Synonym
from storage.openings.wishes import NOTHING_EXCLUDED, Excluded, Wish

_ID = re.compile(r"[a-z][a-z0-9_]*")
_KIND = re.compile(r"^(?:land|kanton|freistaat|canton (?:de|du|of)|canton d'|state of) ?", re.IGNORECASE)
_MODES: dict[WorkMode | None, tuple[WorkMode | None, ...]] = {
    None: (),
    "onsite": ("onsite", None),
    "hybrid": ("hybrid",),
    "remote": ("remote",),
}
_IN_TOWN = ((1.0, False), (5.0, True))
"""How near to its middle (km) an opening is in a town: by whatever name, and where it names none.

Of twin towns (Ulm and Neu-Ulm) the other is not left out with the one.
"""


def criteria_of(
    wish: Wish, company: Company, language: str, atlas: Atlas, synonyms: Sequence[Synonym] = ()
) -> Criteria:
    """Return what an opening must fulfil; what the wish leaves open, or answers with "any", asks for nothing.

    "On site" includes openings that say nothing of it.
    """
    wanted = meant(wish.professions or (), synonyms)
    spots = spots_of(wish, company, language, atlas)
    regions = [area for code in wish.regions if (area := atlas.area(code))]
    return Criteria(
        professions=tuple(value for value in wanted if is_profession(value)),
        titles=_queries(value for value in wanted if not is_profession(value)),
        synonyms=_queries(_called(wish, synonyms, wanted)),
        words=query_terms(wish.words),
        circles=tuple(Circle(spot.latitude, spot.longitude, wish.within_km) for spot in spots),
        cities=wish.cities or (),
        countries=wish.countries,
        regions=tuple((area.country, name) for area in regions for name in _written(area)),
        work_modes=_MODES[wish.work_mode],
        types=bits(wish.employment_types),
        level=wish.level,
        near_first=wish.work_mode == "remote",
        pay_from=in_a_year(wish.pay_from, wish.pay_unit) if wish.pay_from else None,
        pay_currency=wish.pay_currency,
        order=wish.order,
        left_out=_left_out(wish.excluded, company, language, atlas, synonyms),
    )


def _left_out(
    excluded: Excluded, company: Company, language: str, atlas: Atlas, synonyms: Sequence[Synonym]
) -> LeftOut:
    """Return what no opening may be: as much as a search for it would find by professions and titles."""
    if excluded == NOTHING_EXCLUDED:
        return NOTHING_LEFT_OUT
    unwanted = meant(excluded.professions, synonyms)
    spots = [spot for name in excluded.cities if (spot := atlas.city(name, company.countries, language=language))]
    regions = [area for code in excluded.regions if (area := atlas.area(code))]
    titles = (*(value for value in unwanted if not is_profession(value)), *(excluded.said if unwanted else ()))
    return LeftOut(
        professions=tuple(value for value in unwanted if is_profession(value)),
        titles=_queries(titles),
        circles=tuple(
            ExcludedCircle(spot.latitude, spot.longitude, km, nameless) for spot in spots for km, nameless in _IN_TOWN
        ),
        cities=excluded.cities,
        countries=excluded.countries,
        regions=tuple((area.country, name) for area in regions for name in sorted(_written(area))),
        types=bits(excluded.employment_types, excluded.working_times),
        work_modes=tuple(dict.fromkeys(each for mode in excluded.work_modes for each in _MODES[mode])),
        levels=excluded.levels,
    )


def spots_of(wish: Wish, company: Company, language: str, atlas: Atlas) -> tuple[Spot, ...]:
    """Return the wished cities that are on the map; the company's countries decide between cities of one name."""
    found = (atlas.city(name, company.countries, language=language) for name in wish.cities or ())
    return tuple(spot for spot in found if spot)


def anywhere(criteria: Criteria) -> Criteria:
    """Return the same for every place."""
    return replace(criteria, circles=(), cities=(), countries=(), regions=(), near_first=False)


def meant(values: Sequence[str], synonyms: Sequence[Synonym]) -> tuple[str, ...]:
    """Return professions and titles with what the company means by them."""
    own = [each.meaning for value in values for each in synonyms if key(each.word) == key(value)]
    return tuple(dict.fromkeys([*values, *own]))


def _called(wish: Wish, synonyms: Sequence[Synonym], wanted: Sequence[str]) -> Iterable[str]:
    """What else a title may call the professions that are wanted: the company's words for them, the candidate's own."""
    own = [each.word for each in synonyms if each.meaning in wanted]
    return dict.fromkeys((*own, *(wish.said if wanted else ())))


def is_profession(value: str) -> bool:
    """Whether a value is the id of a profession, not a title of the company's own.

    >>> is_profession("nurse_practitioner"), is_profession("Kundenheld")
    (True, False)
    """
    return bool(_ID.fullmatch(value))


def _queries(texts: Iterable[str]) -> tuple[Query, ...]:
    return tuple(query for query in map(query_terms, texts) if query)


def _written(area: Area) -> set[str]:
    """Return how feeds write a region: any of its names, "Kanton" and its like left out, its code."""
    names = {name for names in area.names.values() for name in names}
    return names | {_KIND.sub("", name) for name in names} | {area.code, area.code.partition("-")[2]}
