"""Tables as text: CSV with commas or semicolons, TSV; cells that spreadsheets would run are kept from it."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Final, TypeAlias

from evaluation.formats.reasons import UnreadableFile

# A spreadsheet runs a cell that begins like this as a formula; an apostrophe before it keeps it text.
_FORMULA: Final = re.compile(r"^(?='*[=+\-@\t\r])")
_GUARDED: Final = re.compile(r"^'(?='*[=+\-@\t\r])")
_DELIMITERS: Final = ",;\t"
_SEEN: Final = 100  # rows that tell what separates cells
_LARGEST_CELL: Final = 1_000_000


Row: TypeAlias = tuple[int, list[str]]
"""The line that a row begins on, from 1, and its cells."""


def cells(name: str, text: str, separator: str) -> Iterator[Row]:
    """Yield every row that has anything in it; raises UnreadableFile.

    A cell is as it was before `table_text` kept it from being a formula.
    """
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield line, [cell_text(cell) for cell in row]
            line = reader.line_num + 1
    except csv.Error as error:
        code = "cell_long" if "field larger" in str(error) else "quote"
        raise UnreadableFile(code, name, line, reason=error) from error


def delimiter(text: str, suits: Callable[[Sequence[Row]], int] = lambda rows: 0) -> str:
    r"""Return what separates cells: what suits the first rows best, else what gives most of them as many cells.

    >>> delimiter("\n\na;b,c;d\n"), delimiter("Our questions\na;b\nc;d, e\n")
    (';', ';')
    """
    found = {each: _first_rows(text, each) for each in _DELIMITERS}
    return max(found, key=lambda each: (suits(found[each]), *_alike(found[each])))


def _first_rows(text: str, separator: str) -> list[Row]:
    rows: list[Row] = []
    with suppress(UnreadableFile):  # of what separates nothing here, or stands in a cell
        rows.extend(islice(cells("", text, separator), _SEEN))
    return rows


def _alike(rows: Sequence[Row]) -> tuple[int, int]:
    """Return how many rows have the same number of cells, more than one, and that number."""
    widths = Counter(len(row) for _, row in rows if len(row) > 1)
    return max(((often, width) for width, often in widths.items()), default=(0, 0))


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
