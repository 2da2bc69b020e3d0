from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.entities.cities import City
from nlu.entities.finder import EntityFinder
from nlu.entities.professions import Profession

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
)
FINDER = EntityFinder(SOME, (), ["en", "de"])


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
    ],
)
def test_a_profession_is_found_as_people_write_it(text: str, value: str, spelt: str) -> None:
    assert professions(text) == [(value, spelt)]


@pytest.mark.parametrize(
    "text",
    ["it is late", "IT IS LATE", "Is it?", "banking", "a bakery", "I developed it", "nursery", "how many accounts", ""],
)
def test_another_word_is_not_taken_for_a_profession(text: str) -> None:
    assert professions(text) == []


def test_names_do_not_reach_across_the_end_of_a_sentence() -> None:
    assert professions("I know software. Engineer by trade") == []


def test_each_language_has_its_own_forms() -> None:
    assert professions("Buchhalter", "de") == [("accountant", "Buchhalter")]
    assert professions("Buchhalter", "en") == []
    assert professions("accountant", "fr") == []


def test_a_profession_is_kept_before_a_city_of_the_same_name() -> None:
    finder = EntityFinder(SOME, [City("Baker", "US", 300_000)], ["en"])
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
