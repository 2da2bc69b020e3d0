from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from nlu.breakdown.cues import CONSIDERED_TURNS, COUNT, cues, likeness, read
from nlu.breakdown.dialogue import Utterance

UTTERANCES = st.builds(Utterance, st.text(max_size=40), st.booleans())


@given(st.lists(UTTERANCES, min_size=1, max_size=CONSIDERED_TURNS))
def test_any_dialogue_has_as_many_cues_and_all_are_finite(turns: list[Utterance]) -> None:
    found = cues(turns, len(turns))
    assert len(found) == COUNT
    assert all(map(math.isfinite, found))


def test_han_characters_are_words_of_their_own() -> None:
    assert read("试用期多久？").words == ("试", "用", "期", "多", "久")


def test_a_question_mark_of_either_width_makes_a_question() -> None:
    assert read("Really?").is_question
    assert read("真的吗？").is_question
    assert not read("Really.").is_question


def test_question_words_are_known_in_every_language() -> None:
    assert all(read(text).asks_openly for text in ("what do you pay", "wie lange", "combien de jours", "什么时候"))
    assert all(read(text).asks_closed for text in ("do you hire", "gibt es Parkplätze", "avez-vous", "有班车吗"))


def test_likeness_is_one_for_equal_sets_and_zero_for_an_empty_one() -> None:
    assert likeness(frozenset("ab"), frozenset("ab")) == 1
    assert likeness(frozenset(), frozenset("ab")) == 0
