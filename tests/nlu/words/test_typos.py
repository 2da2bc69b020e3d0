from __future__ import annotations

from time import process_time

import pytest

from nlu.words.typos import Typos

TYPOS = Typos(["electrician", "engineer", "painter", "pilot", "dentist", "dentists"])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("electrican", "electrician"),
        ("electriccian", "electrician"),
        ("elcetrician", "electrician"),
        ("elektrician", "electrician"),
        ("enginer", "engineer"),
    ],
)
def test_one_slip_in_a_long_word_is_forgiven(typed: str, meant: str) -> None:
    assert TYPOS.correct(typed) == meant


@pytest.mark.parametrize(
    "typed", ["electrician", "elctrican", "printer", "engineers", "pilto", "plot", "xelectrician", ""]
)
def test_a_known_short_or_other_word_is_left_alone(typed: str) -> None:
    assert TYPOS.correct(typed) is None


def test_a_word_near_two_known_words_is_left_alone() -> None:
    assert Typos(["carters", "cartels"]).correct("carteos") is None
    assert Typos(["breakers", "brewers"]).correct("breawers") == "brewers"


def test_a_word_of_any_length_costs_no_time() -> None:
    started = process_time()
    assert TYPOS.correct("e" * 200_000) is None
    assert process_time() - started < 1
