"""In which characters a text file is, told from its bytes."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile

GERMAN = "text;category\nWie hoch sind die Gehälter für Größere?;Löhne\n"
FRENCH = "text,category\n« Vous êtes enchantés », a-t-il demandé à l’été ?,été\n"
CHINESE = "text,category\n薪水是多少？,薪资\n我可以在家工作吗？,远程\n"


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        (GERMAN, "utf-8", "utf-8"),
        (GERMAN, "utf-8-sig", "utf-8"),
        (GERMAN, "utf-16", "utf-16"),
        (GERMAN, "utf-16-le", "utf-16"),
        (CHINESE, "utf-16-be", "utf-16"),
        (GERMAN, "windows-1252", "windows-1252"),
        (FRENCH, "windows-1252", "windows-1252"),
        (CHINESE, "gb18030", "gb18030"),
        (CHINESE, "utf-8", "utf-8"),
    ],
)
def test_the_encodings_of_spreadsheets_are_told_apart(text: str, encoding: str, told: str) -> None:
    assert decoded("a.csv", text.encode(encoding)) == (text, told)


@settings(max_examples=50, deadline=None)
@given(st.text("abc äöüßéèêçñ€„“’,;?\n", min_size=1).filter(lambda text: text.strip() != ""))
def test_western_text_comes_through_in_any_of_them(text: str) -> None:
    assert decoded("a.csv", codecs.BOM_UTF16_BE + text.encode("utf-16-be"))[0] == text
    assert decoded("a.csv", text.encode("windows-1252"), "windows-1252")[0] == text


def test_a_choice_wins_over_what_is_told_and_a_wrong_one_is_named_with_its_line() -> None:
    assert decoded("a.csv", "é".encode(), "windows-1252")[0] == "Ã©"
    with pytest.raises(UnreadableFile, match=r"a\.csv, line 2: not gb18030"):
        decoded("a.csv", b"a\nf\xfc\n", "gb18030")
    with pytest.raises(UnreadableFile, match="there is no encoding klingon"):
        decoded("a.csv", b"a", "klingon")


def test_a_file_put_together_of_two_is_refused_rather_than_garbled() -> None:
    with pytest.raises(UnreadableFile, match=r"a\.csv, line 2: not UTF-8"):
        decoded("a.csv", "Gehälter\n".encode() + "Gehälter\n".encode("latin-1"))
