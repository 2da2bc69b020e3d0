"""Lists of forms by their meaning: one row a meaning, so that none is lost behind another."""

from __future__ import annotations

from pathlib import Path

import pytest

from nlu.data_rows import forms_by_meaning
from nlu.errors import DataError


def test_the_forms_of_each_meaning_are_read(tmp_path: Path) -> None:
    path = tmp_path / "en.csv"
    path.write_text("# by the team\nmeaning,forms\nfiller,a|the\njob,a job\n", encoding="utf-8")
    assert forms_by_meaning(path) == {"filler": ("a", "the"), "job": ("a job",)}


def test_a_second_row_of_a_meaning_is_refused_by_its_line(tmp_path: Path) -> None:
    path = tmp_path / "en.csv"
    path.write_text("# by the team\nmeaning,forms\nfiller,a|the\nfiller,same\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"en\.csv, line 4: 'filler' has a row already: write its forms there"):
        forms_by_meaning(path)
