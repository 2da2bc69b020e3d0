"""Findings of the data check call categories as people do, whatever kind they are of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from admin.dataset.check_pages import kinds_of
from admin.texts import load_texts
from training.data_check import DataFinding, Sentence, words
from training.data_check.finding import FindingCode

LABELS = {"dual_study": "Duales Studium", "part_time": "Teilzeit"}
SAID = Sentence("dual_study", "dual_study"), Sentence("is part time ok", "part_time")
PARAMS: dict[str, str | int] = {
    "text": "dual_study", "category": "dual_study", "other_text": "is part time ok", "other": "part_time",
    "suggested": "part_time", "a": "dual_study", "b": "part_time", "a_as_b": "2", "b_as_a": "3", "n": 3,
    "language": "de", "intent": "greeting", "categories": "dual_study, part_time",
}  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de", "fr", "zh"])
@pytest.mark.parametrize("code", sorted(set(FindingCode) - {FindingCode.TOO_FEW_CATEGORIES}))
def test_categories_are_called_by_their_titles_and_questions_stay_as_they_are(code: FindingCode, language: str) -> None:
    say = replace(load_texts()[language], labels=LABELS)
    of_sentences = code in {"no_words", "no_letters", "too_long", "general_example", "other_language"}
    finding = DataFinding(code, SAID, () if of_sentences else tuple(LABELS), PARAMS)
    (kind,) = kinds_of(say, [finding], {})
    line = kind.shown[0].line
    assert "part_time" not in line
    assert "Duales Studium" in line
    assert line.count("dual_study") == ("{text}" in raw(code, language))


def raw(code: FindingCode, language: str) -> str:
    """Return the text of a kind of findings, which may say the question itself."""
    return str(words._words(language)[f"{code}.line"])
