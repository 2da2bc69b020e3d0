"""Known words are found from words a slip or two away, the likelier slip at less cost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.words.near_words import NearWords, slips_cost

KNOWN = ["pay", "salary", "holiday", "holidays", "apprenticeship", "interview", "gehälter", "401k", "no"]


def found(word: str, language: str = "en") -> set[str]:
    return {near.word for near in NearWords(KNOWN, language).of(word)}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("paay", "pay"), ("py", ""), ("slary", "salary"), ("salayr", "salary"), ("aslary", "salary"), ("salsry", "salary"),
     ("apprntceship", "apprenticeship"), ("interveiww", "interview"), ("zalary", "salary")],
)  # fmt: skip
def test_a_slip_is_forgiven_and_two_in_a_long_word(typed: str, meant: str) -> None:
    assert found(typed) == ({meant} if meant else set())


def test_two_slips_in_a_short_word_make_another_word() -> None:
    assert found("slarq") == found("slra") == set()


def test_words_with_other_characters_are_left_alone() -> None:
    assert found("gehalter") == found("401") == found("401l") == found("") == set()


def test_nothing_is_near_where_nothing_is_known() -> None:
    assert NearWords([], "en").of("salary") == NearWords(["é"], "en").of("salary") == []


def test_a_neighbouring_key_costs_less_than_another_letter() -> None:
    assert slips_cost("oay", "pay", "en") < slips_cost("kay", "pay", "en")
    assert slips_cost("zey", "tey", "de") < slips_cost("zey", "tey", "en")


@given(st.text("abcd", min_size=3, max_size=9), st.data())
def test_no_single_slip_is_missed(word: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(1, len(word) - 1))
    slips = {
        word[:place] + word[place + 1 :],
        word[:place] + word[place] + word[place:],
        word[: place - 1] + word[place] + word[place - 1] + word[place + 1 :],
    }
    known = NearWords(["zzz", word, "dddddddddddddddddddd"], "en")
    assert all(word in [near.word for near in known.of(typed)] for typed in slips if len(typed) >= 3)


def test_slips_that_cost_little_are_forgiven_as_one_that_costs_much() -> None:
    assert found("salarryy") == {"salary"}
    assert found("xolidaysx") == set()


@given(st.text("abcs", min_size=3, max_size=9), st.text("abcs", min_size=3, max_size=9))
def test_a_cost_is_none_only_between_equal_words(typed: str, meant: str) -> None:
    assert (slips_cost(typed, meant, "en") == 0) == (typed == meant)
