from __future__ import annotations

import io

from openpyxl import load_workbook

from evaluation.formats.workbook import WorkbookSheet, workbook_bytes


def cells(*rows: list[object], **more: object) -> list[list[object]]:
    book = load_workbook(io.BytesIO(workbook_bytes([WorkbookSheet("Figures", ["a", "b"], rows, **more)])))  # type: ignore[arg-type]
    return [[cell.value for cell in row] for row in book["Figures"].iter_rows(min_row=2)]


def test_no_cell_is_a_formula() -> None:
    book = load_workbook(io.BytesIO(workbook_bytes([WorkbookSheet("Figures", ["=1+1"], [["=HYPERLINK(1)"], ["+2"]])])))
    assert [cell.data_type for (cell,) in book["Figures"].iter_rows()] == ["s", "s", "s"]
    assert cells(["=1+1", 2]) == [["=1+1", 2]]


def test_characters_that_no_workbook_holds_are_left_out() -> None:
    assert cells(["a\x07b\u202e", None], ["", 0.5]) == [["ab\u202e", None], [None, 0.5]]
    assert cells(["x" * 40_000, 1])[0][0] == "x" * 32_767


def test_a_title_that_no_workbook_allows_is_mended() -> None:
    book = load_workbook(io.BytesIO(workbook_bytes([WorkbookSheet("a/b:" + "c" * 40, ["x"], [])])))
    assert book.sheetnames == ["a b " + "c" * 27]
