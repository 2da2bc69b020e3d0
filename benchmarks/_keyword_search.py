"""The plain alternative: a job search that understands the exact names of professions, places and filters, no more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from nlu.entities.cities import City
from nlu.entities.professions import Profession
from openings.job_words import JobWords
from storage.openings.wishes import Wish

FILTERS: dict[str, dict[str, tuple[str, ...]]] = {
    "part_time": {"en": ("part-time", "part time"), "de": ("teilzeit",), "fr": ("temps partiel",), "zh": ("兼职",)},
    "full_time": {"en": ("full-time", "full time"), "de": ("vollzeit",), "fr": ("temps plein",), "zh": ("全职",)},
    "remote": {"en": ("remote",), "de": ("homeoffice",), "fr": ("télétravail",), "zh": ("远程",)},
}
_KM = re.compile(r"(\d+) ?(?:km|公里)")
_LARGE = 100_000
_LONGEST = 6


class KeywordSearch:
    """Finds what is written exactly as in the dictionaries, whole words, capitals aside; the last mention counts."""

    def __init__(
        self,
        professions: Sequence[Profession],
        cities: Iterable[City],
        words: JobWords,
        areas: Sequence[str],
        language: str,
    ) -> None:
        self._language = language
        self._professions = {form.lower(): job.id for job in professions for form in job.forms.get(language, ())}
        large = sorted((city for city in cities if city.population >= _LARGE), key=lambda city: city.population)
        self._cities = {
            name.lower(): city.name for city in large for name in (city.name, words.titles.city(city.name, language))
        }
        self._areas = {words.atlas.name_of(code, language).lower(): code for code in areas}

    def understand(self, messages: Sequence[str]) -> Wish:
        """Return the wish after these messages; what none of them names is left open."""
        wish = Wish((), ())
        for message in messages:
            wish = self._changed(wish, message.lower())
        return wish

    def _changed(self, wish: Wish, text: str) -> Wish:
        jobs, cities = self._named(text, self._professions), self._named(text, self._cities)
        areas = self._named(text, self._areas)
        if jobs:
            wish = replace(wish, professions=jobs)
        if cities or areas:
            regions = tuple(code for code in areas if "-" in code)
            wish = replace(
                wish, cities=cities, regions=regions, countries=tuple(code for code in areas if "-" not in code)
            )
        found = [name for name, words in FILTERS.items() if any(word in text for word in words[self._language])]
        if "remote" in found:
            wish = replace(wish, work_mode="remote")
        types = tuple(name for name in found if name != "remote")
        wish = replace(wish, employment_types=types) if types else wish  # type: ignore[arg-type]
        distance = _KM.search(text)
        return replace(wish, within_km=float(distance[1])) if distance else wish

    def _named(self, text: str, names: dict[str, str]) -> tuple[str, ...]:
        """The names in a text, the longest at each place."""
        parts = list(text) if self._language == "zh" else re.findall(r"[^\s,.?!:;/]+", text)
        glue = "" if self._language == "zh" else " "
        found, place = [], 0
        while place < len(parts):
            for length in range(_LONGEST, 0, -1):
                name = glue.join(parts[place : place + length])
                if name in names and place + length <= len(parts):
                    found.append(names[name])
                    place += length - 1
                    break
            place += 1
        return tuple(dict.fromkeys(found))
