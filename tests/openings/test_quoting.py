"""What an advertisement's own text says on a question is quoted as it stands."""

from __future__ import annotations

import pytest

from openings.quoting import quoted

COOK = "Sie kochen für 600 Gäste am Tag. Abende und Wochenenden haben Sie frei. Führerschein B ist von Vorteil."


@pytest.mark.parametrize(
    ("question", "quote"),
    [
        ("Müsste sie dort auch am Wochenende ran?", "Abende und Wochenenden haben Sie frei."),
        ("Braucht man dafür einen Führerschein?", "Führerschein B ist von Vorteil."),
        ("Wie viele Gäste sind das?", "Sie kochen für 600 Gäste am Tag."),
    ],
)
def test_the_sentence_that_shares_most_with_the_question_is_quoted(question: str, quote: str) -> None:
    assert quoted(COOK, question, "de", "de") == quote


def test_a_question_in_another_language_finds_the_sentence_by_its_subject() -> None:
    assert quoted(COOK, "do I need a driving licence", "en", "de") == "Führerschein B ist von Vorteil."


def test_what_the_text_does_not_speak_of_is_not_quoted() -> None:
    assert quoted(COOK, "Gibt es eine Kantine mit Schnitzel?", "de", "de") is None


def test_words_of_the_title_say_nothing_of_the_question() -> None:
    assert quoted("Als Barista brühen Sie Kaffee.", "Wo ist die Barista-Stelle?", "de", "de", "Barista (m/w/d)") is None
