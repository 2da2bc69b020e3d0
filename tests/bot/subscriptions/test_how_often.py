"""How often somebody wants to hear of openings is found in what they type, whatever they put beside it."""

from __future__ import annotations

import pytest

from bot.dialogue.how_often import frequency_alone, frequency_in
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


@pytest.mark.parametrize(
    ("language", "said", "frequency"),
    [
        ("en", "daily is too much", "weekly"),
        ("en", "not every day please", "weekly"),
        ("en", "weekly is not enough", "daily"),
        ("en", "daily is too much, weekly will do", "weekly"),
        ("en", "not weekly but daily", "daily"),
        ("en", "weekly is too often, too", "weekly"),
        ("en", "no more often than once a week", "weekly"),
        ("en", "daily is not too much", "daily"),
        ("de", "nicht öfter als wöchentlich", "weekly"),
        ("fr", "tous les jours, trop bien", "daily"),
        ("de", "täglich ist mir zu oft", "weekly"),
        ("de", "nicht sofort", "daily"),
        ("de", "wöchentlich reicht nicht", "daily"),
        ("fr", "tous les jours c'est trop", "weekly"),
        ("fr", "chaque semaine ce n'est pas assez", "daily"),
        ("zh", "每天太多了", "weekly"),
        ("zh", "不要每天发", "weekly"),
        ("zh", "每周太少了", "daily"),
    ],
)
def test_what_is_too_often_or_too_rare_is_not_wanted(language: str, said: str, frequency: str) -> None:
    assert frequency_in(said, language, load_texts()) == frequency


@pytest.mark.parametrize(
    ("said", "frequency"),
    [("daily is too much", "weekly"), ("not every day please", "weekly"), ("I read my mails every day", None)],
)
def test_it_says_little_else(said: str, frequency: str | None) -> None:
    assert frequency_alone(said, "en", load_texts()) == frequency


def test_words_of_two_forms_are_counted_once() -> None:
    """ "Ce n'est pas assez" holds two forms that share words: what is beside them is no less for that."""
    assert frequency_alone("par semaine ce n'est pas assez pour ma soeur", "fr", load_texts()) is None
    assert frequency_alone("par semaine ce n'est pas assez", "fr", load_texts()) == "daily"
