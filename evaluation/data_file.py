"""Reads examples from CSV and JSON Lines files, with an error line that says what to mend."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from evaluation.data_records import Record, read_records
from evaluation.errors import DataFileError


@dataclass(frozen=True, slots=True)
class Row:
    """One example; `category` is "" for a negative example of a test file, `line` where it stands in its file."""

    text: str
    category: str
    language: str | None = None
    created: datetime | None = None
    answer: str | None = None
    line: int = field(default=0, compare=False)


def read_rows(path: Path, *, empty_category: bool = False) -> list[Row]:
    """Read a `.jsonl` file or, under any other name, CSV with a comma or semicolon, in UTF-8 with or without BOM.

    Columns are text (or sentence), category (or label, intent) and, if present, language, created (ISO date; UTC unless
    it says otherwise) and answer; others are ignored. With `empty_category` a row may have no category (a negative
    example of a test). Raises DataFileError, one line that names the file, the line in it and what to do.
    """
    rows = [_row(path, record, empty_category) for record in read_records(path)]
    if not rows:
        raise DataFileError(f"{path.name}: the file has no examples: add one row for each sentence.")
    return rows


def _row(path: Path, record: Record, empty_category: bool) -> Row:
    values = {name: _text(path, record.line, name, value) for name, value in record.values.items()}
    text, category = values.get("text", ""), values.get("category", "")
    where = f"{path.name}, line {record.line}"
    if not text:
        raise DataFileError(f"{where}: the text is empty: write a sentence or delete the row.")
    if not category and not empty_category:
        raise DataFileError(f"{where}: no category: write one or delete the row.")
    created = _date(where, values["created"]) if values.get("created") else None
    return Row(text, category, values.get("language") or None, created, values.get("answer") or None, record.line)


def _text(path: Path, line: int, name: str, value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise DataFileError(f"{path.name}, line {line}: {name} must be a text in quotes, not {value!r}.")
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise DataFileError(f"{path.name}, line {line}: {name} holds a character that is no text: delete it.")
    return value.strip()


def _date(where: str, value: str) -> datetime:
    try:
        date = datetime.fromisoformat(value)
    except ValueError as error:
        raise DataFileError(f"{where}: created is no ISO date: write it like 2026-03-31 or leave it empty.") from error
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)
