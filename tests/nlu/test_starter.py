from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from nlu import starter
from nlu.errors import DataError


@pytest.fixture
def folder(tmp_path: Path) -> Callable[[str, bytes], Path]:
    """Write a file of starter data; return the data folder."""

    def write(name: str, content: bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return tmp_path

    return write


Folder = Callable[[str, bytes], Path]


def test_examples_are_read_with_or_without_a_byte_order_mark(folder: Folder) -> None:
    data = folder("general/en/first.csv", '\ufefftext,category,city\n"Hi, you",greet,\nbye,goodbye,\n'.encode())
    assert starter.general_examples(data, "en") == [("Hi, you", "greet"), ("bye", "goodbye")]


def test_a_profession_has_forms_in_each_language(folder: Folder) -> None:
    data = folder("professions/professions.csv", b"id,en,de\nnurse,nurse| RN ,Pfleger|\n")
    (profession,) = starter.professions(data)
    assert (profession.id, dict(profession.forms)) == ("nurse", {"en": ("nurse", "RN"), "de": ("Pfleger",)})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"text,category\nhi,greeting\n", "line 2: 'greeting' is not a general intent"),
        (b'text,category\n"two\nlines",greet\n ,greet\n', "line 4: the text is empty"),
        (b"text,category\nhi,greet\nhi\n", "line 3: not as many cells"),
        (b"text,category\nhi,you,greet\n", "line 2: not as many cells"),
        (b"sentence,category\nhi,greet\n", "line 1: the column 'text' is missing"),
        (b"", "line 1: the column 'text' is missing"),
        (b"text,category\nsch\xf6n,greet\n", "not UTF-8"),
        (b'text,category\n"hi"x,greet\n', "line 2: "),
    ],
)
def test_a_bad_row_is_named_with_file_and_line(folder: Folder, content: bytes, reason: str) -> None:
    data = folder("general/en/first.csv", content)
    with pytest.raises(DataError, match=reason) as refused:
        starter.general_examples(data, "en")
    assert str(data / "general" / "en" / "first.csv") in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"background/de: there is no file \*\.txt"):
        starter.general_negatives(tmp_path, "de")
    with pytest.raises(DataError, match=r"professions\.csv: cannot be read \(No such file"):
        starter.professions(tmp_path)


def test_comments_say_who_wrote_a_lot_and_are_no_sentences(folder: Folder) -> None:
    data = folder("background/de/zoe.txt", b"# Voice: Zoe\nHat das Werk eine Kantine?\n\n")
    assert starter.general_negatives(data, "de") == ["Hat das Werk eine Kantine?"]
    folder("general/de/zoe.csv", b"# Voice: Zoe\n# two lines\ntext,category\nhallo,greet\nhi,greeting\n")
    with pytest.raises(DataError, match=r"zoe\.csv, line 5: 'greeting' is not a general intent"):
        starter.general_examples(data, "de")


def test_a_profession_that_stands_twice_is_refused(folder: Folder) -> None:
    data = folder("professions/professions.csv", b"id,en\nnurse,nurse\nnurse,nurses\n")
    with pytest.raises(DataError, match="line 3: the id 'nurse' is empty or stands twice"):
        starter.professions(data)
