from __future__ import annotations

import pytest

from nlu.entities.inclusive import joined
from nlu.words.text_words import words


def folded(text: str, language: str) -> list[str]:
    return [word.folded for word in joined(text, words(text), language)]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Ärzt*innen", "de", ["arztinnen"]),
        ("Entwickler:in in Bonn", "de", ["entwicklerin", "in", "bonn"]),
        ("Verkäufer/-in", "de", ["verkauferin"]),
        ("Kauffrau/-mann für Büromanagement", "de", ["kauffrau", "fur", "buromanagement"]),
        ("Angestellte(r)", "de", ["angestellte"]),
        ("infirmier·ère", "fr", ["infirmier"]),
        ("chargé(e)s de projet", "fr", ["charge", "de", "projet"]),
        ("infirmier.e.s", "fr", ["infirmier"]),
        ("vendeur-se", "fr", ["vendeur"]),
    ],
)
def test_endings_for_other_genders_are_part_of_the_word(text: str, language: str, expected: list[str]) -> None:
    assert folded(text, language) == expected


@pytest.mark.parametrize(("text", "language"), [("Koch in Bonn", "de"), ("nurse(e)", "en"), ("je le vois", "fr")])
def test_other_words_are_left_alone(text: str, language: str) -> None:
    assert folded(text, language) == [word.folded for word in words(text)]


def test_a_joined_word_spans_its_ending_and_joins_the_next() -> None:
    text = "conseiller(ère) clientèle"
    first, second = joined(text, words(text), "fr")
    assert text[first.start : first.end] == "conseiller(ère"
    assert second.joins
