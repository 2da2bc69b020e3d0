"""`candor data import` knows columns by the titles that the desk knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commanding import Candor

GERMAN = "Stand November;;;\n;;;\nThema;Frage;Antwort;Sprache\nkueche;where is the canteen;On the second floor.;en\n"


@pytest.mark.parametrize(
    "chosen", [(), ("--column", "text=Frage", "--column", "category=Thema"), ("--header", "3", "--column", "text=#2")]
)
def test_titles_in_another_language_are_known_beside_what_is_chosen(
    candor: Candor, tmp_path: Path, chosen: tuple[str, ...]
) -> None:
    file = tmp_path / "faq.csv"
    file.write_text(GERMAN, encoding="utf-8")
    said = candor.run("data", "import", "--company", "acme", str(file), "--dry-run", *chosen).out
    assert "1 added" in said
    assert "1 new answers" in said


def test_a_column_is_what_it_is_said_to_be(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "faq.csv"
    file.write_text("Frage;Anliegen;Thema\nnever;where is the canteen;canteen\n", encoding="utf-8")
    candor.run("data", "import", "--company", "acme", str(file), "--column", "text=Anliegen")
    exported = candor.run("data", "export", "--company", "acme", "-").out
    assert "where is the canteen" in exported
    assert "never" not in exported


def test_a_table_without_such_columns_is_refused_as_ever(candor: Candor, tmp_path: Path) -> None:
    file = tmp_path / "faq.csv"
    file.write_text("a;b\nwhere is the canteen;canteen\n", encoding="utf-8")
    assert "no column text" in candor.run("data", "import", "--company", "acme", str(file), expect=2).err
