"""Workbooks as people make them: several sheets, merged cells, formulas, headings above the table."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime

import pytest
from openpyxl import Workbook

from evaluation.formats import workbook
from evaluation.formats.archive import Archive, packed
from evaluation.formats.content import Choices, SourceFile
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.registry import read_content


def book(fill: Callable[[Workbook], None]) -> SourceFile:
    made, stream = Workbook(), io.BytesIO()
    fill(made)
    made.save(stream)
    return SourceFile("faq.xlsx", stream.getvalue())


def table(*rows: list[object]) -> Callable[[Workbook], None]:
    def fill(made: Workbook) -> None:
        for row in rows:
            made.worksheets[0].append(row)

    return fill


def changed(source: SourceFile, name: str, old: bytes, new: bytes) -> SourceFile:
    archive = Archive(source)
    files: dict[str, str | bytes] = {each: archive.read(each) for each in archive.names}
    content = files[name]
    assert isinstance(content, bytes)
    assert old in content
    return SourceFile(source.name, packed({**files, name: content.replace(old, new)}))


def test_numbers_and_dates_are_text_and_rows_are_counted_as_in_the_sheet() -> None:
    source = book(table(["text", "category", "created"], [], [2026, 1.5, datetime(2026, 3, 31)]))
    (row,) = read_content(source).rows
    assert (row.text, row.category, row.line) == ("2026", "1.5", 3)
    assert row.created is not None
    assert row.created.date().isoformat() == "2026-03-31"


def test_merged_cells_all_say_what_the_first_says() -> None:
    def fill(made: Workbook) -> None:
        table(["category", "text"], ["pay", "Pay?"], [None, "Bonus?"], [None, "Raise?"], ["visa", "Visa?"])(made)
        made.worksheets[0].merge_cells("A2:A4")

    rows = read_content(book(fill)).rows
    assert [(row.text, row.category) for row in rows] == [
        ("Pay?", "pay"), ("Bonus?", "pay"), ("Raise?", "pay"), ("Visa?", "visa"),
    ]  # fmt: skip


def test_a_formula_counts_as_what_it_last_came_to_and_is_never_text_itself() -> None:
    source = book(table(["text", "category"], ['="Pay"&"?"', "pay"]))
    with pytest.raises(UnreadableFile, match=r"faq\.xlsx, line 2: the text is empty"):
        read_content(source)
    computed = changed(source, "xl/worksheets/sheet1.xml", b"<v />", b"<v>Pay?</v>")
    computed = changed(computed, "xl/worksheets/sheet1.xml", b'r="A2"', b'r="A2" t="str"')
    assert [row.text for row in read_content(computed).rows] == ["Pay?"]


def test_of_several_sheets_one_is_asked_for() -> None:
    def fill(made: Workbook) -> None:
        table(["text", "category"], ["Pay?", "pay"])(made)
        made.create_sheet("Empty")
        made.create_sheet("Mehr").append(["text", "category"])
        made["Mehr"].append(["Visa?", "visa"])

    source = book(fill)
    with pytest.raises(UnreadableFile, match="several sheets: choose one of Sheet, Mehr"):
        read_content(source)
    assert [row.text for row in read_content(source, Choices(sheet="Mehr")).rows] == ["Visa?"]
    with pytest.raises(UnreadableFile, match="no sheet “Less”"):
        read_content(source, Choices(sheet="Less"))


def test_the_only_sheet_with_a_table_of_questions_is_taken_beside_notes() -> None:
    def fill(made: Workbook) -> None:
        made.worksheets[0].append(["Notes of May"])
        made.create_sheet("FAQ")
        for row in (["Our questions"], ["Sentence", "Label"], ["Visa?", "visa"]):
            made["FAQ"].append(row)

    source = book(fill)
    assert [row.text for row in read_content(source).rows] == ["Visa?"]
    with pytest.raises(UnreadableFile, match="no column"):
        read_content(source, Choices(sheet="Sheet"))


def test_a_sheet_is_not_read_to_a_cell_far_below() -> None:
    def fill(made: Workbook) -> None:
        table(["text", "category"], ["Pay?", "pay"])(made)
        made.worksheets[0].cell(1_048_576, 1).value = "lost"

    assert [row.text for row in read_content(book(fill)).rows] == ["Pay?"]


def test_a_workbook_with_too_many_cells_or_entities_of_its_own_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    source = book(table(["text", "category"], ["Pay?", "pay"]))
    bomb = changed(source, "xl/workbook.xml", b"<workbook", b'<!DOCTYPE a [<!ENTITY b "c">]><workbook')
    with pytest.raises(UnreadableFile, match="no workbook that can be read"):
        read_content(bomb)
    wide = changed(
        source, "xl/worksheets/sheet1.xml", b"</sheetData>", b"<row>" + b"<c/>" * 100_001 + b"</row></sheetData>"
    )
    with pytest.raises(UnreadableFile, match="too many cells"):
        read_content(wide)
    empty = changed(source, "xl/worksheets/sheet1.xml", b"</sheetData>", b"<row/>" * 100_000 + b"</sheetData>")
    with pytest.raises(UnreadableFile, match="more than 100,000 rows"):
        read_content(empty)
    monkeypatch.setattr(workbook, "MOST_TAGS", 10)
    with pytest.raises(UnreadableFile, match="too many cells"):
        read_content(source)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xd0\xcf\x11\xe0old", "an old or a locked Excel file"),
        (b"PK\x03\x04broken", "the archive is damaged"),
        (b"not even a zip", "the archive is damaged"),
        (packed({"xl/workbook.xml": "<x/>"}), "no workbook that can be read"),
    ],
)
def test_what_is_no_workbook_is_refused_in_one_line(content: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        read_content(SourceFile("faq.xlsx", content))
