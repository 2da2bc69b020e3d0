"""Precision and recall of the professions and cities found in the search sentences kept with the tests.

    .venv/bin/python benchmarks/search_sentences.py

300 searches in four languages and 100 sentences that only mention a profession or a city. They were written without
looking at the starter data, are never learnt from, and the tests hold every version to them. A city counts when it is
the one that is meant; of professions that may be meant one is enough. Beside it: what a search for the dictionary's
forms finds that takes them as they are written, word by word, capitals left aside.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from _shared import LANGUAGES, machine

from nlu import starter
from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.entities.professions import Profession
from nlu.words.text_words import key

PROJECT = Path(__file__).parent.parent
DATA = PROJECT / "data"
SENTENCES = PROJECT / "tests" / "nlu" / "search_sentences.csv"

Values = set[tuple[str, str]]
Find = Callable[[str, str], Values]


@dataclass(slots=True)
class Score:
    """What was found of what is there."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def add(self, found: set[str], meant: set[str], *, one_is_enough: bool) -> None:
        """Count one sentence."""
        right = len(found & meant)
        self.right += right
        self.wrong += len(found - meant)
        self.missed += (not right and bool(meant)) if one_is_enough else len(meant - found)

    def __str__(self) -> str:
        precision = self.right / max(1, self.right + self.wrong)
        return f"{precision:>9.3f} {self.right / max(1, self.right + self.missed):>7.3f}"


def exact(professions: Iterable[Profession], cities: Iterable[City]) -> Find:
    """Return a search for names as they are written, without inflection, slips, context or place words."""
    names: dict[str, dict[str, tuple[str, str]]] = {language: {} for language in LANGUAGES}
    for language, known in names.items():
        for city in sorted(cities, key=lambda city: city.population):
            for form in (city.name, *city.names.get("", ()), *city.names.get(language, ())):
                known[key(form)] = ("city", city.name)
        for profession in professions:
            for form in profession.forms.get(language, ()):
                known[key(form)] = ("profession", profession.id)

    def find(text: str, language: str) -> Values:
        words = key(text).split()
        spans = (" ".join(words[i : i + size]) for size in range(1, 5) for i in range(len(words) - size + 1))
        return {names[language][span] for span in spans if span in names[language]}

    return find


def report(name: str, find: Find) -> None:
    """Print a line for each language."""
    with SENTENCES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    print(f"\n{name:<22} {'profession P':>12} {'R':>5}   {'city P':>8} {'R':>7}")
    total = {kind: Score() for kind in ("profession", "city")}
    for language in LANGUAGES:
        scores = {kind: Score() for kind in total}
        for row in (row for row in rows if row["language"] == language):
            found = find(row["text"], language)
            for kind in total:
                values = {value for name, value in found if name == kind}
                meant = set(filter(None, row[kind].split("|")))
                for score in (scores[kind], total[kind]):
                    score.add(values, meant, one_is_enough=kind == "profession")
        print(f"{language:<22} {scores['profession']}   {scores['city']}")
    print(f"{'all':<22} {total['profession']}   {total['city']}")


def main() -> None:
    """Print two tables."""
    professions, cities = starter.professions(DATA), starter.cities(DATA)
    finder = EntityFinder(professions, CityDictionary(cities), LANGUAGES)
    print(machine())
    report("Candor", lambda text, language: {(e.name, e.value) for e in finder.find(text, language)})
    report("names as written", exact(professions, cities))


if __name__ == "__main__":
    main()
