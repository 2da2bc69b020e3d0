"""Nearly the same sentence in two categories."""

from __future__ import annotations

import numpy as np
import pytest

from nlu.classifier.similar import NEARLY_SAME, near_pairs
from nlu.classifier.text_classifier import fit
from nlu.recipe import Recipe
from nlu.words.normalise import normalise

RECIPE = Recipe.faq().changed({"concepts": ""})
ASKED = [
    ("When will my new badge be ready?", "badge"),
    ("When will my badge be ready?", "badge_delay"),
    ("Is there a canteen?", "food"),
    ("Where can I park my bike?", "parking"),
    ("How long is the probation period?", "probation"),
    ("How long is the notice period?", "notice"),
]


def pairs(*rows: tuple[str, str], recipe: Recipe = RECIPE) -> list[tuple[int, int]]:
    return [(p.first, p.second) for p in near_pairs([t for t, _ in rows], [c for _, c in rows], recipe)]


def test_sentences_that_differ_in_one_small_word_are_found_and_others_are_not() -> None:
    assert pairs(*ASKED) == [(0, 1)]


def test_within_one_category_nothing_is_found() -> None:
    assert pairs(*[(text, "all") for text, _ in ASKED], ("Something else entirely", "other")) == []


def test_the_very_same_sentence_is_not_nearly_the_same() -> None:
    assert pairs(("Pay?", "salary"), ("pay", "benefits"), ("parking", "parking")) == []


@pytest.mark.parametrize("other", ["is-there a can teen?", "ïs thére a cantéen"])
def test_spaces_hyphens_and_accents_make_no_difference(other: str) -> None:
    assert pairs(("Is there a canteen?", "food"), (other, "breaks"), ("parking", "parking")) == [(0, 1)]


def test_chinese_is_compared_by_its_characters() -> None:
    rows = ("请问实习一个月多少钱", "internship"), ("请问一个月多少钱", "salary"), ("公司在哪里", "location")
    assert pairs(*rows, recipe=Recipe.faq("zh")) == [(0, 1)]


def test_cosines_are_those_of_the_classifier_and_come_in_falling_order() -> None:
    texts, categories = [t for t, _ in ASKED], [c for _, c in ASKED]
    found = near_pairs(texts, categories, RECIPE, at_least=0.51)
    classifier = fit(texts, categories, RECIPE)
    for pair in found:
        near = {text: cosine for text, _, cosine in classifier.nearest(texts[pair.first], limit=len(texts))}
        assert pair.cosine == pytest.approx(near[texts[pair.second]], abs=1e-3)
    assert [p.cosine for p in found] == sorted((p.cosine for p in found), reverse=True)
    assert len(found) > 1 > NEARLY_SAME


def test_no_pair_above_the_bound_is_missed() -> None:
    rng = np.random.default_rng(3)
    words = ["pay", "leave", "start", "when", "is", "my", "first", "the", "day", "bonus", "paid"]
    texts = list(dict.fromkeys(" ".join(rng.choice(words, rng.integers(3, 7))) for _ in range(300)))
    categories = [str(number) for number in range(len(texts))]
    found = {(p.first, p.second) for p in near_pairs(texts, categories, RECIPE)}
    classifier = fit(texts, categories, RECIPE)
    expected = set()
    for row, text in enumerate(texts):
        for near, _, cosine in classifier.nearest(text, limit=len(texts)):
            other = texts.index(near)
            if other > row and cosine > NEARLY_SAME + 1e-4 and normalise(near) != normalise(text):
                expected.add((row, other))
    assert expected <= found
    assert len(expected) > 20


@pytest.mark.parametrize("texts", [[], ["!!!", "??"], ["😀", ""]])
def test_texts_without_words_are_near_to_nothing(texts: list[str]) -> None:
    assert near_pairs(texts, [str(n) for n in range(len(texts))], RECIPE) == []


def test_one_sentence_ten_thousand_times_is_no_trouble() -> None:
    texts = ["Is there a canteen?"] * 10_000 + ["is there a canteen !!"] * 10_000
    assert near_pairs(texts, ["a"] * 10_000 + ["b"] * 10_000, RECIPE) == []
