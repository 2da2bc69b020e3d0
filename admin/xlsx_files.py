"""Tables as workbooks that spreadsheets open as they are."""

from __future__ import annotations

import io
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from aiohttp import web

_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_FORBIDDEN_IN_TITLES = re.compile(r"[\[\]:*?/\\]")
# What XML 1.0 cannot hold; a text that people typed may.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_LONGEST_TITLE = 31
_LONGEST_CELL = 32_767


@dataclass(frozen=True, slots=True)
class Sheet:
    """A titled table; the columns at `shares` (from 0) hold shares in [0, 1], shown as percentages."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[object]]
    shares: Collection[int] = field(default_factory=frozenset)


def workbook_bytes(sheets: Sequence[Sheet]) -> bytes:
    """Return an Office Open XML workbook in which no cell is a formula."""
    from openpyxl import Workbook  # half a second that only who asks for a workbook waits

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


def as_workbook(sheets: Sequence[Sheet], name: str) -> web.Response:
    """Return the response that saves a workbook under this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=workbook_bytes(sheets), content_type=_TYPE, headers=headers)
