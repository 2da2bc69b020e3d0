from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlu.words.normalise import CONSIDERED_CHARACTERS, considered, normalise

ANY_TEXT = st.text(st.characters(), max_size=60)  # lone surrogates and control characters included


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        ("How do I apply?", "how do i apply"),
        ("  how   do\ti\napply !!", "how do i apply"),
        ("\u201eWie viel?\u201c", "wie viel"),
        ("STRASSE", "Straße"),
        ("ｆｕｌｌ　ｗｉｄｔｈ", "full width"),
        ("cafe\u0301", "café"),
        ("a\u200bb", "a b"),
        ("薪水多少？", "薪水多少"),
        ("salary\x00", "salary"),
        ("\u202esalary\u202c", "salary"),
    ],
)
def test_the_same_question_typed_otherwise_is_equal(typed: str, same: str) -> None:
    assert normalise(typed) == normalise(same)


@pytest.mark.parametrize(("one", "other"), [("C#", "C"), ("C++", "C"), ("don't", "dont"), ("👍", "👎"), ("a b", "ab")])
def test_different_questions_stay_different(one: str, other: str) -> None:
    assert normalise(one) != normalise(other)


@given(ANY_TEXT)
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@given(ANY_TEXT)
def test_what_is_normalised_can_be_written_to_a_file(text: str) -> None:
    assert "\n" not in normalise(text)
    assert normalise(text).encode("utf-8").decode("utf-8") == normalise(text)


def test_only_the_beginning_of_a_long_text_is_considered() -> None:
    assert len(considered("word " * 10_000)) <= CONSIDERED_CHARACTERS
    assert considered("x" * CONSIDERED_CHARACTERS + " tail") == "x" * CONSIDERED_CHARACTERS
