"""How often somebody wants to hear of openings is found in what they type, whatever they put beside it."""

from __future__ import annotations

import pytest

from bot.dialogue.said_forms import frequency_in
from bot.texts import load_texts


@pytest.mark.parametrize(
    ("language", "said", "frequency"),
    [
        ("en", "weekly, please", "weekly"),
        ("en", "Every day!", "daily"),
        ("de", "einmal die Woche, bitte", "weekly"),
        ("fr", "dès qu'il y a quelque chose", "at_once"),
        ("fr", "dès qu’une offre paraît", "at_once"),
        ("fr", "dès qu´une offre paraît", "at_once"),
        ("zh", "请每天发给我", "daily"),
        ("zh", "一周一次，谢谢", "weekly"),
        ("en", "nurse in Hamburg", None),
        ("en", "bidaily", None),
    ],
)
def test_how_often_is_found_beside_other_words_and_signs(language: str, said: str, frequency: str | None) -> None:
    assert frequency_in(said, language, load_texts()) == frequency
