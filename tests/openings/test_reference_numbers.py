from __future__ import annotations

from pathlib import Path

import pytest

from nlu.errors import DataError
from openings.reference_numbers import MOST, load_number_words, reference_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("JR-2024/0032", ("jr20240032",)),
        ("ich komme wegen Kennziffer 20417", ("20417",)),
        ("votre offre n° 20417 svp", ("20417",)),
        ("numéro : 20417", ("20417",)),
        ("職位編號２０４１７", ("20417",)),
        ("20417号还招人吗", ("20417",)),
    ],
)
def test_numbers_are_read_as_candidates_write_them(text: str, numbers: tuple[str, ...]) -> None:
    assert set(numbers) <= {*reference_numbers(text)}


@pytest.mark.parametrize("text", ["24/7", "C1", "B2", "34121 Kassel", "80 %", "2026-11-26?", "+49 561 2033"])
def test_levels_dates_and_other_figures_are_none(text: str) -> None:
    assert [key for key in reference_numbers(text) if key.isalpha() or len(key) < 4] == []
    assert "34121" not in reference_numbers(text)


def test_no_more_than_a_few_of_a_message_are_looked_up() -> None:
    assert len(reference_numbers(" ".join(f"HB-{number}" for number in range(1000, 1100)))) == MOST


def test_a_row_that_does_not_say_where_its_word_stands_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "openings" / "number_words.csv"
    file.parent.mkdir()
    file.write_text("language,stands,word\nen,before,job\nen,near,vacancy\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"number_words\.csv, line 3: before or after"):
        list(load_number_words(tmp_path))
