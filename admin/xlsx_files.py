"""Tables as workbooks that are sent to spreadsheets."""

from __future__ import annotations

from collections.abc import Sequence

from aiohttp import web

from admin.csv_files import saved_as
from evaluation.formats.workbook import WorkbookSheet, workbook_bytes

_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def as_workbook(sheets: Sequence[WorkbookSheet], name: str) -> web.Response:
    """Return the response that saves a workbook under this name."""
    return saved_as(workbook_bytes(sheets), name, _TYPE)
