"""Slips of the finger: one in a word, or many in a text, and always the same ones for the same seed."""

from __future__ import annotations

import random

import pytest

from nlu.words.slips import mistyped, noisy

SEEDS = range(50)


def test_one_slip_is_made_in_a_word_of_four_letters_or_more() -> None:
    made = {mistyped("is it a park", "en", random.Random(seed)) for seed in SEEDS}
    assert all(other is not None and other.startswith("is it a ") and other != "is it a park" for other in made)
    assert {"is it a aprk", "is it a prk", "is it a ppark", "is it a oark"} <= made


@pytest.mark.parametrize("text", ["how far is it", "停车场在哪里", ""])
def test_short_words_and_chinese_characters_have_no_slip(text: str) -> None:
    assert {mistyped(text, "en", random.Random(seed)) for seed in SEEDS} == {None}


def test_the_neighbouring_key_is_that_of_the_languages_keyboard() -> None:
    german = {mistyped("zzzz", "de", random.Random(seed)) for seed in range(200)}
    assert "tzzz" in german
    assert "xzzz" not in german


def test_noise_falls_on_its_share_of_the_characters_and_is_the_same_for_the_same_seed() -> None:
    text = "where do i find the parking lot " * 20
    made = noisy(text, 0.1, "en", "", random.Random(1))
    assert made == noisy(text, 0.1, "en", "", random.Random(1)) != text
    assert noisy(text, 0.0, "en", "", random.Random(1)) == text
