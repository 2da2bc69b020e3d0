"""What was meant instead of what was answered, said in a few words or in a sentence."""

from __future__ import annotations

import pytest

from nlu.steps.follow_ups import MOST_CORRECTED, FollowUp, follow_ups

english = follow_ups("en")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("No, I meant the pay", "the pay"),
        (
            "No, I meant what I should bring along on my first day at work, not for applying",
            "what i should bring along on my first day at work, not for applying",
        ),
    ],
)
def test_what_was_meant_instead_is_heard_however_it_is_put(said: str, meant: str) -> None:
    assert english is not None
    assert english.read(said) == FollowUp(meant, corrects=True)


def test_a_life_that_is_told_after_such_words_corrects_nothing() -> None:
    assert english is not None
    assert english.read("I mean " + "one thing after another " * MOST_CORRECTED) is None
