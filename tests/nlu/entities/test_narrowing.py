"""Words beside a general profession make it a special one in messages; a title names the general one too."""

from __future__ import annotations

import pytest

from candor.product import DATA_FOLDER
from nlu.entities.finder import EntityFinder
from nlu.entities.narrowing import _narrower
from nlu.starter import professions

LANGUAGES = ("en", "de", "fr", "zh")


def named(finder: EntityFinder, text: str, language: str) -> list[str]:
    return [each.value for each in finder.find(text, language) if each.name == "profession"]


@pytest.mark.parametrize(
    ("language", "text", "special"),
    [
        ("en", "shop assistant in a bakery in Berlin", "bakery_salesperson"),
        ("de", "Verkäuferin im Bäckerladen", "bakery_salesperson"),
        ("fr", "vendeuse en magasin de vêtements", "fashion_salesperson"),
        ("zh", "我想做面包店店员", "bakery_salesperson"),
        ("en", "carer in an old people's home", "geriatric_nurse"),
        ("fr", "aide soignante en EHPAD à Lyon", "geriatric_nurse"),
        ("zh", "照顾老人的护工", "geriatric_nurse"),
    ],
)
def test_a_word_beside_a_profession_narrows_it(finder: EntityFinder, language: str, text: str, special: str) -> None:
    assert named(finder, text, language) == [special]


@pytest.mark.parametrize(
    ("language", "text", "general"),
    [
        ("en", "nurse. my old people live in Bern", "nurse"),
        ("en", "I am a nurse and so was my aunt, who looks after the elderly now", "nurse"),
        ("de", "Kassiererin, mein Mann war immer gern beim Bäcker", "cashier"),
        ("en", "I am a nurse and my brother has always lived with old people", "nurse"),
        ("en", "a nurse in Bern", "nurse"),
    ],
)
def test_a_word_further_off_or_behind_a_pause_narrows_nothing(
    finder: EntityFinder, language: str, text: str, general: str
) -> None:
    assert named(finder, text, language)[:1] == [general]


def test_a_title_names_what_it_would_without_the_word_too(finder: EntityFinder) -> None:
    assert set(finder.named_in("Aide-soignant en EHPAD (H/F)", "fr")) == {"geriatric_nurse", "nursing_assistant"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_profession_of_the_table_exists(language: str) -> None:
    known = {profession.id for profession in professions(DATA_FOLDER)}
    general = _narrower(language).general
    assert set(general) | set().union(*general.values()) <= known
