"""Words for where, with what and at what one works name a profession where that is expected, and nowhere else."""

from __future__ import annotations

import pytest

from candor.house import entity_finder
from nlu.entities.finder import WORKPLACE


def named(text: str, language: str, *expected: str) -> list[str]:
    found = entity_finder().find(text, language, expected=frozenset(expected))
    return [each.value for each in found if each.name == "profession"]


@pytest.mark.parametrize(
    ("language", "text", "profession"),
    [
        ("en", "my days are all milling", "machinist"),
        ("de", "er mag das Fließband", "production_worker"),
        ("fr", "elle aime la cuisine depuis toujours", "kitchen_work"),
        ("zh", "以前一直待在店里", "shop_work"),
    ],
)
def test_a_word_for_a_workplace_names_a_profession_where_it_is_expected(
    language: str, text: str, profession: str
) -> None:
    assert named(text, language, WORKPLACE) == [profession]
    assert named(text, language) == []


def test_an_ordinary_word_names_one_too() -> None:
    assert named("my aunt loves her forklift", "en", WORKPLACE) == ["forklift_driver"]
    assert named("my aunt loves her forklift", "en") == []


def test_neither_names_one_with_a_slip_in_it() -> None:
    assert named("das habe ich nicht verstanden", "de", WORKPLACE) == []
    assert named("ma fiancée est partie hier soir", "fr", WORKPLACE) == []


def test_it_is_no_profession_in_small_letters() -> None:
    assert named("how long does it take", "en", WORKPLACE) == []
