from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.entities.cities import City
from nlu.entities.city_dictionary import CityDictionary
from nlu.entities.finder import EntityFinder
from nlu.entities.professions import Profession, ProfessionDictionary
from nlu.words.text_words import words

SOME = (
    Profession("nurse", {"en": ("nurse", "registered nurse", "RN")}),
    Profession("nurse_aide", {"en": ("nurse's aide",)}),
    Profession(
        "software_developer", {"en": ("software engineer", "developer", "front-end developer", "C++ developer")}
    ),
    Profession("it_specialist", {"en": ("IT", "IT specialist")}),
    Profession("secretary", {"en": ("secretary",)}),
    Profession("salesman", {"en": ("salesman",)}),
    Profession("accountant", {"en": ("accountant",), "de": ("Buchhalter",)}),
    Profession("baker", {"en": ("baker",)}),
    Profession("cook", {"en": ("cook", "chef"), "de": ("Koch",)}),
    Profession("sales_representative", {"en": ("sales", "sales manager")}),
)
FINDER = EntityFinder(SOME, CityDictionary(()), ["en", "de"])


def professions(text: str, language: str = "en") -> list[tuple[str, str]]:
    return [(entity.value, entity.text) for entity in FINDER.find(text, language)]


@pytest.mark.parametrize(
    ("text", "value", "spelt"),
    [
        ("I am a nurse", "nurse", "nurse"),
        ("NURSES wanted", "nurse", "NURSES"),
        ("registered nurses", "nurse", "registered nurses"),
        ("jobs as nurse's aide", "nurse_aide", "nurse's aide"),
        ("two secretaries", "secretary", "secretaries"),
        ("salesmen", "salesman", "salesmen"),
        ("front end developers", "software_developer", "front end developers"),
        ("Front-End Developer", "software_developer", "Front-End Developer"),
        ("c++ developer job", "software_developer", "c++ developer"),
        ("job in IT", "it_specialist", "IT"),
        ("an it specialist", "it_specialist", "it specialist"),
        ("acountant", "accountant", "acountant"),
        ("softwre enginer", "software_developer", "softwre enginer"),
        ("any nurse's job", "nurse", "nurse"),
        ("it jobs", "it_specialist", "it"),
        ("rn positions", "nurse", "rn"),
        ("IT", "it_specialist", "IT"),
        ("softwareengineer", "software_developer", "softwareengineer"),
        ("jobs in sales", "sales_representative", "sales"),
        ("sales", "sales_representative", "sales"),
        ("sales in London", "sales_representative", "sales"),
        ("sales in london", "sales_representative", "sales"),
        ("need a chef", "cook", "chef"),
    ],
)
def test_a_profession_is_found_as_people_write_it(text: str, value: str, spelt: str) -> None:
    assert professions(text) == [(value, spelt)]


@pytest.mark.parametrize(
    "text",
    [
        "it is late",
        "IT IS LATE",
        "Is it?",
        "does it work",
        "banking",
        "a bakery",
        "I developed it",
        "nursery",
        "how many accounts",
        "how were your sales",
        "my chef told me",
        "Mr Baker has written to me",
        "it",
        "",
    ],
)
def test_another_word_is_not_taken_for_a_profession(text: str) -> None:
    assert professions(text) == []


def test_names_do_not_reach_across_the_end_of_a_sentence() -> None:
    assert professions("I know software. Engineer by trade") == []


@pytest.mark.parametrize(
    ("text", "profession"), [("我是数控机床师傅。", "machinist"), ("我是做巴士駕駛的", "bus_driver")]
)
def test_a_chinese_trade_is_known_by_any_title_of_who_does_it(finder: EntityFinder, text: str, profession: str) -> None:
    assert [entity.value for entity in finder.find(text, "zh")] == [profession]


def test_a_german_adverb_is_no_work_in_law(finder: EntityFinder) -> None:
    assert not finder.find("Eine Halbtagsstelle wäre mir recht.", "de")
    assert [entity.value for entity in finder.find("Jobs im Recht", "de")] == ["legal_work"]


def test_each_language_has_its_own_forms() -> None:
    assert professions("Buchhalter", "de") == [("accountant", "Buchhalter")]
    assert professions("Buchhalter", "en") == []
    assert professions("accountant", "fr") == []


def test_a_profession_is_kept_before_a_city_of_the_same_name() -> None:
    finder = EntityFinder(SOME, CityDictionary([City("Baker", "US", 300_000)]), ["en"])
    assert [entity.name for entity in finder.find("a job as Baker", "en")] == ["profession"]


def test_of_entities_that_overlap_the_longer_is_kept(finder: EntityFinder) -> None:
    found = [
        (entity.name, entity.value) for entity in finder.find("Mechanical engineer in Bath, or cook in Cork", "en")
    ]
    assert found == [
        ("profession", "mechanical_engineer"),
        ("city", "Bath"),
        ("profession", "cook"),
        ("city", "Cork"),
    ]


@given(st.text(st.characters(), max_size=80))
def test_spans_are_places_in_the_original_text(finder: EntityFinder, text: str) -> None:
    written = f"{text} nurse in Zürich {text} İstanbul {text}"
    entities = finder.find(written, "en")
    assert all(written[entity.start : entity.end] == entity.text for entity in entities)
    assert all(one.end <= next_one.start for one, next_one in pairwise(entities))


def found(dictionary: ProfessionDictionary, text: str, *, expected: bool = False) -> list[tuple[str, str]]:
    return [(entity.value, entity.text) for entity in dictionary.find(text, words(text), expected=expected)]


def test_a_bare_ordinary_word_is_a_profession_when_one_was_asked_for() -> None:
    dictionary = ProfessionDictionary(SOME, "en")
    assert found(dictionary, "maybe sales then") == []
    assert found(dictionary, "maybe sales then", expected=True) == [("sales_representative", "sales")]


def test_the_second_of_two_professions_needs_no_more_than_the_first() -> None:
    assert professions("nurse or chef would suit me") == [("nurse", "nurse"), ("cook", "chef")]


def test_a_title_means_the_profession_it_holds_or_else_itself() -> None:
    dictionary = ProfessionDictionary(SOME, "en").with_titles(["Senior Software Engineer (m/f/d)", "Happiness Wizard"])
    assert found(dictionary, "that senior software engineer role") == [
        ("software_developer", "senior software engineer")
    ]
    assert found(dictionary, "is the happiness wizard still open?") == [("Happiness Wizard", "happiness wizard")]


def test_titles_are_known_to_the_extended_dictionary_only() -> None:
    dictionary = ProfessionDictionary(SOME, "en")
    extended = dictionary.with_titles(["Happiness Wizard"])
    assert found(dictionary, "happiness wizard") == []
    assert found(extended, "a nurse") == [("nurse", "nurse")]


def test_titles_without_a_word_are_ignored() -> None:
    assert found(ProfessionDictionary(SOME, "en").with_titles(["", "(m/w/d)"]), "a nurse (m/w/d)") == [
        ("nurse", "nurse")
    ]


PIECES = st.sampled_from(
    [
        "Pfleger",
        "*innen",
        ":in",
        "/in",
        "(m/w/d)",
        "infirmier",
        "·ère",
        "(e)s",
        "d’",
        "护士",
        "岗位",
        "İ",
        "ß",
        "IT",
        " ",
        "-",
        ".",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=6)), max_size=12), st.sampled_from(["en", "de", "fr", "zh"]))
def test_spans_are_places_in_the_text_in_every_language(finder: EntityFinder, pieces: list[str], language: str) -> None:
    text = "".join(pieces)
    entities = finder.find(text, language)
    assert all(text[entity.start : entity.end] == entity.text for entity in entities)
    assert all(one.end <= next_one.start for one, next_one in pairwise(entities))


@pytest.mark.parametrize("text", ["have you anything for a cook", "I was a cook before", "I am cook since ten years"])
def test_an_ordinary_word_means_work_where_somebody_says_what_they_are(finder: EntityFinder, text: str) -> None:
    assert [each.value for each in finder.find(text, "en")] == ["cook"]


@pytest.mark.parametrize("text", ["the design is nice", "thanks for your support"])
def test_an_ordinary_word_elsewhere_means_none(finder: EntityFinder, text: str) -> None:
    assert finder.find(text, "en") == ()
