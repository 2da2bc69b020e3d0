"""What is read of a message can be pointed at in the message."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.explanations.reading import read
from nlu.general.stage import masked
from nlu.understanding import Entity
from nlu.words.normalise import considered

NURSE = Entity("profession", "nurse", "Nurse", 2, 7)
BONN = Entity("city", "Bonn", "Bonn", 11, 15)


def words(message: str, *entities: Entity) -> list[str]:
    return [message[slice(*shown)] for _, shown in read(message, entities).words()]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("  How much, please?! ", ["How", "much", "please"]),
        ("don't (you) pay", ["don't", "you", "pay"]),
        ("Die Straße, 4-Tage-Woche", ["Die", "Straße", "4-Tage-Woche"]),
        ("un cafe\u0301 l\u00e0", ["un", "cafe\u0301", "l\u00e0"]),
        ("Ｊｏｂ ﬁnance ok👍🏽", ["Ｊｏｂ", "ﬁnance", "ok"]),
        ("Java开发，薪资？", ["Java", "开", "发", "，", "薪", "资"]),
        ("㍿ job", ["㍿", "job"]),
        ("zero\u200bwidth", ["zero", "width"]),
        ("C++ & 👍", ["C", "&", "👍"]),
        ("", []),
        ("?!", []),
        (unicodedata.normalize("NFD", "연봉 얼마"), [unicodedata.normalize("NFD", "연봉 얼마")]),
    ],
)
def test_words_are_shown_as_they_stand_in_the_message(message: str, expected: list[str]) -> None:
    assert words(message) == expected


def test_a_masked_entity_is_the_words_it_stands_for() -> None:
    message = "A Nurse in Bonn!"
    assert words(message, NURSE, BONN) == ["A", "Nurse", "in", "Bonn"]
    assert read(message, (NURSE, BONN)).text == "a entity_profession in entity_city"


@given(st.text(max_size=60), st.booleans())
def test_every_character_that_is_read_comes_from_the_message(message: str, is_masked: bool) -> None:
    entities = (Entity("city", "x", message[1:2], 1, 2),) if is_masked and len(message) > 1 else ()
    reading = read(message, entities)
    assert reading.text == considered(masked(message, entities))
    assert len(reading.spans) == len(reading.text)
    assert all(0 <= start < end <= len(message) for start, end in reading.spans)
    found = list(reading.words())
    ends = [0, *(end for _, (_, end) in found)]
    assert all(start >= before for (_, (start, _)), before in zip(found, ends, strict=False))
    covered = {place for (start, end), _ in found for place in range(start, end)}
    assert all(place in covered for place, character in enumerate(reading.text) if character != " ")


def test_a_pasted_resume_is_read_as_far_as_classifiers_do() -> None:
    resume = "Ten years as a nurse. " * 400
    reading = read(resume)
    assert reading.text == considered(resume)
    assert reading.spans[-1][1] <= 1001
