"""How a table is read: its sheet, encoding and titles, and which column means what, as a page asks for it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Final

from admin.forms import Form, row_number
from evaluation.formats import workbook
from evaluation.formats.archive import SIGNATURE
from evaluation.formats.content import Choices, SourceFile
from evaluation.formats.data_records import EXAMPLE_COLUMNS, Grid, grid_of, is_json
from evaluation.formats.encoding import ENCODINGS, decoded
from evaluation.formats.registry import format_of
from nlu.entities.word_lists import word_lists
from nlu.words.text_words import key

SHOWN: Final = 3
"""So many values of a column are shown, of as many rows as may hold its titles."""
HEADERS: Final = 10
"""The titles of the columns stand in one of so many rows, or nowhere."""
MEANINGS: Final = tuple(EXAMPLE_COLUMNS)
_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its number from 1, its title, what it means so far, and the first values that differ."""

    number: int
    title: str
    meaning: str
    first: Sequence[str]


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """The columns of a table and what there is to choose; `header` is the row with the titles, 0 where none has."""

    columns: Sequence[Column]
    sheets: Sequence[str]
    sheet: str
    encodings: Sequence[str]
    encoding: str
    header: int


def look_at(source: SourceFile, choices: Choices) -> ColumnChoices:
    """Look at the first rows of a table; raises UnreadableFile for a file that is none."""
    is_workbook = source.content.startswith(SIGNATURE)
    sheets = workbook.sheet_titles(source) if is_workbook else []
    chosen = choices if choices.sheet in sheets or not sheets else replace(choices, sheet=sheets[0])
    grid, header = _grid(source, chosen)
    rows = [[cell.strip()[:_LONGEST] for cell in cells] for _, cells in islice(grid.rows, HEADERS)]
    width = max([len(grid.header), *map(len, rows)], default=0)
    titles = [*grid.header, *[""] * (width - len(grid.header))]
    encoding = "" if is_workbook else decoded(source.name, source.content, chosen.encoding)[1]
    columns = [
        Column(n, title, _meaning(n, title, titles, chosen), _first(row[n - 1] for row in rows if len(row) >= n))
        for n, title in enumerate(titles, 1)
    ]
    return ColumnChoices(columns, sheets, chosen.sheet, ENCODINGS if encoding else (), encoding, header)


def proposed(source: SourceFile, choices: Choices) -> Choices:
    """Return the choices with what titles of columns mean that nothing was chosen for, in four languages.

    As they were for files that are no table, workbooks of which no sheet of several is chosen, and tables without a
    column for questions or categories among them.
    """
    is_workbook = source.content.startswith(SIGNATURE)
    if not format_of(source, choices).is_table or (
        is_workbook and not choices.sheet and len(workbook.sheet_titles(source)) > 1
    ):
        return choices
    seen = look_at(source, replace(choices, columns={}))
    taken = {*choices.columns.values()}
    titled = [each for each in seen.columns if each.title not in taken and f"#{each.number}" not in taken]
    columns = {each.meaning: f"#{each.number}" for each in titled if each.meaning} | dict(choices.columns)
    if not {"text", "category"} <= columns.keys():
        return choices
    return replace(choices, header=seen.header, columns=columns)


def _first(values: Iterable[str]) -> list[str]:
    """Return the first values that differ.

    >>> _first(["en", "", "en", "de"])
    ['en', 'de']
    """
    return list(dict.fromkeys(filter(None, values)))[:SHOWN]


def _grid(source: SourceFile, choices: Choices) -> tuple[Grid, int]:
    """Return the table and the row of its titles: the first that names what is needed, or else has two cells filled."""
    if is_json(source):
        return grid_of(source, choices), 1
    if choices.header is not None:
        return grid_of(source, choices), choices.header
    for number, cells in islice(grid_of(source, replace(choices, header=0)).rows, HEADERS):
        titles = {key(cell) for cell in cells}
        if all(titles & _names_of(meaning) for meaning in ("text", "category")):
            return grid_of(source, replace(choices, header=number)), number
    rows = islice(grid_of(source, replace(choices, header=0)).rows, HEADERS)
    first = next((number for number, cells in rows if sum(bool(cell.strip()) for cell in cells) > 1), 1)
    return grid_of(source, replace(choices, header=first)), first


def _meaning(number: int, title: str, titles: Sequence[str], choices: Choices) -> str:
    if choices.columns:
        return next((m for m, column in choices.columns.items() if column in (f"#{number}", title) and column), "")
    names = [key(each) for each in titles]
    for meaning in MEANINGS:
        known = _names_of(meaning)
        if next((place for place, name in enumerate(names, 1) if name in known), 0) == number:
            return meaning
    return ""


@cache
def _names_of(meaning: str) -> frozenset[str]:
    """Return the titles of a column that means this: those of the formats, and those of `data/columns/words.csv`."""
    listed = [forms for (kind, _), forms in word_lists("columns").items() if kind == meaning]
    return frozenset(map(key, EXAMPLE_COLUMNS[meaning])).union(*listed)


def chosen_in(form: Form, before: Choices) -> Choices:
    """Return how a form says that a table is to be read; what stood on another sheet is not what stands on this one."""
    sheet, encoding = (form.text(name, _LONGEST, required=False) for name in ("sheet", "encoding"))
    header = form.text("header", 4, required=False)
    columns: dict[str, str] = {}
    for number in range(1, workbook.MOST_COLUMNS + 1):
        meaning = form.text(f"column_{number}", 20, required=False)
        if meaning in MEANINGS:
            columns.setdefault(meaning, f"#{number}")
    if sheet != before.sheet and before.sheet:
        return replace(before, sheet=sheet, columns={}, header=None)
    return replace(
        before,
        sheet=sheet,
        encoding=encoding if encoding in ENCODINGS else "",
        header=row_number(header),
        columns=columns,
    )
