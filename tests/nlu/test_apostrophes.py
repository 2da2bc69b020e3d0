"""Phones type another apostrophe than the examples have; both are read alike."""

from __future__ import annotations

import pytest

from nlu.negation import denies
from nlu.normalise import considered
from nlu.reading import read

CURLY = "‘’ʼ′"


@pytest.mark.parametrize("curly", CURLY)
def test_classifiers_read_every_apostrophe_as_the_plain_one(curly: str) -> None:
    text = "I don't know what's paid, qu'est-ce que c'est"
    assert considered(text.replace("'", curly)) == considered(text)


@pytest.mark.parametrize("curly", CURLY)
def test_what_is_denied_on_a_phone_is_denied(curly: str) -> None:
    assert denies(f"please don{curly}t delete my data", "en")


def test_each_letter_read_is_found_in_the_message() -> None:
    text = "l’entretien"
    reading = read(text)
    assert (reading.text, reading.spans[1]) == ("l'entretien", (1, 2))
