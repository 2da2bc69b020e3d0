"""Workbooks of Office Open XML: sheets in as rows of cells, tables out as sheets in which no cell is a formula."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from itertools import islice
from typing import TYPE_CHECKING, Any, Final
from xml.etree.ElementTree import ParseError

from evaluation.formats.archive import Archive
from evaluation.formats.content import SourceFile
from evaluation.formats.reasons import UnreadableFile

if TYPE_CHECKING:  # half a second that only who reads or writes a workbook waits
    from openpyxl import Workbook

MOST_COLUMNS: Final = 100
MOST_TAGS: Final = 4_000_000
"""Each takes time to read."""
MOST_TAGS_OF_A_ROW: Final = 100_000
"""Each is an object in memory while its row is read; six for each of the 16,384 columns that Excel knows."""
MOST_ROWS: Final = 100_000
"""In all sheets, of which one may be a table of 50,000: empty rows take as long to read as others."""
_MOST_BLANK: Final = 10_000
_FORBIDDEN_IN_TITLES: Final = re.compile(r"[\[\]:*?/\\]")
# What XML 1.0 cannot hold; a text that people typed may.
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ROW: Final = re.compile(rb"<(?:\w+:)?row\b")
_MERGED: Final = re.compile(rb'<(?:\w+:)?mergeCell\b[^>]*?\bref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
_LONGEST_TITLE: Final = 31
_LONGEST_CELL: Final = 32_767
_BROKEN: Final = (KeyError, ValueError, TypeError, AttributeError, IndexError, ParseError, OSError, zipfile.BadZipFile)


@dataclass(frozen=True, slots=True)
class WorkbookSheet:
    """A titled table; the columns at `shares` (from 0) hold shares in [0, 1], shown as percentages."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    shares: Collection[int] = field(default_factory=frozenset)


def workbook_bytes(sheets: Sequence[WorkbookSheet]) -> bytes:
    """Return an Office Open XML workbook in which no cell is a formula."""
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        its = book.create_sheet(_FORBIDDEN_IN_TITLES.sub(" ", sheet.title)[:_LONGEST_TITLE])
        for row_number, row in enumerate([sheet.header, *sheet.rows], 1):
            for place, value in enumerate(row):
                cell = its.cell(row_number, place + 1)
                if isinstance(value, str):
                    cell.value = _UNWRITABLE.sub("", value)[:_LONGEST_CELL] or None
                    cell.data_type = "s" if cell.value else cell.data_type
                else:
                    cell.value = value
                    cell.number_format = "0%" if place in sheet.shares else cell.number_format
        its.freeze_panes = "B2"
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def sheet_titles(source: SourceFile) -> list[str]:
    """Return the titles of the sheets that have anything in them; raises UnreadableFile."""
    return list(first_rows(source, 1))


def first_rows(source: SourceFile, most: int) -> dict[str, list[tuple[int, list[str]]]]:
    """Return the first rows of every sheet that has anything in it, by its title; raises UnreadableFile."""
    book = _opened(source)
    try:
        found = {sheet.title: list(islice(_rows(sheet), most)) for sheet in book.worksheets}
        return {title: rows for title, rows in found.items() if rows}
    except _BROKEN as error:
        raise UnreadableFile("workbook_broken", source.name) from error


def cells(source: SourceFile, title: str = "") -> Iterator[tuple[int, list[str]]]:
    """Yield the number, from 1, and the cells of every row of a sheet that has anything in it; raises UnreadableFile.

    A formula counts as what it last came to; all cells that were merged into one say what that one says. Without a
    title there has to be one sheet that has anything in it.
    """
    titles = sheet_titles(source)
    if not title and len(titles) > 1:
        raise UnreadableFile("which_sheet", source.name, sheets=", ".join(titles))
    if title and title not in titles:
        raise UnreadableFile("no_such_sheet", source.name, sheet=title, sheets=", ".join(titles))
    if not titles:
        raise UnreadableFile("empty", source.name)
    book = _opened(source)
    sheet: Any = book[title or titles[0]]
    try:
        merged = _merged(source, sheet._worksheet_path)
        yield from _filled(_rows(sheet), merged)
    except UnreadableFile:
        raise
    except _BROKEN as error:
        raise UnreadableFile("workbook_broken", source.name) from error


def _opened(source: SourceFile) -> Workbook:
    """Rows are read one by one, so that a sheet of any length takes little."""
    _check(source)
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    try:
        return load_workbook(io.BytesIO(source.content), read_only=True, data_only=True, keep_links=False)
    except (*_BROKEN, InvalidFileException) as error:
        raise UnreadableFile("workbook_broken", source.name) from error


def _check(source: SourceFile) -> None:
    archive, tags, rows = Archive(source), 0, 0
    for name in archive.names:
        if name.endswith((".xml", ".rels")):
            content = archive.read(name)
            tags += content.count(b"<")
            is_sheet = name.startswith("xl/worksheets/")
            rows += sum(1 for _ in islice(_ROW.finditer(content), MOST_ROWS + 1)) if is_sheet else 0
            if rows > MOST_ROWS:
                raise UnreadableFile("too_many_rows", source.name, most=f"{MOST_ROWS:,}")
            longest = max(row.count(b"<") for row in _ROW.split(content)) if is_sheet else 0
            if b"<!DOCTYPE" in content:
                raise UnreadableFile("workbook_broken", source.name)
            if tags > MOST_TAGS or longest > MOST_TAGS_OF_A_ROW:
                raise UnreadableFile("workbook_large", source.name)


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:
    """Yield rows until nothing comes any more: a cell that was coloured far below is not waited for."""
    sheet.reset_dimensions()  # what a file says of its own size is not believed
    last = 0
    for number, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS, values_only=True), 1):
        written = [_written(value) for value in row]
        while written and not written[-1]:
            written.pop()
        if written:
            yield number, written
            last = number
        elif number - last > _MOST_BLANK:
            return


def _written(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.isoformat() if isinstance(value, datetime | date | time) else str(value).strip()


def _merged(source: SourceFile, path: str) -> list[tuple[int, int, int, int]]:
    """Return the ranges of cells that were merged: first and last column and row, from 1."""
    from openpyxl.utils import range_boundaries

    references = _MERGED.findall(Archive(source).read(path.lstrip("/")))
    found = [range_boundaries(reference.decode("ascii")) for reference in references]
    return [(a, b, c, d) for a, b, c, d in found if a and b and c and d]


def _filled(
    rows: Iterator[tuple[int, list[str]]], merged: Sequence[tuple[int, int, int, int]]
) -> Iterator[tuple[int, list[str]]]:
    """Let all cells of a merged range say what its first cell says."""
    of_range: dict[tuple[int, int, int, int], str] = {}
    waiting = sorted(merged, key=lambda its: its[1])
    for number, row in rows:
        while waiting and waiting[0][1] <= number:
            of_range[waiting.pop(0)] = ""
        for its in [each for each in of_range if each[3] < number]:
            del of_range[its]
        for (first, top, last, bottom), said in list(of_range.items()):
            if number == top:
                said = of_range[first, top, last, bottom] = row[first - 1] if first <= len(row) else ""
            row += [""] * (min(last, MOST_COLUMNS) - len(row) if said else 0)
            for column in range(first, min(last, len(row)) + 1):
                row[column - 1] = row[column - 1] or said
        yield number, row
