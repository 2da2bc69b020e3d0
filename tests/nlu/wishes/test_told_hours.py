"""Hours beside enough words that say nothing of a search may be told only; plain ones are wanted."""

from __future__ import annotations

import pytest

from nlu.wishes.told_hours import may_tell_of_hours, without_hours
from nlu.wishes.words import WishWords

LIFE = ("nets", "harbour")


@pytest.mark.parametrize(
    ("said", "may"),
    [
        (WishWords(("nurse",), marks=frozenset({"part_time"}), rest=LIFE), True),
        (WishWords(cities=("Kassel",), marks=frozenset({"full_time", "also"}), rest=LIFE), True),
        (WishWords(marks=frozenset({"part_time"}), rest=LIFE), False),
        (WishWords(("nurse",), marks=frozenset({"part_time"}), rest=LIFE[:1]), False),
        (WishWords(("nurse",), marks=frozenset({"remote"}), rest=LIFE), False),
    ],
)
def test_only_hours_beside_other_words_may_be_told(said: WishWords, may: bool) -> None:
    assert may_tell_of_hours(said) is may


def test_all_else_that_is_said_stays() -> None:
    said = WishWords(("nurse",), marks=frozenset({"part_time", "remote"}), rest=LIFE)
    assert without_hours(said) == WishWords(("nurse",), marks=frozenset({"remote"}), rest=LIFE)
