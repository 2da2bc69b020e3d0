"""A made-up company's openings and the searches of its candidates: seeded, composed of the starter data."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TypeVar

from nlu import starter
from nlu.entities.atlas import Atlas
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.entities.professions import Profession
from nlu.entities.related import RelatedProfessions
from openings.located import located
from storage.openings.opening_kinds import EmploymentType, Level, WorkMode
from storage.openings.openings import OpeningContent, Place
from storage.openings.wishes import Wish

Value = TypeVar("Value")
DATA = Path(__file__).parent.parent / "data"
LANGUAGES = {"de": 5, "fr": 3, "en": 2, "zh": 1}
COUNTRIES = ("DE", "AT", "CH", "FR")
TODAY = date(2026, 3, 1)
_SENTENCES = 12
_MODES: dict[WorkMode | None, int] = {None: 5, "onsite": 3, "hybrid": 2, "remote": 1}
_LEVELS: dict[Level | None, int] = {None: 5, "experienced": 3, "entry": 1, "senior": 1}
_TYPES: dict[tuple[EmploymentType, ...], int] = {
    ("full_time",): 5,
    ("full_time", "permanent"): 3,
    ("part_time",): 2,
    ("full_time", "part_time"): 1,
    (): 1,
}


@dataclass(frozen=True, slots=True)
class World:
    """What openings and searches are composed of."""

    professions: tuple[Profession, ...]
    cities: tuple[City, ...]
    sentences: dict[str, list[str]]
    atlas: Atlas
    related: RelatedProfessions

    @classmethod
    def read(cls) -> World:
        """Return the world of the starter data."""
        professions, cities = starter.professions(DATA), starter.cities(DATA)
        finder = EntityFinder(professions, CityDictionary(cities), list(LANGUAGES))
        return cls(
            professions,
            tuple(city for city in cities if city.country in COUNTRIES and city.latitude is not None),
            {language: [text for text, _ in starter.general_examples(DATA, language)] for language in LANGUAGES},
            Atlas(cities, starter.areas(DATA), finder.city_names),
            starter.related_professions(DATA),
        )


@dataclass(frozen=True, slots=True)
class Search:
    """A search: its kind, its wish, and what a scan with LIKE would look for instead."""

    kind: str
    wish: Wish
    language: str
    like: str = ""
    city: str = ""


def openings_of(world: World, count: int, seed: int = 0) -> list[OpeningContent]:
    """Return so many openings; large cities and some professions have many of them, as live data has."""
    chosen = random.Random(seed)
    weights = [chosen.paretovariate(1.2) for _ in world.professions]
    populations = [city.population**0.8 for city in world.cities]
    return [
        _opening(world, number, profession, city, chosen)
        for number, (profession, city) in enumerate(
            zip(
                chosen.choices(world.professions, weights, k=count),
                chosen.choices(world.cities, populations, k=count),
                strict=True,
            )
        )
    ]


def _opening(world: World, number: int, profession: Profession, city: City, chosen: random.Random) -> OpeningContent:
    language = _drawn(LANGUAGES, chosen)
    form = chosen.choice(profession.forms[language])
    return OpeningContent(
        external_id=str(number),
        title=f"{form} (m/w/d)" if language == "de" else form,
        description=". ".join(chosen.choices(world.sentences[language], k=_SENTENCES)),
        language=language,
        places=located([Place(city.name, country=city.country)], world.atlas),
        work_mode=_drawn(_MODES, chosen),
        employment_types=_drawn(_TYPES, chosen),
        level=_drawn(_LEVELS, chosen),
        posted=TODAY - timedelta(days=chosen.randrange(180)),
        valid_through=chosen.choice([None, None, TODAY + timedelta(days=chosen.randrange(90))]),
        professions=(profession.id,),
    )


def searches_of(world: World, openings: Sequence[OpeningContent], count: int, seed: int = 1) -> list[Search]:
    """Return so many searches of every kind in turn; professions and cities as often as openings have them."""
    chosen = random.Random(seed)
    kinds = [_in_a_city, _in_a_city, _in_a_city, _filtered, _remote, _of_words, _in_a_region, _city_alone, _anything]
    kinds += [_unfound, _unfound]
    return [kinds[number % len(kinds)](world, chosen.choice(openings), chosen) for number in range(count)]


def _in_a_city(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    place, title = opening.places[0], opening.title.removesuffix(" (m/w/d)")
    city = place.city or ""
    return Search("profession and city", Wish(opening.professions, (city,)), _drawn(LANGUAGES, chosen), title, city)


def _filtered(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    wish = Wish(opening.professions, (opening.places[0].city or "",), employment_types=("part_time",), within_km=100.0)
    return Search("filters", wish, "de", opening.title, opening.places[0].city or "")


def _remote(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    return Search("remote", Wish(opening.professions, (), work_mode="remote"), "en", opening.title)


def _of_words(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    words = [word for word in opening.description.split() if len(word) > 5]
    asked = " ".join(chosen.sample(words, min(2, len(words))))[:40] if words else opening.description[:4]
    return Search("words", Wish((), (), words=asked), opening.language or "en", asked)


def _in_a_region(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    regions = ("DE-BY", "DE-NW", "DE-HE", "CH-ZH", "AT-7", "FR-IDF")
    return Search("region", Wish(opening.professions, (), regions=(chosen.choice(regions),)), "de", opening.title)


def _city_alone(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    city = opening.places[0].city or ""
    return Search("city", Wish((), (city,)), "fr", "", city)


def _anything(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    return Search("anything", Wish((), ()), "en")


def _unfound(world: World, opening: OpeningContent, chosen: random.Random) -> Search:
    wish = Wish(opening.professions, ("Reykjavík",), work_mode="onsite")
    return Search("nothing found", wish, "en", opening.title, "Reykjavík")


def _drawn(weights: dict[Value, int], chosen: random.Random) -> Value:
    return chosen.choices(list(weights), list(weights.values()))[0]
