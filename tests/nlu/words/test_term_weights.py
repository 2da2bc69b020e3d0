"""How much a word tells of what a text is about."""

from __future__ import annotations

import pytest

from nlu.words.term_weights import alike, term_weights

ANSWERS = ["If you like, bring your dog.", *["If you wish, the shop tells you."] * 9, *["If so, ask us."] * 90]


def test_the_more_texts_hold_a_word_the_less_it_tells() -> None:
    weigh = term_weights(ANSWERS, "en")
    assert weigh(["dog"]) == weigh(["parrot"]) == 1
    assert weigh(["if"]) == 0
    assert 0.4 < weigh(["shop"]) < 0.6


def test_a_word_tells_as_little_as_the_most_usual_of_the_terms_that_it_may_be() -> None:
    assert term_weights(ANSWERS, "en")(["dog", "if"]) == 0


def test_in_a_few_texts_what_most_of_them_hold_still_tells_much() -> None:
    assert term_weights(ANSWERS[:3], "en")(["shop"]) > 0.7
    assert term_weights([], "en")(["shop"]) == 1


def test_pairs_of_chinese_characters_are_weighed() -> None:
    weigh = term_weights(["可以带狗", *["可以换班"] * 30], "zh")
    assert weigh(["可以"]) < 0.1 < weigh(["带狗"])


@pytest.mark.parametrize("forms", [["if"], ["parrot"]])
def test_without_other_texts_all_words_are_weighed_alike(forms: list[str]) -> None:
    assert alike(forms) == 1
