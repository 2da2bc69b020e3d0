"""Sentences of strangers measure only as long as nothing was learnt of them."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from candor.demo import DEMO_FOLDER
from candor.product import DATA_FOLDER
from evaluation.data_file import read_rows
from nlu import starter
from nlu.danger.data import danger_examples
from nlu.general import GENERAL_INTENTS
from nlu.normalise import considered

FOLDER = Path(__file__).parent.parent / "strangers"
LANGUAGES = ("en", "de", "fr", "zh")
SIZES = {"covered": 120, "uncovered": 40, "privacy": 16, "general": 120, "negated": 24, "harmless": 200, "danger": 80}
MOST_ALIKE = 12  # characters: "thanks a lot" is what everybody says

of_each_language = pytest.mark.parametrize("language", LANGUAGES)


def rows(language: str) -> list[dict[str, str]]:
    with (FOLDER / f"{language}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@of_each_language
def test_both_halves_hold_every_kind_and_every_author(language: str) -> None:
    found = rows(language)
    for kind, size in SIZES.items():
        halves = Counter(row["half"] for row in found if row["kind"] == kind)
        assert abs(halves["choose"] - halves["judge"]) <= 1
        assert size - 1 <= halves.total() <= size
    for half in ("choose", "judge"):
        assert {row["author"] for row in found if row["half"] == half} == {f"{n}{v}" for n in "12" for v in "abc"}


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
