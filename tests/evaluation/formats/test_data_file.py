from __future__ import annotations

import codecs
from datetime import UTC, datetime
from pathlib import Path

import pytest

from evaluation.errors import DataFileError
from evaluation.formats import data_records
from evaluation.formats.data_file import ExampleRow, read_rows


def written(folder: Path, content: str | bytes, name: str = "data.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


@pytest.mark.parametrize("text_column", ["text", "sentence", "Text "])
@pytest.mark.parametrize("category_column", ["category", "label", "intent"])
@pytest.mark.parametrize("separator", [",", ";"])
def test_columns_have_several_names_and_separators(
    tmp_path: Path, text_column: str, category_column: str, separator: str
) -> None:
    content = f"id{separator}{category_column}{separator}{text_column}\r\n1{separator}pay{separator}how much?\r\n"
    assert read_rows(written(tmp_path, content)) == [ExampleRow("how much?", "pay")]


def test_every_column_is_read(tmp_path: Path) -> None:
    content = "text,category,language,created,answer\nwie viel,pay,de,2026-03-31,Genug.\nhow much,pay,,,\n"
    first, second = read_rows(written(tmp_path, content))
    assert first == ExampleRow("wie viel", "pay", "de", datetime(2026, 3, 31, tzinfo=UTC), "Genug.")
    assert second == ExampleRow("how much", "pay", None, None, None)
    assert (first.line, second.line) == (2, 3)


def test_a_date_keeps_its_moment_whatever_its_zone(tmp_path: Path) -> None:
    content = "text,category,created\na,x,2026-03-31T12:00:00+02:00\nb,x,2026-03-31T10:00:00Z\n"
    noon, ten = read_rows(written(tmp_path, content))
    assert noon.created == ten.created == datetime(2026, 3, 31, 10, tzinfo=UTC)
    assert noon.created is not None
    assert noon.created.tzinfo is UTC


def test_a_byte_order_mark_is_no_part_of_the_first_column(tmp_path: Path) -> None:
    content = codecs.BOM_UTF8 + "text;category\nwie läuft’s;praxis\n".encode()
    assert read_rows(written(tmp_path, content)) == [ExampleRow("wie läuft’s", "praxis")]


def test_quoted_texts_hold_separators_quotes_and_line_breaks(tmp_path: Path) -> None:
    content = 'text,category\n"pay, or ""salary""\nthen?",pay\nnext,visa\n'
    first, second = read_rows(written(tmp_path, content))
    assert first.text == 'pay, or "salary"\nthen?'
    assert (first.line, second.line) == (2, 4)


def test_blank_lines_are_passed_over(tmp_path: Path) -> None:
    assert len(read_rows(written(tmp_path, "\n\ntext,category\n\na,x\n,\n\nb,y\n\n"))) == 2


def test_json_lines_are_read(tmp_path: Path) -> None:
    content = '{"sentence": "how much", "intent": "pay", "language": null}\n\n{"text": "visa?", "category": "visa"}\n'
    rows = read_rows(written(tmp_path, content, "data.jsonl"))
    assert rows == [ExampleRow("how much", "pay"), ExampleRow("visa?", "visa")]
    assert [row.line for row in rows] == [1, 3]


def test_only_a_test_may_have_rows_without_category(tmp_path: Path) -> None:
    path = written(tmp_path, "text,category\nnoise,\nhow much,pay\n")
    assert [row.category for row in read_rows(path, empty_category=True)] == ["", "pay"]
    with pytest.raises(DataFileError, match=r"data\.csv, line 2: no category"):
        read_rows(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "the file is empty"),
        (b" \n \n", "the file is empty"),
        (b"text,category\n", "has no examples"),
        (b"question,category\na,x\n", r"no column text / sentence; the columns found are: question, category\."),
        (b"text;topic\na;x\n", r"no column category / label / intent; the columns found are: text, topic\."),
        ("text,category\nGehälter,x\n".encode() + "Gehälter,x\n".encode("latin-1"), "line 3: not UTF-8"),
        (b"text,category\na,x\nb\0,x\n", "line 3: holds a NUL byte"),
        (b'text,category\na,x\n"b,x\nc,x\n', "line 3: a quote that is opened here is not closed"),
        (b'text,category\n"a" b,x\n', "line 2: a quote"),
        (b"text,category\na,x\n ,x\n", "line 3: the text is empty"),
        (b"text,category\na, \n", "line 2: no category"),
        (b"text,category\na\n", "line 2: no category"),
        (b"text,category\nhow much, please,pay\n", "line 2: 3 cells under 2 columns"),
        (b"text,category,created\na,x,31.3.2026\n", "line 2: created is no ISO date"),
    ],
)
def test_a_csv_that_cannot_be_used_is_refused_with_its_line(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(DataFileError, match=message) as caught:
        read_rows(written(tmp_path, content))
    assert str(caught.value).startswith("data.csv")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"text": "a", "category": "x"}\n{"text": "a"', "line 2: not JSON"),
        ('["a", "x"]', "line 1: not an object"),
        ('{"text": "a", "topic": "x"}', "line 1: no column category .* found are: text, topic"),
        ('{"text": 5, "category": "x"}', "line 1: text must be a text in quotes, not 5"),
        ('{"text": "a\\u0000", "category": "x"}', "line 1: text holds a character that is no text"),
        ('{"text": "a\\ud800", "category": "x"}', "line 1: text holds a character that is no text"),
        ("[" * 100_000, "line 1: not JSON"),
    ],
)
def test_json_lines_that_cannot_be_used_are_refused_with_their_line(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(DataFileError, match=message) as caught:
        read_rows(written(tmp_path, content, "data.jsonl"))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"gone\.csv: cannot be read: No such file"):
        read_rows(tmp_path / "gone.csv")
    with pytest.raises(DataFileError, match="cannot be read"):
        read_rows(tmp_path)


@pytest.mark.parametrize("name", ["data.csv", "data.jsonl"])
def test_more_rows_than_can_be_measured_are_refused_in_one_line(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_records, "MOST_ROWS", 3)
    line = '{"text": "a", "category": "x"}\n' if name.endswith("jsonl") else "a,x\n"
    header = "" if name.endswith("jsonl") else "text,category\n"
    assert len(read_rows(written(tmp_path, header + 3 * line, name))) == 3
    with pytest.raises(DataFileError, match=f"{name}: more than 3 rows: take a sample of them, or split the file"):
        read_rows(written(tmp_path, header + 4 * line, name))


def test_a_file_too_large_to_read_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_records, "_LARGEST", 10)
    with pytest.raises(DataFileError, match="larger than 0 MB"):
        read_rows(written(tmp_path, "text,category\na,x\n"))
