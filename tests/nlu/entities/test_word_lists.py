from __future__ import annotations

from pathlib import Path

import pytest

from nlu.entities import word_lists as module
from nlu.entities.word_lists import word_lists
from nlu.errors import DataError


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the lists about ships are."""
    monkeypatch.setattr(module, "DATA_FOLDER", tmp_path)
    (tmp_path / "ships").mkdir()
    word_lists.cache_clear()
    return tmp_path / "ships" / "words.csv"


def test_the_rows_of_a_kind_and_language_are_one_list_of_folded_forms(words: Path) -> None:
    words.write_text("# by nobody\nkind,language,forms\nname,de,Möwe|Gorch Fock\nname,de,Möwe|Passat\nname,fr,Belém\n")
    assert word_lists("ships") == {
        ("name", "de"): frozenset({"mowe", "gorch fock", "passat"}),
        ("name", "fr"): frozenset({"belem"}),
    }


def test_a_list_without_the_column_of_the_language_is_refused(words: Path) -> None:
    words.write_text("kind,forms\nname,Passat\n")
    with pytest.raises(DataError, match="the column 'language' is missing"):
        word_lists("ships")
