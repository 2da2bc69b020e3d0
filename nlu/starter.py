"""The starter data that comes with the product, read from `data/`: general intents, negatives, professions, cities."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator
from pathlib import Path
from typing import Final

from nlu.ads.questions import NOTHING, OpeningQuestions, OpeningTopic
from nlu.data_rows import DataRow, forms_by_meaning, forms_in, lots, rows, sentences
from nlu.entities.areas import Area
from nlu.entities.cities import EVERYWHERE, City, known_city, with_names
from nlu.entities.professions import Profession
from nlu.entities.related import RelatedProfessions
from nlu.errors import DataError
from nlu.general.stage import CRISIS, GENERAL_INTENTS

_EVERY: Final = 16
"""Of how many questions that no advertisement answers one is learnt from."""


def general_examples(data: Path, language: str) -> list[tuple[str, str]]:
    """Return the (text, intent) examples of `general/<language>/*.csv` below the folder `data`, but for their crises.

    Raises DataError, naming file and line, when there are none or a row is not an example of a general intent.
    """
    return [each for each in _general_examples(data, language) if each[1] != CRISIS]


def crisis_examples(data: Path, language: str) -> list[str]:
    """Return the texts of the crises in `general/<language>/*.csv`; raises DataError."""
    return [text for text, intent in _general_examples(data, language) if intent == CRISIS]


def _general_examples(data: Path, language: str) -> list[tuple[str, str]]:
    examples = []
    for path in lots(data / "general" / language, "csv"):
        for line, row in rows(path, ("text", "category")):
            if row["category"] not in GENERAL_INTENTS:
                raise DataError(f"{path}, line {line}: {row['category']!r} is not a general intent")
            examples.append((_text(path, line, row), row["category"]))
    return examples


def general_negatives(data: Path, language: str) -> list[str]:
    """Return the sentences of `background/<language>/*.txt`: what no general intent fits; raises DataError."""
    return [text for path in lots(data / "background" / language, "txt") for text in sentences(path)]


def demo_questions(data: Path, language: str, *, but: Container[str] = ()) -> list[str]:
    """Return the questions of the demo company, `demo/faq.<language>.csv`, `but` for those of these categories.

    There are none where it has none in this language.
    """
    path = data / "demo" / f"faq.{language}.csv"
    asked = rows(path, ("text", "category")) if path.exists() else ()
    return [_text(path, line, row) for line, row in asked if row["category"] not in but]


def professions(data: Path) -> tuple[Profession, ...]:
    """Return the professions of `professions/professions.csv`: an id and, per language, forms parted by `|`.

    Raises DataError when the file is missing, an id is empty or stands twice.
    """
    return _professions(data / "professions" / "professions.csv")


def workplaces(data: Path) -> tuple[Profession, ...]:
    """Return the words for where, with what and at what one works, `professions/workplaces.csv`; raises DataError."""
    return _professions(data / "professions" / "workplaces.csv")


def _professions(path: Path) -> tuple[Profession, ...]:
    found: dict[str, Profession] = {}
    for line, row in rows(path, ("id",)):
        name = row["id"].strip()
        if not name or name in found:
            raise DataError(f"{path}, line {line}: the id {name!r} is empty or stands twice")
        languages = [column for column in row if column != "id"]
        found[name] = Profession(name, {language: forms_in(row[language]) for language in languages})
    return tuple(found.values())


def cities(data: Path) -> tuple[City, ...]:
    """Return the cities and towns of the folder `cities/` with their names in each language and districts.

    In `names.csv` the column `native` holds names used in every language. Raises DataError when a file is missing or a
    population is no number.
    """
    names: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for _, row in rows(data / "cities" / "names.csv", ("city", "country", "native")):
        forms = {column: forms_in(cell) for column, cell in row.items() if column not in ("city", "country")}
        names[row["city"], row["country"]] = {EVERYWHERE: forms.pop("native"), **forms}
    districts = {
        (row["city"], row["country"]): forms_in(row["names"])
        for _, row in rows(data / "cities" / "districts.csv", ("city", "country", "names"))
    }
    return with_names((*known_cities(data), *_towns(data / "cities" / "towns.csv")), names, districts)


def known_cities(data: Path) -> tuple[City, ...]:
    """Return the cities of `cities/geonames.tsv`: all of at least 15,000 inhabitants (GeoNames, CC BY 4.0).

    Raises DataError, naming file and line, when it is missing or a line is none of a city.
    """
    return _of_geonames(data / "cities" / "geonames.tsv")


def small_towns(data: Path) -> tuple[City, ...]:
    """Return the smaller towns of `cities/small_towns.tsv` (GeoNames, CC BY 4.0), by their names alone.

    Raises DataError, naming file and line, when it is missing or a line is none of a town.
    """
    return _of_geonames(data / "cities" / "small_towns.tsv")


def _of_geonames(path: Path) -> tuple[City, ...]:
    found = []
    try:
        _, *lines = path.read_text(encoding="utf-8").splitlines()
        for line in lines:
            found.append(known_city(*line.split("\t")))  # noqa: PERF401 - their number says where one is wrong
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror or error})") from error
    except (TypeError, ValueError) as error:
        raise DataError(f"{path}, line {len(found) + 2}: not a city") from error
    return tuple(found)


def areas(data: Path) -> tuple[Area, ...]:
    """Return the countries and regions of the folder `places/` with their names by language; raises DataError."""
    languages = ("en", "de", "fr", "zh")
    countries = [
        Area(row["code"], row["code"], {language: forms_in(row[language]) for language in languages})
        for _, row in rows(data / "places" / "countries.csv", ("code", *languages))
    ]
    regions = [
        Area(
            row["code"], row["code"][:2], {language: forms_in(row[language]) for language in languages}, row["geonames"]
        )
        for _, row in rows(data / "places" / "regions.csv", ("code", "geonames", *languages))
    ]
    return (*countries, *regions)


def phrases(data: Path, subject: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return, by language, the phrases of each meaning in the files `<subject>/<language>.csv`; raises DataError."""
    return {path.stem: forms_by_meaning(path) for path in sorted((data / subject).glob("*.csv"))}


def opening_questions(data: Path) -> OpeningQuestions:
    """Return what hears questions about openings, learnt of the folder `opening_questions`; raises DataError.

    Its tables hold phrases, those below `asked` examples with their topic or "none", which `untold_questions` are too.
    """
    folder = data / "opening_questions"
    asked = {path.stem: asked_of_openings(data, path.stem) for path in sorted((folder / "asked").glob("*.csv"))}
    for language, examples in asked.items():
        examples += [(NOTHING, text) for text in untold_questions(data, language)]
    return OpeningQuestions(phrases(data, folder.name), asked)


def asked_of_openings(data: Path, language: str) -> list[tuple[str, str]]:
    """Return the (topic or "none", text) examples of `opening_questions/asked/<language>.csv`; raises DataError."""
    path = data / "opening_questions" / "asked" / f"{language}.csv"
    return labelled(path, "topic", {NOTHING, *OpeningTopic})


def labelled(path: Path, label: str, known: Collection[str]) -> list[tuple[str, str]]:
    """Return label and text of each row; raises DataError for a label that is none of those known."""
    found = [(row[label], row["text"]) for _, row in rows(path, (label, "text"))]
    unknown = {name for name, _ in found if name not in known}
    if unknown:
        raise DataError(f"{path}: {min(unknown)!r} is no {label}: it is one of {', '.join(sorted(known))}")
    return found


def untold_questions(data: Path, language: str) -> list[str]:
    """Return some of the demo company's questions that no advertisement answers, by `opening_questions/untold.txt`."""
    categories = frozenset(sentences(data / "opening_questions" / "untold.txt"))
    path = data / "demo" / f"faq.{language}.csv"
    found = rows(path, ("text", "category")) if path.exists() else ()
    return [row["text"] for _, row in found if row["category"] in categories][::_EVERY]


def related_professions(data: Path) -> RelatedProfessions:
    """Return the families of each profession and what it is a special kind of, as `professions/related.csv` has them.

    `professions/areas.csv` says of words for a whole field ("sales") which families and professions work in it.
    """
    related = [row for _, row in rows(data / "professions" / "related.csv", ("id", "families", "general"))]
    families, general = ({row["id"]: forms_in(row[column]) for row in related} for column in ("families", "general"))
    areas = [row for _, row in rows(data / "professions" / "areas.csv", ("id", "members", "but"))]
    members = {row["id"]: (set(forms_in(row["members"])), set(forms_in(row["but"]))) for row in areas}
    return RelatedProfessions(
        families,
        general,
        {
            area: tuple(name for name, its in families.items() if name not in out and {name, *its} & within)
            for area, (within, out) in members.items()
        },
    )


def staff(data: Path) -> frozenset[str]:
    """Return the professions of `professions/staff.txt`: who asks for a person may name one; raises DataError."""
    return frozenset(sentences(data / "professions" / "staff.txt"))


def _towns(path: Path) -> Iterator[City]:
    """Yield the towns below the size of known cities that job-seekers ask for: resorts, seats of large companies."""
    for line, row in rows(path, ("city", "country", "population", "latitude", "longitude", "region")):
        if not row["population"].isdecimal():
            raise DataError(f"{path}, line {line}: the population {row['population']!r} is not a number")
        try:
            latitude, longitude = float(row["latitude"]), float(row["longitude"])
        except ValueError as error:
            raise DataError(f"{path}, line {line}: the coordinates are no numbers") from error
        yield City(
            row["city"],
            row["country"],
            int(row["population"]),
            latitude=latitude,
            longitude=longitude,
            region=row["region"],
        )


def _text(path: Path, line: int, row: DataRow) -> str:
    text = row["text"].strip()
    if not text:
        raise DataError(f"{path}, line {line}: the text is empty")
    return text
