"""Where one sentence is parted that asks two things, in each language."""

from __future__ import annotations

import pytest

from bot.dialogue.sentences import halves


@pytest.mark.parametrize(
    ("language", "sentence", "parts"),
    [
        ("en", "is there parking AND ALSO a canteen?", ("is there parking", "a canteen?", True)),
        ("en", "is there  parking, plus a canteen?", ("is there parking", "a canteen?", True)),
        ("de", "gibt es Parkplätze und auch eine Kantine?", ("gibt es Parkplätze", "eine Kantine?", True)),
        ("de", "gibt es Parkplätze außerdem eine Kantine?", ("gibt es Parkplätze", "eine Kantine?", True)),
        ("fr", "y a-t-il un parking ainsi que des repas ?", ("y a-t-il un parking", "des repas ?", True)),
        ("fr", "y a-t-il un parking, combien de congés ?", ("y a-t-il un parking", "combien de congés ?", False)),
        ("zh", "有停车位吗，还有食堂好吗", ("有停车位吗", "食堂好吗", True)),
        ("zh", "有停车位吗 食堂好吗", ("有停车位吗", "食堂好吗", False)),
    ],
)
def test_a_sentence_is_parted_at_what_joins_two_questions(
    language: str, sentence: str, parts: tuple[str, str, bool]
) -> None:
    assert list(halves(sentence, language)) == [parts]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "parking and a canteen"), ("en", "is there a landing place"), ("es", "hay aparcamiento and hay comedor")],
)
def test_short_parts_other_words_and_unknown_languages_part_nothing(language: str, sentence: str) -> None:
    assert list(halves(sentence, language)) == []
