"""Words that were never taught are read as those that were, and what was taught stays as it is."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.text_classifier import TextClassifier, fit
from nlu.recipe import Recipe
from nlu.words.spelling import Spelling, Token

TAUGHT = {"how": 9, "much": 5, "many": 6, "days": 2, "holidays": 4, "holes": 1, "do": 9, "i": 9, "get": 5, "jobs": 3,
          "ja": 1, "how much": 5, "how many": 4, "many holidays": 3, "do i": 9, "i get": 4}  # fmt: skip


@pytest.fixture(scope="module")
def spelling() -> Spelling:
    ids = {gram: place for place, gram in enumerate(TAUGHT)}
    return Spelling(ids, np.array([-np.log(count + 1) for count in TAUGHT.values()], np.float32), "en")


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("how many hollidays do i get", "how many holidays do i get"),
        ("hwo mnay hloidays", "how many holidays"),
        ("how muhc", "how much"),
        ("howmuch do iget", "how much do i get"),
        ("how man yholidays", "how many holidays"),
        ("how many holi days", "how many holidays"),
        ("how many zebras do i get", "how many zebras do i get"),
        ("java jobs", "java jobs"),
        ("h0w many, 401k?", "h0w many, 401k?"),
        ("工资 how muhc", "工资 how much"),
        ("", ""),
    ],
)
def test_slips_are_mended(spelling: Spelling, typed: str, read: str) -> None:
    assert spelling.read(typed) == read


def test_the_neighbours_decide_between_two_readings(spelling: Spelling) -> None:
    assert spelling.read("how mayn holidays") == "how many holidays"
    assert spelling.changed("how mayn holidays") == [Token("many", 4, 8)]


@given(st.lists(st.sampled_from(sorted(TAUGHT)), max_size=6).map(" ".join))
def test_taught_words_stay(spelling: Spelling, text: str) -> None:
    assert spelling.read(text) == text


@given(st.text(max_size=40))
def test_nothing_but_words_and_spaces_of_a_text_is_changed(spelling: Spelling, text: str) -> None:
    between = re.compile(r"[^\w ]")
    assert between.findall(spelling.read(text)) == between.findall(text)


def _model(recipe: Recipe) -> TextClassifier:
    taught = [("how many holidays do i get", "leave"), ("is there overtime pay", "pay"), ("more holidays", "leave")]
    return fit([text for text, _ in taught], [name for _, name in taught], recipe)


def test_a_classifier_reads_a_slip_as_what_it_was_taught() -> None:
    model = _model(Recipe.faq("en"))
    assert model.rank("overitme pya") == model.rank("overtime pay")
    assert model.rank_batch(["overitme pya"])[0][0].confidence == pytest.approx(
        model.rank("overtime pay")[0].confidence
    )


@pytest.mark.parametrize("changed", [{"spelling": ""}, {"min_examples": 2}, {"word_ngrams": [2, 2]}])
def test_without_all_words_nothing_is_respelt(changed: dict[str, object]) -> None:
    assert _model(Recipe.faq("en").changed(changed)).features.tfidf.spelling is None


def test_slips_are_read_where_every_word_counts_though_rare_ngrams_do_not() -> None:
    assert _model(Recipe.faq("en").without_rare()).rank("overitme")[0].intent == "pay"


def test_chinese_has_no_words_that_a_slip_makes_unknown() -> None:
    assert Recipe.faq("zh").spelling == Recipe.general("zh").spelling == Recipe.faq("es").spelling == ""
