"""Questions and answers in tables of any kind: what the columns mean, and the table that holds all of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from evaluation.formats import markup
from evaluation.formats.content import (
    Choices,
    ExampleRow,
    FileContent,
    Pairs,
    ReplyRow,
    SourceFile,
    language_code,
    last_of_each,
    plain,
)
from evaluation.formats.data_records import EXAMPLE_COLUMNS, Record, records_of
from evaluation.formats.delimited import table_text
from evaluation.formats.reasons import MOST_TOLD, UnreadableFile
from evaluation.formats.workbook import WorkbookSheet, workbook_bytes

COLUMNS: Final = tuple(EXAMPLE_COLUMNS)
_TARGET: Final = {"buttons": "target", "links": "url"}


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read a table; a row with an answer and no question tells the answer alone. Raises UnreadableFile."""
    return content_of(source.name, records_of(source, EXAMPLE_COLUMNS, choices))


def content_of(name: str, records: Iterable[Record], *, empty_category: bool = False) -> FileContent:
    """Return what the records say; raises UnreadableFile, which says in which lines of the file `name`."""
    rows, replies, faults = [], [], []
    for record in records:
        try:
            row, reply = _said(name, record, empty_category)
        except UnreadableFile as fault:
            faults.append(fault)
            continue
        rows += [row] if row.text else []
        replies += [reply] if reply is not None else []
    if faults:
        raise UnreadableFile.together(faults[:MOST_TOLD])
    return FileContent(rows, last_of_each(replies))


def _said(file: str, record: Record, empty_category: bool) -> tuple[ExampleRow, ReplyRow | None]:
    given, line = record.values, record.line
    values = {name: _text(file, line, name, value) for name, value in given.items() if name not in _TARGET}
    text, category, answer = (values.get(name, "") for name in ("text", "category", "answer"))
    if not text and not (answer and category):
        raise UnreadableFile("no_text", file, line)
    if not category and not empty_category:
        raise UnreadableFile("no_category", file, line)
    created = _date(file, line, values["created"]) if values.get("created") else None
    row = ExampleRow(text, category, language_code(values.get("language", "")) or None, created, answer or None, line)
    more = values.get("more") or None
    pairs = {name: _pairs(file, line, name, given[name]) for name in _TARGET if name in given}
    since, until = (_day(file, line, values.get(name, "")) for name in ("valid_from", "valid_until"))
    said = values.get("title"), pairs.get("buttons"), pairs.get("links"), more
    reply = ReplyRow(category, row.language, answer, *said, since, until, values.get("owner") or None)
    return row, reply if answer else None


def _text(file: str, line: int, name: str, value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise UnreadableFile("not_text", file, line, column=name, value=f"{value!r}"[:80])
    if "\0" in value or any("\ud800" <= character <= "\udfff" for character in value):
        raise UnreadableFile("no_character", file, line, column=name)
    return plain(value)


def _pairs(file: str, line: int, name: str, value: object) -> Pairs:
    """Buttons and links are lines of text or, in JSON, lists of objects."""
    if isinstance(value, list):
        pairs = [(each.get("title"), each.get(_TARGET[name])) for each in value if isinstance(each, dict)]
        found: Pairs | None = tuple((str(a), str(b)) for a, b in pairs if a and b)
        found = found if found is not None and len(found) == len(value) else None
    else:
        found = markup.read(_text(file, line, name, value))
    if found is None:
        raise UnreadableFile("not_pairs", file, line, column=name)
    return tuple((plain(title), plain(target)) for title, target in found)


def _date(file: str, line: int, value: str) -> datetime:
    try:
        date = datetime.fromisoformat(value)
    except ValueError as error:
        raise UnreadableFile("no_date", file, line) from error
    return date.astimezone(UTC) if date.tzinfo else date.replace(tzinfo=UTC)


def _day(file: str, line: int, value: str) -> str | None:
    return _date(file, line, value).date().isoformat() if value else None


def write_csv(content: FileContent) -> bytes:
    """Return CSV in UTF-8."""
    return table_text(COLUMNS, _lines(content)).encode()


def write_tsv(content: FileContent) -> bytes:
    """Return tab-separated values in UTF-8."""
    return table_text(COLUMNS, _lines(content), "\t").encode()


def write_xlsx(content: FileContent) -> bytes:
    """Return a workbook of one sheet."""
    return workbook_bytes([WorkbookSheet("Candor", COLUMNS, _lines(content))])


def write_jsonl(content: FileContent) -> bytes:
    """Return JSON Lines; buttons and links are lists of objects."""
    lines = [_object(row, reply) for row, reply in _joined(content)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def _object(row: ExampleRow, reply: ReplyRow | None) -> dict[str, object]:
    values: dict[str, object] = {"text": row.text, "category": row.category, "language": row.language}
    values |= {"created": row.created.isoformat()} if row.created else {}
    if reply is not None:
        values |= {"answer": reply.text, "more": reply.more or "", "title": reply.title or ""}
        values["buttons"] = [{"title": title, "target": target} for title, target in reply.buttons or ()]
        values["links"] = [{"title": title, "url": url} for title, url in reply.links or ()]
        around = {"valid_from": reply.valid_from, "valid_until": reply.valid_until, "owner": reply.owner}
        values |= {name: value for name, value in around.items() if value is not None}
    return values


def _lines(content: FileContent) -> Sequence[tuple[str, ...]]:
    return [_line(row, reply) for row, reply in _joined(content)]


def _line(row: ExampleRow, reply: ReplyRow | None) -> tuple[str, ...]:
    first = (row.text, row.category, row.language or "", row.created.isoformat() if row.created else "")
    if reply is None:
        return (*first, *[""] * (len(COLUMNS) - len(first)))
    pairs = [markup.written(each or ()) for each in (reply.buttons, reply.links)]
    around = (reply.valid_from or "", reply.valid_until or "", reply.owner or "")
    return (*first, reply.text, reply.more or "", reply.title or "", *pairs, *around)


def _joined(content: FileContent) -> list[tuple[ExampleRow, ReplyRow | None]]:
    """Each question, the first of a category with its answer, and last the answers that no question is there for."""
    replies = {(reply.category, reply.language): reply for reply in content.replies}
    rows = [(row, replies.pop((row.category, row.language), None)) for row in content.rows]
    return rows + [(ExampleRow("", *key), reply) for key, reply in replies.items()]
