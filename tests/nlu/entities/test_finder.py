"""What holds for professions and cities together, and what a company adds."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.entities.professions import Profession

SENTENCES = Path(__file__).parent / "city_sentences.csv"
LANGUAGES = ("en", "de", "fr", "zh")
CITY = frozenset({"city"})
PIECES = st.sampled_from(
    ["Berlin", "in ", "à ", "Le Mans", "au ", "上海", "在", "市", "Frankfurt (", "Oder", ")", "München", "MUENCHEN",
     "😀", "St. ", "Gallen", ", ", "or ", "nurse", "Köchin", "İ", "ß", "ﬁ", "\u0301", "\x00", "\ud800", "1", "/", "d'"]
)  # fmt: skip
MESSAGES = st.one_of(st.text(max_size=60), st.lists(PIECES, max_size=12).map("".join))


def sentences() -> list[tuple[str, str, bool, list[str]]]:
    with SENTENCES.open(encoding="utf-8", newline="") as file:
        return [
            (row["language"], row["text"], bool(row["asked"]), [city for city in row["cities"].split("|") if city])
            for row in csv.DictReader(file)
        ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cities_are_found_in_held_back_sentences(finder: EntityFinder, language: str) -> None:
    right, wrong, missed = 0, 0, 0
    for _, text, asked, wanted in (row for row in sentences() if row[0] == language):
        expected = CITY if asked else frozenset[str]()
        found = [e.value for e in finder.find(text, language, expected=expected) if e.name == "city"]
        both = sum(min(found.count(city), wanted.count(city)) for city in {*wanted})
        right, wrong, missed = right + both, wrong + len(found) - both, missed + len(wanted) - both
    assert right / (right + wrong) >= 0.95
    assert right / (right + missed) >= 0.95


@settings(deadline=None, max_examples=300)
@given(text=MESSAGES, language=st.sampled_from([*LANGUAGES, "it"]), asked=st.booleans())
def test_an_entity_is_a_piece_of_its_message(finder: EntityFinder, text: str, language: str, asked: bool) -> None:
    end = 0
    for entity in finder.find(text, language, expected=CITY if asked else frozenset()):
        assert end <= entity.start < entity.end <= len(text)
        assert entity.text == text[entity.start : entity.end]
        end = entity.end


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "🙂🙂🙂",
        "123 456",
        "....",
        "Berlin " * 700,
        "在" * 5000,
        "a" * 5000,
        "Саратов がんばる 上海 Köln",
        "\n\t\r",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_typed_is_read(finder: EntityFinder, text: str, language: str) -> None:
    assert all(e.text == text[e.start : e.end] for e in finder.find(text, language, expected=CITY))


@pytest.mark.parametrize(
    ("text", "language", "city"),
    [
        ("nice", "en", "Nice"),
        ("reading", "en", "Reading"),
        ("essen", "de", "Essen"),
        ("am liebsten halle", "de", "Halle (Saale)"),
        ("tours ou sens", "fr", "Tours"),
        ("plutôt pau", "fr", "Pau"),
        ("大理", "zh", "Dali"),
    ],
)
def test_a_bare_name_is_enough_when_a_city_is_asked_for(
    finder: EntityFinder, text: str, language: str, city: str
) -> None:
    assert finder.find(text, language) == ()
    assert finder.find(text, language, expected=CITY)[0].value == city


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("can I think about it", "en"),
        ("no", "en"),
        ("any", "en"),
        ("nice question, what does the nurse earn", "en"),
        ("egal", "de"),
        ("ist das Essen frei?", "de"),
        ("peu importe", "fr"),
        ("je ne sais pas", "fr"),
        ("随便", "zh"),
        ("都可以", "zh"),
    ],
)
def test_an_answer_without_a_city_has_none(finder: EntityFinder, text: str, language: str) -> None:
    assert [e for e in finder.find(text, language, expected=CITY) if e.name == "city"] == []


def test_the_value_is_the_same_in_every_language(finder: EntityFinder) -> None:
    asked = {"en": "jobs in Geneva", "de": "Jobs in Genf", "fr": "un poste à Genève", "zh": "日内瓦的工作"}
    assert {finder.find(text, language)[-1].value for language, text in asked.items()} == {"Geneva"}


def test_a_district_beside_its_city_is_one_place(finder: EntityFinder) -> None:
    (city,) = finder.find("Büro in Berlin-Kreuzberg?", "de")
    assert (city.value, city.text) == ("Berlin", "Berlin-Kreuzberg")


def test_an_addition_in_brackets_is_part_of_a_city(finder: EntityFinder) -> None:
    (city,) = finder.find("gibt es in Frankfurt (Oder) etwas", "de")
    assert (city.value, city.text) == ("Frankfurt (Oder)", "Frankfurt (Oder)")


def test_a_preposition_is_no_part_of_a_city(finder: EntityFinder) -> None:
    assert [e.text for e in finder.find("du travail au Mans ou à La Rochelle", "fr")] == ["Mans", "La Rochelle"]


@pytest.fixture
def small() -> EntityFinder:
    professions = [Profession("baker", {"de": ("Bäcker", "Bäckerin"), "en": ("baker",)})]
    cities = [
        City("Freiburg", "DE", 230_000),
        City("Fribourg", "CH", 38_000, names={"de": ("Freiburg",)}),
        City("Olten", "CH", 20_000),
    ]
    return EntityFinder(professions, CityDictionary(cities), ["de", "en"])


@pytest.mark.parametrize(
    "text", ["paris.miller@example.org", "write to bo@example.org", "www.paris.example/nurse", "a@b.paris"]
)
def test_an_address_names_no_town_and_no_trade(finder: EntityFinder, text: str) -> None:
    assert finder.find(text, "en", expected=frozenset({"city", "profession"})) == ()


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("en", "nurse,Hamburg,paris@example.org", ["nurse", "Hamburg"]),
        ("zh", "我在卡塞尔，邮箱是bo@example.org", ["Kassel"]),
        ("de", "Koch @ Berlin", ["cook", "Berlin"]),
    ],
)
def test_what_stands_beside_an_address_is_found(
    finder: EntityFinder, language: str, text: str, values: list[str]
) -> None:
    assert [entity.value for entity in finder.find(text, language)] == values


def test_a_company_s_countries_come_first(small: EntityFinder) -> None:
    swiss = small.for_company(countries=["ch"])
    assert [small.find("arbeit in freiburg", "de")[0].value, small.find("jobs olten", "de")] == ["Freiburg", ()]
    assert [swiss.find("arbeit in freiburg", "de")[0].value, swiss.find("jobs olten", "de")[0].value] == [
        "Fribourg",
        "Olten",
    ]


def test_a_company_s_titles_are_professions(small: EntityFinder) -> None:
    company = small.for_company(titles=["Bäcker Nachtschicht (m/w/d)", "Happiness Hero"])
    assert [e.value for e in company.find("suche stelle als happiness hero", "de")] == ["Happiness Hero"]
    (found,) = company.find("Ist Bäcker Nachtschicht noch frei?", "de")
    assert (found.name, found.value, found.text) == ("profession", "baker", "Bäcker Nachtschicht")
    assert [e.text for e in small.find("Ist Bäcker Nachtschicht noch frei?", "de")] == ["Bäcker"]


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("warehouse berlin", "en", ["warehouse_worker", "Berlin"]),
        ("warehouse berlin?", "en", ["Berlin"]),
        ("the warehouse in berlin burnt down", "en", ["Berlin"]),
        ("lager berlin", "de", ["warehouse_worker", "Berlin"]),
    ],
)
def test_an_ordinary_word_that_is_all_that_is_said_beside_a_place_is_a_profession(
    finder: EntityFinder, text: str, language: str, found: list[str]
) -> None:
    assert [entity.value for entity in finder.find(text, language)] == found


@pytest.mark.parametrize(
    ("title", "language", "professions"),
    [
        ("Schlosser:in / Schweißer:in MAG", "de", {"metal_fabricator", "welder"}),
        ("Nurse / Midwife", "en", {"nurse", "midwife"}),
        ("Staplerfahrer:in Lager", "de", {"forklift_driver", "warehouse_worker"}),
        ("Fachfrau / Fachmann Gesundheit EFZ", "de", {"nursing_assistant"}),
        ("ASSC CFC", "fr", {"nursing_assistant"}),
    ],
)
def test_a_title_of_two_trades_names_both(
    finder: EntityFinder, title: str, language: str, professions: set[str]
) -> None:
    assert set(finder.named_in(title, language)) == professions


OWN_TITLES = ("Technicien en salle d'opération TSO", "SPS-Programmierer:in", "Warehouse Operative (FLT)", "Koch EFZ")


@pytest.mark.parametrize(
    ("text", "language", "found"),
    [
        ("TSO", "fr", ["TSO"]),
        ("vous cherchez un poste de TSO ?", "fr", ["TSO"]),
        ("SPS", "de", ["SPS"]),
        ("FLT", "en", ["FLT"]),
        ("flt", "en", []),
        ("Ich habe SPS in der Schule gelernt", "de", []),
        ("EFZ", "de", []),
    ],
)
def test_an_abbreviation_of_few_titles_stands_for_itself(
    finder: EntityFinder, text: str, language: str, found: list[str]
) -> None:
    many = [f"{trade} EFZ" for trade in ("Maurer", "Florist", "Logistiker", "Schreiner")]
    company = finder.for_company(titles=(*OWN_TITLES, *many))
    assert [each.value for each in company.find(text, language) if each.name == "profession"] == found
