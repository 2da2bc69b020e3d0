"""Phones type another apostrophe than the examples have; both are read alike."""

from __future__ import annotations

import pytest

from nlu.danger.spelling import spelt
from nlu.explanations.reading import read
from nlu.words.negation import denies
from nlu.words.normalise import considered
from nlu.words.question_form import is_question
from nlu.words.text_words import words

CURLY = "‘’ʼ′´`"


@pytest.mark.parametrize("curly", CURLY)
def test_classifiers_read_every_apostrophe_as_the_plain_one(curly: str) -> None:
    text = "I don't know what's paid, qu'est-ce que c'est"
    assert considered(text.replace("'", curly)) == considered(text)


@pytest.mark.parametrize("curly", CURLY)
def test_what_is_denied_on_a_phone_is_denied(curly: str) -> None:
    assert denies(f"please don{curly}t delete my data", "en")


@pytest.mark.parametrize("curly", CURLY)
def test_each_letter_read_is_found_in_the_message(curly: str) -> None:
    reading = read(f"l{curly}entretien")
    assert (reading.text, reading.spans[1], len(reading.spans)) == ("l'entretien", (1, 2), len(reading.text))


@pytest.mark.parametrize("curly", CURLY)
def test_signs_of_danger_are_looked_for_behind_any_apostrophe(curly: str) -> None:
    assert spelt(f"I can{curly}t go on", "en") == spelt("I can't go on", "en")


@pytest.mark.parametrize("curly", CURLY)
def test_a_question_is_one_with_any_apostrophe(curly: str) -> None:
    assert is_question(f"c{curly}est quand l{curly}entretien", "fr")


@pytest.mark.parametrize("curly", CURLY)
def test_an_apostrophe_joins_the_words_of_a_name(curly: str) -> None:
    assert [word.joins for word in words(f"L{curly}Isle")] == [False, True]
