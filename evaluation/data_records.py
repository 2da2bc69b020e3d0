"""The records of a CSV or JSON Lines file under their canonical column names, with the line each begins on."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias

from evaluation.errors import DataFileError

_BOM: Final = b"\xef\xbb\xbf"
Columns: TypeAlias = Mapping[str, tuple[str, ...]]
"""Canonical column name -> the names that a file may give it, case aside."""

EXAMPLE_COLUMNS: Final[Columns] = {
    "text": ("text", "sentence"),
    "category": ("category", "label", "intent"),
    "language": ("language",),
    "created": ("created",),
    "answer": ("answer",),
}
MOST_ROWS: Final = 50_000
"""More than any bot has been taught; what is read is held in memory, and so is what is learnt of it."""
_LARGEST: Final = 200 * 1024 * 1024
_REQUIRED: Final = ("text", "category", "confidence")


@dataclass(frozen=True, slots=True)
class Record:
    """The values of one row by canonical column name; `line` counts from 1."""

    line: int
    values: Mapping[str, object]


def read_records(path: Path, columns: Columns = EXAMPLE_COLUMNS) -> list[Record]:
    """Read every record that is not blank; raises DataFileError when the file is not what its name says.

    A file has at most MOST_ROWS rows and 200 MB.
    """
    content = _decoded(path)
    is_jsonl = path.suffix.lower() in (".jsonl", ".ndjson")
    rows = _jsonl(path, content, columns) if is_jsonl else _csv(path, content, columns)
    found = list(islice(rows, MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise DataFileError(f"{path.name}: more than {MOST_ROWS:,} rows: take a sample of them, or split the file.")
    return found


def _decoded(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST:
            raise DataFileError(f"{path.name}: larger than {_LARGEST // 2**20} MB: take a sample, or split the file.")
        content = path.read_bytes().removeprefix(_BOM)
    except OSError as error:
        raise DataFileError(f"{path}: cannot be read: {error.strerror}.") from error
    if b"\0" in content:
        raise DataFileError(
            f"{path.name}, line {_line_at(content, content.index(0))}: holds a NUL byte: save the file as UTF-8 text."
        )
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = _line_at(content, error.start)
        raise DataFileError(f"{path.name}, line {line}: not UTF-8: save the whole file as UTF-8.") from error
    if not text.strip():
        raise DataFileError(f"{path.name}: the file is empty: it needs the columns text and category.")
    return text


def _line_at(content: bytes, position: int) -> int:
    return content.count(b"\n", 0, position) + 1


def _csv(path: Path, content: str, known: Columns) -> Iterator[Record]:
    rows = _csv_rows(path, content)
    _, header = next(rows)
    columns = _columns(path.name, [cell.strip() for cell in header], known)
    for line, cells in rows:
        if len(cells) > len(header):
            raise DataFileError(
                f"{path.name}, line {line}: {len(cells)} cells under {len(header)} columns: "
                "put a text that holds the separator in quotes."
            )
        yield Record(line, {name: cells[i] for name, i in columns.items() if i < len(cells)})


def _csv_rows(path: Path, content: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line and the cells of every row that has anything in it."""
    first_line = content.lstrip().splitlines()[0]
    delimiter = ";" if first_line.count(";") > first_line.count(",") else ","
    reader = csv.reader(io.StringIO(content, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataFileError(
            f"{path.name}, line {line}: a quote that is opened here is not closed, or stands inside a quoted text: "
            f'write it twice ("") there ({error}).'
        ) from error


def _columns(where: str, found: Sequence[str], known: Columns) -> dict[str, int]:
    names = [name.lower() for name in found]
    columns: dict[str, int] = {}
    for column, aliases in known.items():
        place = next((names.index(alias) for alias in aliases if alias in names), None)
        if place is not None:
            columns[column] = place
        elif column in _REQUIRED:
            wanted = f"{aliases[0]} (or {', '.join(aliases[1:])})"
            raise DataFileError(f"{where}: no column {wanted}; the columns found are: {', '.join(found)}.")
    return columns


def _jsonl(path: Path, content: str, known: Columns) -> Iterator[Record]:
    for line, text in enumerate(content.split("\n"), start=1):
        if not text.strip():
            continue
        where = f"{path.name}, line {line}"
        try:
            values = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise DataFileError(f"{where}: not JSON: write one object a line.") from error
        if not isinstance(values, dict):
            raise DataFileError(f"{where}: not an object: write one object a line, with text and category.")
        columns = _columns(where, list(values), known)
        cells = list(values.values())
        yield Record(line, {name: cells[i] for name, i in columns.items()})
