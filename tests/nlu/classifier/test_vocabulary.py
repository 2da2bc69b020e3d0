"""Strings kept as one text are the strings that were given, and every one is found by its number."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.classifier.vocabulary import Lines, Vocabulary

STRINGS = st.lists(st.text(st.characters(exclude_characters="\n"), max_size=6), unique=True).filter(lambda s: s != [""])


@given(STRINGS)
def test_lines_are_the_strings_that_were_given(strings: list[str]) -> None:
    lines = Lines.of(strings)
    assert list(lines) == strings == [lines[place] for place in range(len(lines))] == lines[:]
    assert Lines(lines.text) == lines


@pytest.mark.parametrize("last", ["", "\U0001f600", "\ud800"])
def test_many_strings_are_the_strings_that_were_given(last: str) -> None:
    strings = [*(f"{number} é 天" for number in range(20_000)), last]
    lines = Lines.of(strings)
    assert list(lines) == strings
    assert (len(lines), lines[12_345], lines[-1]) == (20_001, "12345 é 天", last)


def test_there_is_no_line_beyond_the_last() -> None:
    lines = Lines("to\nbe")
    assert (lines[-1], lines[1:]) == ("be", ["be"])
    with pytest.raises(IndexError):
        lines[2]


@given(STRINGS, st.lists(st.text(max_size=6), max_size=5))
def test_a_vocabulary_finds_what_a_dictionary_finds(strings: list[str], others: list[str]) -> None:
    found, wanted = Vocabulary(Lines.of(strings)), {string: place for place, string in enumerate(strings)}
    asked = [*others, *strings, *strings]
    assert dict(found) == wanted
    assert [found.get(string) for string in asked] == [wanted.get(string) for string in asked]
    assert [string in found for string in asked] == [string in wanted for string in asked]
    assert found.numbers_of(asked).tolist() == [wanted[string] for string in asked if string in wanted]


def test_numbers_may_be_given() -> None:
    labels = Vocabulary(Lines("a\nb\nc"), np.array([7, 7, 1], np.int32))
    assert (labels["c"], labels.numbers_of(["c", "x", "b"]).tolist()) == (1, [1, 7])


def test_strings_of_the_same_bytes_are_told_apart() -> None:
    assert hash("ab") == hash("\u6261")  # so does CPython; else this test is of no use
    assert dict(Vocabulary(Lines("ab\n\u6261"))) == {"ab": 0, "\u6261": 1}
    assert "\u6261" not in Vocabulary(Lines("ab"))


@given(STRINGS)
def test_an_unlisted_vocabulary_knows_the_same_numbers(strings: list[str]) -> None:
    numbers = np.arange(len(strings), dtype=np.int32)[::-1] // 2
    whole = Vocabulary(Lines.of(strings), numbers)
    bare = whole.unlisted()
    assert [bare.number(string) for string in strings] == numbers.tolist() == list(whole.values())
    assert (len(bare), "\n" in bare, bare.number("\n")) == (len(strings), False, None)
    assert not isinstance(bare, Vocabulary)
