from __future__ import annotations

import pytest

from nlu.wishes.taken_back import negated


@pytest.mark.parametrize("particle", ["呀", "㗎", "\ufa0e"])
def test_a_blank_behind_any_chinese_character_parts_clauses(particle: str) -> None:
    text = f"司機{particle} 唔要"
    assert not negated(text, (0, 2), [(4, 6)])
    assert negated("司機唔要", (0, 2), [(2, 4)])
