"""Tables as text: CSV with commas or semicolons, TSV; cells that spreadsheets would run are kept from it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from evaluation.formats.reasons import UnreadableFile

# A spreadsheet runs a cell that begins like this as a formula; an apostrophe before it keeps it text.
_FORMULA: Final = re.compile(r"^(?='*[=+\-@\t\r])")
_GUARDED: Final = re.compile(r"^'(?='*[=+\-@\t\r])")
_DELIMITERS: Final = ",;\t"
_SEEN: Final = 10_000
_LARGEST_CELL: Final = 1_000_000


def cells(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the first line, from 1, and the cells of every row that has anything in it; raises UnreadableFile.

    A cell is as it was before `table_text` kept it from being a formula.
    """
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter(text), strict=True)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, [cell_text(cell) for cell in row]
            line = reader.line_num + 1
    except csv.Error as error:
        code = "cell_long" if "field larger" in str(error) else "quote"
        raise UnreadableFile(code, name, line, reason=error) from error


def delimiter(text: str) -> str:
    r"""Return what separates cells: what stands most often in the first line that has any of them.

    >>> delimiter("\n\na;b,c;d\n"), delimiter("Our questions\na;b\nc;d, e\n")
    (';', ';')
    """
    lines = text[:_SEEN].splitlines()
    first = next((line for line in lines if any(each in line for each in _DELIMITERS)), "")
    return max(_DELIMITERS, key=first.count)


def table_text(header: Sequence[str], rows: Iterable[Sequence[object]], separator: str = ",") -> str:
    r"""Return a table in which no cell is a formula.

    >>> table_text(("text",), [("=1+1",), (7,)])
    "text\r\n'=1+1\r\n7\r\n"
    """
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=separator)
    writer.writerow(header)
    writer.writerows([_FORMULA.sub("'", each) if isinstance(each, str) else each for each in row] for row in rows)
    return stream.getvalue()


def cell_text(cell: str) -> str:
    """Return a cell as it was before `table_text` kept it from being a formula.

    >>> cell_text("'=1+1"), cell_text("'tis")
    ('=1+1', "'tis")
    """
    return _GUARDED.sub("", cell)
