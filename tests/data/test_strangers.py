"""Sentences of strangers measure only as long as nothing was learnt of them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from candor.demo import DEMO_FOLDER
from candor.product import DATA_FOLDER
from evaluation.formats.data_file import read_rows
from nlu import starter
from nlu.danger.data import danger_examples
from nlu.general.stage import GENERAL_INTENTS
from nlu.words.normalise import considered

FOLDER = Path(__file__).parent.parent / "strangers"
LANGUAGES = ("en", "de", "fr", "zh")
SIZES = {
    "choose": {
        "covered": 1206,
        "uncovered": 710,
        "privacy": 120,
        "general": 682,
        "negated": 202,
        "harmless": 1284,
        "danger": 1078,
    },
    "judge": {"covered": 60, "uncovered": 40, "privacy": 6, "general": 30, "negated": 10, "harmless": 60, "danger": 60},
}
LEFT_OUT = 12
"""Sentences at most of a kind that authors happened to write as somebody had taught them."""
AUTHORS = {
    "choose": {
        "1a",
        "1b",
        "1c",
        "2a",
        "2b",
        "2c",
        "3a",
        "3b",
        "4a",
        "4b",
        "6a",
        "6b",
        "7a",
        "7b",
        "8a",
        "8b",
        "9a",
        "9b",
        "10a",
        "10b",
        "12a",
        "12b",
        "13a",
        "13b",
        "14a",
        "14b",
        "15a",
        "15b",
        "16a",
        "16b",
        "17a",
        "17b",
        "21a",
        "21b",
        "24a",
        "24b",
        "25a",
        "25b",
        "26a",
        "26b",
        "27a",
        "27b",
    },
    "judge": {"28a", "28b"},
}
MOST_ALIKE = 12  # characters: "thanks a lot" is what everybody says

of_each_language = pytest.mark.parametrize("language", LANGUAGES)


def rows(language: str) -> list[dict[str, str]]:
    with (FOLDER / f"{language}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@of_each_language
def test_both_parts_hold_every_kind_and_their_own_authors(language: str) -> None:
    found = rows(language)
    for part, sizes in SIZES.items():
        kinds = Counter(row["kind"] for row in found if row["half"] == part)
        assert all(size - LEFT_OUT <= kinds[kind] <= size for kind, size in sizes.items()), kinds
        assert {row["author"] for row in found if row["half"] == part} == AUTHORS[part]


@of_each_language
def test_what_is_expected_exists(language: str) -> None:
    topics = {row.category for row in read_rows(DEMO_FOLDER / f"faq.{language}.csv")}
    known = {"covered": topics, "privacy": topics, "general": set(GENERAL_INTENTS), "negated": set(GENERAL_INTENTS)}
    known |= {"danger": {"crisis"}, "uncovered": {""}, "harmless": {""}}
    for row in rows(language):
        assert set(row["expected"].split("|")) <= known[row["kind"]], row


@of_each_language
def test_nothing_was_learnt_of_them(language: str) -> None:
    learnt = [text for text, _ in starter.general_examples(DATA_FOLDER, language)]
    learnt += starter.general_negatives(DATA_FOLDER, language)
    learnt += [text for text, _ in danger_examples(DATA_FOLDER, language)]
    learnt += [row.text for row in read_rows(DEMO_FOLDER / f"faq.{language}.csv")]
    known = set(map(considered, learnt))
    alike = [row["text"] for row in rows(language) if considered(row["text"]) in known and row["kind"] != "general"]
    assert [text for text in alike if len(text) > MOST_ALIKE] == []
