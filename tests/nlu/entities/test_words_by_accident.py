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
        ("was ist näher", "de"),
        ("ich bin alleinerziehende mutter", "de"),
        ("wie steht es mit frisur und bart", "de"),
        ("das war gelogen", "de"),
        ("so ta if you could tell me", "en"),
        ("mal lu an der tür", "fr"),
    ],
)
def test_everyday_words_name_neither_trade_nor_town(text: str, language: str) -> None:
    assert [each.value for each in entity_finder().find(text, language) if each.name in ("city", "profession")] == []


def test_everyday_words_are_no_town_where_one_was_asked_for() -> None:
    assert entity_finder().find("was gibts da an kohle", "de", expected=frozenset({"city"})) == ()


@pytest.mark.parametrize("text", ["La Paz jobs", "warehouse jobs la paz", "jobs in La Paz"])
def test_a_far_town_in_short_words_that_nobody_else_uses_is_found(text: str) -> None:
    assert "La Paz" in [each.value for each in entity_finder().find(text, "en") if each.name == "city"]


@pytest.mark.parametrize(
    "text",
    [
        "näherin in kassel",
        "ich bin Näherin",
        "sucht ihr noch Näherinnen?",
        "ich suche Arbeit als Näherin am Wochenende",
    ],
)
def test_who_sews_is_found_though_it_is_spelt_as_nearer_is(text: str) -> None:
    assert "tailor" in [each.value for each in entity_finder().find(text, "de")]


@pytest.mark.parametrize("text", ["Industriemaler", "Fahrzeugmaler", "Hausmaler"])
def test_a_kind_of_painter_is_one(text: str) -> None:
    assert [each.value for each in entity_finder().find(text, "de")] == ["painter_decorator"]
