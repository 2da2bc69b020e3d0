"""Whether what is asked is told apart from what is taught, and the words that do it."""

from __future__ import annotations

import random
from time import process_time

import numpy as np

from evaluation.traffic.traffic import FEWEST, area_under, distance
from evaluation.traffic.words import PEOPLE, new_words

WORDS = [
    "pay",
    "leave",
    "canteen",
    "office",
    "team",
    "contract",
    "shift",
    "bonus",
    "pension",
    "visa",
    "training",
    "mentor",
    "parking",
    "laptop",
    "garden",
]
NEW = ["sabbatical", "dog", "remote", "equity", "crèche"]


def questions(n: int, words: list[str], seed: int) -> list[str]:
    rng = random.Random(seed)
    return [f"what about {' '.join(rng.choices(words, k=3))} {rng.choice(WORDS)}" for _ in range(n)]


def test_questions_of_the_same_kind_are_not_told_apart() -> None:
    found = [distance(questions(150, WORDS, seed), questions(400, WORDS, seed + 100), seed) for seed in range(20)]
    # Of twenty 95 % intervals eighteen or more hold .5 with a chance of 92 %; these seeds are fixed.
    assert sum(one is not None and one.low <= 0.5 <= one.high for one in found) >= 18


def test_new_subjects_are_told_apart_the_more_of_them_the_further() -> None:
    taught = questions(300, WORDS, 1)
    some = distance(questions(80, WORDS, 2) + questions(20, NEW, 3), taught)
    many = distance(questions(20, WORDS, 2) + questions(80, NEW, 3), taught)
    assert some
    assert many
    assert 0.5 < some.auc < many.low < many.auc <= 1


def test_the_same_questions_and_seed_give_the_same_figure_in_any_order() -> None:
    asked, taught = questions(60, NEW, 1), questions(60, WORDS, 2)
    assert distance(asked, taught, 3) == distance(asked[::-1], taught[::-1], 3)


def test_one_question_asked_many_times_is_too_few() -> None:
    assert distance(["what do i earn?"] * 500, questions(200, WORDS, 1)) is None
    assert distance(questions(FEWEST - 1, WORDS, 1), questions(200, WORDS, 2)) is None


def test_a_week_of_a_thousand_beside_twelve_thousand_costs_two_seconds_at_most() -> None:
    asked, taught = questions(1000, WORDS, 1), questions(12_000, WORDS, 2)
    began = process_time()
    assert distance(asked, taught)
    assert process_time() - began <= 2


def test_the_variance_of_the_area_is_delongs() -> None:
    area, variance = area_under(np.array([0.9, 0.8, 0.4]), np.array([0.5, 0.3]))
    # By hand: the asked win against 2, 2 and 1 of 2; the taught lose to 2 and 3 of 3.
    assert abs(area - 5 / 6) < 1e-12
    assert abs(variance - (np.var([1, 1, 0.5], ddof=1) / 3 + np.var([2 / 3, 1], ddof=1) / 2)) < 1e-12


def test_a_word_that_fewer_than_five_people_use_is_not_named() -> None:
    taught = questions(100, WORDS, 1)
    by_few = [("is miller a good boss", person) for person in [*range(PEOPLE - 1)] * 5]
    assert new_words(by_few, taught) == []
    assert ("miller", PEOPLE) in new_words([*by_few, ("who is miller", 99)], taught)


def test_words_with_digits_and_words_that_are_taught_are_not_named() -> None:
    asked = [("what about pay for job4711 with dogs", person) for person in range(10)]
    assert {word for word, _ in new_words(asked, ["what about pay"] * 200)} == {"for", "with", "dogs"}


def test_chinese_words_are_pairs_of_characters() -> None:
    asked = [("可以远程吗", person) for person in range(8)]
    assert ("远程", 8) in new_words(asked, ["工资多少", "有食堂吗"] * 30)
