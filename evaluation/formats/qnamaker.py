"""QnA Maker, and custom question answering after it: one question a row, answers told apart by `QnaId`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final
from urllib.parse import quote, unquote

from evaluation.formats import delimited, markup
from evaluation.formats.content import (
    FAQ,
    Choices,
    ExampleRow,
    FileContent,
    ReplyRow,
    SourceFile,
    kept_line,
    language_code,
    last_of_each,
    plain,
)
from evaluation.formats.encoding import decoded
from evaluation.formats.reasons import UnreadableFile

COLUMNS: Final = (
    "Question", "Answer", "Source", "Metadata", "SuggestedQuestions", "IsContextOnly", "Prompts", "QnaId",
)  # fmt: skip
_MOST_ROWS: Final = 50_000
_SHORT: Final = 80
_NEW_LINE: Final = "\\n"


def is_base(source: SourceFile) -> bool:
    """Tell whether a file is a knowledge base, by its columns."""
    first = source.content[:400].replace(b"\0", b"").decode("latin-1").partition("\n")[0].lower()
    return all(column in first.split("\t")[1:] for column in ("answer", "source", "metadata"))


def read(source: SourceFile, choices: Choices) -> FileContent:
    """Read a knowledge base; a category is what its metadata name so, else the first question with the same answer."""
    rows = delimited.cells(source.name, decoded(source.name, source.content, choices.encoding)[0], "\t")
    header = [cell.strip().lower() for cell in next(rows)[1]]
    found = [(line, dict(zip(header, cells, strict=False))) for line, cells in islice(rows, _MOST_ROWS + 1)]
    if len(found) > _MOST_ROWS:
        raise UnreadableFile("too_many_rows", source.name, most=f"{_MOST_ROWS:,}")
    called: dict[str, str] = {}
    for _, cells in found:
        called.setdefault(
            _key(cells), _metadata(cells).get("category") or kept_line(cells.get("question", ""))[:_SHORT]
        )
    return _content(found, called)


def _content(found: Sequence[tuple[int, Mapping[str, str]]], called: Mapping[str, str]) -> FileContent:
    rows, replies = [], []
    for line, cells in found:
        category, language = called[_key(cells)], language_code(_metadata(cells).get("language", "")) or None
        if not category:
            raise UnreadableFile("no_text", "tsv", line)
        text = kept_line(cells.get("question", ""))
        rows += [ExampleRow(text, category, language, line=line)] if text else []
        replies += [reply] if (reply := _reply(cells, category, language, called)) else []
    return FileContent(rows, last_of_each(replies))


def _reply(cells: Mapping[str, str], category: str, language: str | None, called: Mapping[str, str]) -> ReplyRow | None:
    text, links = markup.without_links(plain(cells.get("answer", "").replace(_NEW_LINE, "\n")))
    if not text:
        return None
    said = _metadata(cells)
    buttons = [(kept_line(title), called.get(number, "")) for title, number in _prompts(cells)]
    targets = tuple((title, FAQ + target) for title, target in buttons if target)
    every = markup.read(said["buttons"].replace(_NEW_LINE, "\n")) if "buttons" in said else None
    return ReplyRow(category, language, text, said.get("title", ""), every or targets, links)


def _key(cells: Mapping[str, str]) -> str:
    return cells.get("qnaid", "").strip() or f"answer {cells.get('answer', '')}"


def _metadata(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the metadata of a row: `key:value | key:value`, or a list of objects in JSON."""
    written = cells.get("metadata", "").strip()
    if written.startswith("["):
        pairs = [(str(each.get("name", "")), str(each.get("value", ""))) for each in _objects(written)]
    else:
        pairs = [(part.partition(":")[0], part.partition(":")[2]) for part in written.split("|") if ":" in part]
    return {key.strip().lower(): kept_line(unquote(value)) for key, value in pairs}


def _prompts(cells: Mapping[str, str]) -> list[tuple[str, str]]:
    every = [(each.get("displayText"), each.get("qnaId")) for each in _objects(cells.get("prompts", ""))]
    return [(str(title), str(number)) for title, number in every if title and number is not None]


def _objects(written: str) -> list[dict[str, Any]]:
    try:
        found = json.loads(written or "[]")
    except (ValueError, RecursionError):
        return []
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def write(content: FileContent) -> bytes:
    """Return a knowledge base in UTF-8; links stand below the answer, metadata say category, language and title."""
    replies = {(reply.category, reply.language): reply for reply in content.replies}
    keys = list(dict.fromkeys([(row.category, row.language) for row in content.rows] + list(replies)))
    numbers = {key: number for number, key in enumerate(keys, 1)}
    lines = []
    for key in keys:
        reply = replies.get(key)
        rest = _rest(key, reply, numbers)
        texts = content.texts_of(*key) or [""]
        lines += [(kept_line(text), _answer(reply), "Editorial", *rest, numbers[key]) for text in texts]
    return delimited.table_text(COLUMNS, lines, "\t").encode()


def _answer(reply: ReplyRow | None) -> str:
    text = markup.with_links(reply.text, reply.links or ()) if reply else ""
    return text.replace("\t", " ").replace("\n", _NEW_LINE)


def _rest(
    key: tuple[str, str | None], reply: ReplyRow | None, numbers: Mapping[tuple[str, str | None], int]
) -> tuple[str, str, str, str]:
    said = {"category": key[0], "language": key[1] or "", "title": reply.title or "" if reply else ""}
    said["buttons"] = _elsewhere(reply, key[1], numbers)
    metadata = "|".join(f"{name}:{_quoted(value)}" for name, value in said.items() if value)
    targets = [
        (title, numbers.get((target.removeprefix(FAQ), key[1]))) for title, target in (reply and reply.buttons) or ()
    ]
    prompts = [
        {"displayOrder": place, "qnaId": number, "displayText": title}
        for place, (title, number) in enumerate(targets)
        if number is not None
    ]
    return metadata, "[]", "False", json.dumps(prompts, ensure_ascii=False)


def _elsewhere(reply: ReplyRow | None, language: str | None, numbers: Mapping[tuple[str, str | None], int]) -> str:
    """Return all buttons of an answer where one leads to what no prompt can lead to, such as a job search."""
    pairs = (reply and reply.buttons) or ()
    leads = all((target.removeprefix(FAQ), language) in numbers for _, target in pairs)
    return "" if leads else markup.written(pairs).replace("\n", _NEW_LINE)


def _quoted(value: str) -> str:
    """What parts metadata from one another is written as in an address."""
    return re.sub(r"[%|:\n]", lambda match: quote(match[0]), value)
