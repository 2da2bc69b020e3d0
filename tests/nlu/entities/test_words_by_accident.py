"""Everyday words that are spelt as the name of a trade or a far town is, and mean neither."""

from __future__ import annotations

import pytest

from candor.house import entity_finder


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("was gibts da an kohle", "de"),
        ("ist die kantine bei an und abreise offen", "de"),
        ("ein ganz normaler job", "de"),
        ("ein schmaler lohn", "de"),
        ("gibt es was näher dran", "de"),
        ("ich bin alleinerziehende mutter", "de"),
        ("wie steht es mit frisur und bart", "de"),
        ("das war gelogen", "de"),
        ("so ta if you could tell me", "en"),
        ("mal lu an der tür", "fr"),
    ],
)
def test_everyday_words_name_neither_trade_nor_town(text: str, language: str) -> None:
    assert [each.value for each in entity_finder().find(text, language) if each.name in ("city", "profession")] == []


@pytest.mark.parametrize(
    ("text", "language", "city"),
    [
        ("jobs in La Paz", "en", "La Paz"),
        ("Arbeit in Da Nang", "de", "Da Nang"),
        ("jobs in new york", "en", "New York City"),
    ],
)
def test_a_far_town_in_short_words_is_found_where_it_stands_as_one(text: str, language: str, city: str) -> None:
    assert [each.value for each in entity_finder().find(text, language) if each.name == "city"] == [city]


@pytest.mark.parametrize("text", ["näherin in kassel", "ich bin Näherin"])
def test_who_sews_is_found_though_it_is_spelt_as_nearer_is(text: str) -> None:
    assert "tailor" in [each.value for each in entity_finder().find(text, "de")]
