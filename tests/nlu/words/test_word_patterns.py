from __future__ import annotations

from pathlib import Path

import pytest

from nlu.errors import DataError
from nlu.words import word_patterns as module
from nlu.words.word_patterns import of_every_language, word_patterns


@pytest.fixture
def patterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the patterns about ships are."""
    monkeypatch.setattr(module, "DATA_FOLDER", tmp_path)
    (tmp_path / "ships").mkdir()
    word_patterns.cache_clear()
    of_every_language.cache_clear()
    return tmp_path / "ships" / "patterns.csv"


def test_the_rows_of_a_kind_and_language_are_alternatives(patterns: Path) -> None:
    patterns.write_text("# by nobody\nkind,language,pattern\nrig,de,barken?\nrig,de,schoner\nrig,fr,goélettes?\n")
    assert word_patterns("ships") == {("rig", "de"): "barken?|schoner", ("rig", "fr"): "goélettes?"}
    every = of_every_language("ships", "rig")
    assert [bool(every.search(each)) for each in ("Zwei Barken", "une Goélette", "a brig")] == [True, True, False]


def test_a_row_that_is_no_expression_is_named(patterns: Path) -> None:
    patterns.write_text("kind,language,pattern\nrig,de,bark\nrig,de,(schoner\n")
    with pytest.raises(DataError, match=r"patterns\.csv, line 3: no regular expression"):
        word_patterns("ships")


def test_a_kind_without_rows_is_refused(patterns: Path) -> None:
    patterns.write_text("kind,language,pattern\nrig,de,bark\n")
    with pytest.raises(DataError, match="no row of the kind 'hull'"):
        of_every_language("ships", "hull")
