"""What nobody sees is the same wherever text comes in: at the desk, in files, in feeds and in what is told."""

from __future__ import annotations

import pytest

from admin.forms import clean
from evaluation.formats.content import plain
from openings.feeds.plain import plain_text
from workers.told.words import tidy


@pytest.mark.parametrize("unseen", ["\x07", "\x0b", "\x85", "\u061c", "\u200e", "\u202e", "\u2069", "\ufeff"])
def test_what_nobody_sees_is_dropped_by_all(unseen: str) -> None:
    typed = f"pay{unseen} day"
    assert {cleaned(typed) for cleaned in (clean, plain, plain_text, tidy)} == {"pay day"}


def test_letters_that_are_joined_unseen_stay() -> None:
    typed = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f469\u200d\U0001f373"
    assert {cleaned(typed) for cleaned in (clean, plain, plain_text, tidy)} == {typed}
