"""How a table is read: its sheet, encoding and titles, and which column means what, as a page asks for it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from admin.forms import Form
from evaluation.data_records import EXAMPLE_COLUMNS, Grid, grid_of, is_json
from evaluation.formats import workbook
from evaluation.formats.archive import SIGNATURE
from evaluation.formats.content import Choices, SourceFile
from evaluation.formats.encoding import ENCODINGS, decoded

SHOWN: Final = 8
HEADERS: Final = 10
"""The titles of the columns stand in one of so many rows, or nowhere."""
MEANINGS: Final = tuple(EXAMPLE_COLUMNS)
_LONGEST: Final = 200
_ELSEWHERE: Final[Mapping[str, tuple[str, ...]]] = {
    "text": ("question", "questions", "utterance", "phrase", "example", "frage", "fragen", "satz", "beispiel",
             "exemple", "énoncé", "问题", "问句", "句子"),
    "category": ("topic", "subject", "class", "kategorie", "thema", "klasse", "catégorie", "thème", "sujet", "类别",
                 "分类", "主题", "意图"),
    "language": ("lang", "locale", "sprache", "langue", "语言"),
    "created": ("date", "datum", "日期"),
    "answer": ("response", "reply", "antwort", "antworten", "réponse", "答案", "回答", "回复"),
    "more": ("details", "mehr", "suite", "详情"),
    "title": ("heading", "titel", "überschrift", "titre", "标题"),
    "buttons": ("schaltflächen", "boutons", "按钮"),
    "links": ("url", "link", "verweise", "liens", "链接"),
    "valid_from": ("valid from", "gültig ab", "valable à partir du", "生效日期"),
    "valid_until": ("valid until", "gültig bis", "valable jusqu'au", "截止日期"),
    "owner": ("responsible", "zuständig", "responsable", "负责人"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its number from 1, its title, what it means so far."""

    number: int
    title: str
    meaning: str


@dataclass(frozen=True, slots=True)
class ColumnChoices:
    """The first rows of a table and what there is to choose; `header` is the row with the titles, 0 where none has."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
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
    rows = [[cell.strip()[:_LONGEST] for cell in cells] for _, cells in islice(grid.rows, SHOWN)]
    width = max([len(grid.header), *map(len, rows)], default=0)
    titles = [*grid.header, *[""] * (width - len(grid.header))]
    encoding = "" if is_workbook else decoded(source.name, source.content, chosen.encoding)[1]
    columns = [Column(n, title, _meaning(n, title, titles, chosen)) for n, title in enumerate(titles, 1)]
    filled = [[*row, *[""] * (width - len(row))] for row in rows]
    return ColumnChoices(columns, filled, sheets, chosen.sheet, ENCODINGS if encoding else (), encoding, header)


def _grid(source: SourceFile, choices: Choices) -> tuple[Grid, int]:
    """Return the table and the row of its titles: the first that names what is needed, or else has two cells filled."""
    if is_json(source):
        return grid_of(source, choices), 1
    if choices.header is not None:
        return grid_of(source, choices), choices.header
    for number, cells in islice(grid_of(source, replace(choices, header=0)).rows, HEADERS):
        titles = {cell.strip().lower() for cell in cells}
        if all(titles & {*EXAMPLE_COLUMNS[name], *_ELSEWHERE[name]} for name in ("text", "category")):
            return grid_of(source, replace(choices, header=number)), number
    rows = islice(grid_of(source, replace(choices, header=0)).rows, HEADERS)
    first = next((number for number, cells in rows if sum(bool(cell.strip()) for cell in cells) > 1), 1)
    return grid_of(source, replace(choices, header=first)), first


def _meaning(number: int, title: str, titles: Sequence[str], choices: Choices) -> str:
    if choices.columns:
        return next((m for m, column in choices.columns.items() if column in (f"#{number}", title) and column), "")
    names = [each.lower() for each in titles]
    for meaning in MEANINGS:
        known = (*EXAMPLE_COLUMNS[meaning], *_ELSEWHERE[meaning])
        if next((place for place, name in enumerate(names, 1) if name in known), 0) == number:
            return meaning
    return ""


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
        header=int(header) if header.isascii() and header.isdigit() else None,
        columns=columns,
    )
