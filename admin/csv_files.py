"""Tables as CSV files that spreadsheets open as they are."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from aiohttp import web

# A spreadsheet runs a cell that begins like this as a formula; an apostrophe before it keeps it text.
_FORMULA = re.compile(r"^[=+\-@\t\r]")
_GUARDED = re.compile(r"^'(?=[=+\-@\t\r])")


def table_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""Return a table in which no cell is a formula.

    >>> table_text(("text",), [("=1+1",), (7,)])
    "text\r\n'=1+1\r\n7\r\n"
    """
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(header)
    writer.writerows([_FORMULA.sub(r"'\g<0>", each) if isinstance(each, str) else each for each in row] for row in rows)
    return stream.getvalue()


def cell_text(cell: str) -> str:
    """Return a cell as it was before `table_text` kept it from being a formula.

    >>> cell_text("'=1+1"), cell_text("'tis")
    ('=1+1', "'tis")
    """
    return _GUARDED.sub("", cell)


def as_file(text: str, name: str) -> web.Response:
    """Return the response that saves a table under this name, with a byte order mark, for spreadsheets."""
    return web.Response(
        body=text.encode("utf-8-sig"),
        content_type="text/csv",
        charset="utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
