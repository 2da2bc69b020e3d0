"""The records of a table under their canonical column names, with the line each begins on.

A table is a CSV or TSV file, a workbook, or JSON Lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final, TypeAlias

from evaluation.errors import DataFileError
from evaluation.formats import delimited, json_lines, workbook
from evaluation.formats.archive import SIGNATURE
from evaluation.formats.content import Choices, SourceFile
from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile

Columns: TypeAlias = Mapping[str, tuple[str, ...]]
"""Canonical column name -> the names that a file may give it, case aside."""

EXAMPLE_COLUMNS: Final[Columns] = {
    "text": ("text", "sentence"),
    "category": ("category", "label", "intent"),
    "language": ("language",),
    "created": ("created",),
    "answer": ("answer",),
    "more": ("more",),
    "title": ("title",),
    "buttons": ("buttons",),
    "links": ("links",),
    "valid_from": ("valid_from",),
    "valid_until": ("valid_until",),
    "owner": ("owner",),
}
MOST_ROWS: Final = 50_000
"""More than any bot has been taught; what is read is held in memory, and so is what is learnt of it."""
_LARGEST: Final = 200 * 1024 * 1024
_REQUIRED: Final = ("text", "category", "confidence")
_SEEN: Final = 10  # rows in which the titles of columns are looked for


@dataclass(frozen=True, slots=True)
class Record:
    """The values of one row by canonical column name; `line` counts from 1."""

    line: int
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table as it stands in its file: `header` are the titles of its columns, empty where it has none."""

    header: Sequence[str]
    rows: Iterator[tuple[int, Sequence[str]]]


def read_records(path: Path, columns: Columns = EXAMPLE_COLUMNS) -> list[Record]:
    """Read every record that is not blank; raises DataFileError when the file is not what its name says.

    A file has at most MOST_ROWS rows and 200 MB.
    """
    return records_of(source_at(path), columns)


def source_at(path: Path) -> SourceFile:
    """Read a file; raises DataFileError for one that cannot be read or has more than 200 MB."""
    try:
        if path.stat().st_size > _LARGEST:
            raise UnreadableFile("too_large", path.name, most=_LARGEST // 2**20)
        return SourceFile(path.name, path.read_bytes())
    except OSError as error:
        raise DataFileError(f"{path}: cannot be read: {error.strerror}.") from error


def records_of(source: SourceFile, columns: Columns = EXAMPLE_COLUMNS, choices: Choices | None = None) -> list[Record]:
    """Return the records of a table; raises UnreadableFile."""
    chosen = choices or Choices()
    rows = _of_objects(source, columns, chosen) if is_json(source) else _of_grid(source, columns, chosen)
    found = list(islice(rows, MOST_ROWS + 1))
    if len(found) > MOST_ROWS:
        raise UnreadableFile("too_many_rows", source.name, most=f"{MOST_ROWS:,}")
    return found


def is_json(source: SourceFile) -> bool:
    """Tell whether a table is JSON Lines, by its name or how it begins."""
    return source.name.lower().endswith((".jsonl", ".ndjson")) or source.content.startswith((b"{", b"\xef\xbb\xbf{"))


def grid_of(source: SourceFile, choices: Choices, columns: Columns = EXAMPLE_COLUMNS) -> Grid:
    """Return a table with the titles of its columns; raises UnreadableFile."""
    if is_json(source):
        return _grid_of_objects(source, choices)
    if source.content.startswith(SIGNATURE):
        rows: Iterator[tuple[int, list[str]]] = workbook.cells(source, _sheet(source, choices, columns))
    else:
        text = decoded(source.name, source.content, choices.encoding)[0]
        rows = delimited.cells(source.name, text, delimited.delimiter(text, partial(_suits, choices, columns)))
    if choices.header == 0:
        return Grid((), rows)
    first = list(islice(rows, _SEEN))
    if choices.header and first and choices.header > first[-1][0]:
        raise UnreadableFile("no_header", source.name, row=choices.header, most=_SEEN)
    place = _header(first, choices, columns)
    return Grid([cell.strip() for cell in first[place][1]], chain(first[place + 1 :], rows))


def _suits(choices: Choices, columns: Columns, rows: Sequence[tuple[int, list[str]]]) -> int:
    """How many cells the row has that was chosen for the titles; without one, whether a row has those needed."""
    if choices.header is None:
        return any(True for _ in _with_titles(rows[:_SEEN], columns))
    return next((len(cells) for number, cells in rows if number == choices.header), 0)


def _header(first: Sequence[tuple[int, list[str]]], choices: Choices, columns: Columns) -> int:
    """Return which of the first rows holds the titles: the one chosen, that with all that is needed, or the first."""
    if choices.header:
        numbers = [number for number, _ in first]
        return numbers.index(choices.header) if choices.header in numbers else 0
    return next(_with_titles(first, columns), 0)


def _with_titles(first: Iterable[tuple[int, list[str]]], columns: Columns) -> Iterator[int]:
    """Yield which of the rows hold the titles of all columns that are needed."""
    needed = [{name, *columns[name]} for name in _REQUIRED if name in columns]
    for place, (_, cells) in enumerate(first):
        found = {cell.strip().lower() for cell in cells}
        if all(names & found for names in needed):
            yield place


def _sheet(source: SourceFile, choices: Choices, columns: Columns) -> str:
    """Return the sheet chosen, else the only one with the titles needed; "" where there is none, or more than one."""
    if choices.sheet or choices.header == 0:
        return choices.sheet
    starts = workbook.first_rows(source, _SEEN)
    fitting = [title for title, first in starts.items() if any(True for _ in _with_titles(first, columns))]
    return fitting[0] if len(fitting) == 1 else ""


def _of_grid(source: SourceFile, known: Columns, choices: Choices) -> Iterator[Record]:
    grid = grid_of(source, choices, known)
    columns = _columns(source.name, None, grid.header, known, choices)
    # A row of a workbook ends with its last cell that holds something; the others of its columns are empty.
    width = len(grid.header) if source.content.startswith(SIGNATURE) else 0
    for line, cells in grid.rows:
        if grid.header and any(cell.strip() for cell in cells[len(grid.header) :]):
            raise UnreadableFile("cells", source.name, line, n=len(cells), columns=len(grid.header))
        padded = [*cells, *[""] * (width - len(cells))]
        yield Record(line, {name: padded[i] for name, i in columns.items() if i < len(padded)})


def _columns(file: str, line: int | None, found: Sequence[str], known: Columns, choices: Choices) -> dict[str, int]:
    names = [name.lower() for name in found]
    columns: dict[str, int] = {}
    for column, aliases in known.items():
        place = _chosen(file, found, choices.columns[column]) if column in choices.columns else None
        if not choices.columns:
            place = next((names.index(alias) for alias in aliases if alias in names), None)
        if place is not None:
            columns[column] = place
        elif column in _REQUIRED:
            raise UnreadableFile("no_column", file, line, wanted=" / ".join(aliases), found=", ".join(found))
    return columns


def _chosen(file: str, found: Sequence[str], wanted: str) -> int:
    """Return the place of a column that was chosen by its title or by `#` and its number."""
    if wanted.startswith("#") and wanted[1:].isascii() and wanted[1:].isdigit() and 0 < int(wanted[1:]) < 1000:
        return int(wanted[1:]) - 1
    names = [name.lower() for name in found]
    if wanted.lower() not in names:
        raise UnreadableFile("no_column", file, wanted=wanted, found=", ".join(found))
    return names.index(wanted.lower())


def _of_objects(source: SourceFile, known: Columns, choices: Choices) -> Iterator[Record]:
    text = decoded(source.name, source.content, choices.encoding)[0]
    numbered = _keys(source, text) if any(wanted.startswith("#") for wanted in choices.columns.values()) else None
    for line, values in json_lines.objects(source.name, text):
        keys = numbered or list(values)
        columns = _columns(source.name, line, keys, known, choices)
        yield Record(line, {name: values.get(keys[i]) for name, i in columns.items() if i < len(keys)})


def _keys(source: SourceFile, text: str) -> list[str]:
    return list(dict.fromkeys(key for _, values in json_lines.objects(source.name, text) for key in values))


def _grid_of_objects(source: SourceFile, choices: Choices) -> Grid:
    text = decoded(source.name, source.content, choices.encoding)[0]
    keys = _keys(source, text)
    rows = ((line, [_shown(values.get(key)) for key in keys]) for line, values in json_lines.objects(source.name, text))
    return Grid(keys, rows)


def _shown(value: Any) -> str:
    return "" if value is None else str(value)
