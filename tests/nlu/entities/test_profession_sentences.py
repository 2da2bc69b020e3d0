"""Professions in sentences written before the rules they are measured against (`profession_sentences.csv`)."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from nlu.entities.finder import EntityFinder

HERE = Path(__file__).parent


def rows(name: str, language: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as lines:
        return [row for row in csv.DictReader(lines) if row["language"] == language]


def professions(finder: EntityFinder, text: str, language: str) -> set[str]:
    return {entity.value for entity in finder.find(text, language) if entity.name == "profession"}


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
def test_sentences_have_the_professions_a_reader_sees_in_them(finder: EntityFinder, language: str) -> None:
    right = found = gold = 0
    for row in rows("profession_sentences.csv", language):
        seen, meant = professions(finder, row["text"], language), set(row["professions"].split())
        right, found, gold = right + len(seen & meant), found + len(seen), gold + len(meant)
    assert right / found >= 0.98
    assert right / gold >= 0.97


def test_the_sentences_hold_enough_of_each_kind() -> None:
    for language in ("en", "de", "fr", "zh"):
        sentences = rows("profession_sentences.csv", language)
        without = [row for row in sentences if not row["professions"]]
        assert len(sentences) >= 150
        assert len(without) >= 50


FRAMES = {"en": "what about the {} we saw", "de": "das mit {} war wohl so", "fr": "et puis {} quand même"}


def everyday_words(language: str) -> Iterator[str]:
    for row in rows("everyday_words.csv", language):
        yield from row["words"].split()


@pytest.mark.parametrize("language", FRAMES)
def test_an_everyday_word_is_no_misspelt_profession(finder: EntityFinder, language: str) -> None:
    taken = {word for word in everyday_words(language) if professions(finder, FRAMES[language].format(word), language)}
    assert taken == set()
