"""All formats, told by name and content: the one place that says which there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from evaluation.formats import (
    chatito,
    dialogflow_cx,
    dialogflow_es,
    encoding,
    lex,
    qnamaker,
    rasa,
    tables,
)
from evaluation.formats.archive import SIGNATURE, Archive
from evaluation.formats.content import Choices, FileContent, SourceFile, resolved
from evaluation.formats.data_records import MOST_ROWS, is_json
from evaluation.formats.reasons import UnreadableFile

_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0"
_YAML_BEGINS: Final = ("version:", "nlu:", "responses:", "intents:", "rules:")


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files: `suffix` ends their names; `is_table` where columns say what is what.

    `carries` are the parts of the data it has a place for; all but those of one language hold several.
    """

    name: str
    suffix: str
    media_type: str
    read: Callable[[SourceFile, Choices], FileContent]
    write: Callable[[FileContent], bytes]
    is_table: bool = False
    one_language: bool = False
    carries: tuple[str, ...] = ("questions", "answers", "titles", "buttons", "links")


_ZIP: Final = "application/zip"
_XLSX: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_EVERY: Final = (
    Format("csv", ".csv", "text/csv", tables.read, tables.write_csv, is_table=True),
    Format("tsv", ".tsv", "text/tab-separated-values", tables.read, tables.write_tsv, is_table=True),
    Format("xlsx", ".xlsx", _XLSX, tables.read, tables.write_xlsx, is_table=True),
    Format("jsonl", ".jsonl", "application/x-ndjson", tables.read, tables.write_jsonl, is_table=True),
    Format("rasa", ".zip", _ZIP, rasa.read, rasa.write),
    Format("dialogflow-es", ".zip", _ZIP, dialogflow_es.read, dialogflow_es.write),
    Format("dialogflow-cx", ".zip", _ZIP, dialogflow_cx.read, dialogflow_cx.write),
    Format("lex", ".zip", _ZIP, lex.read, lex.write),
    Format("qnamaker", ".tsv", "text/tab-separated-values", qnamaker.read, qnamaker.write),
    Format("chatito", ".chatito", "text/plain", chatito.read, chatito.write, one_language=True, carries=("questions",)),
)
FORMATS: Final[Mapping[str, Format]] = {each.name: each for each in _EVERY}


def format_named(name: str, file: str = "") -> Format:
    """Return a format by its name; raises UnreadableFile, which names those there are."""
    if name not in FORMATS:
        raise UnreadableFile("no_such_format", file, format=name, known=", ".join(FORMATS))
    return FORMATS[name]


def format_of(source: SourceFile, choices: Choices | None = None) -> Format:
    """Return the format that was chosen, or else that a file says it has; raises UnreadableFile."""
    if choices is not None and choices.format:
        return _chosen(source, choices.format)
    return FORMATS[_told(source, choices or Choices())]


def _chosen(source: SourceFile, name: str) -> Format:
    """Return the format of that name; a table of another kind is refused, for its reader would go by the content."""
    its, is_packed = format_named(name, source.name), source.content.startswith(SIGNATURE)
    kind = "xlsx" if is_packed else "jsonl" if is_json(source) else ""
    if its.is_table and kind != (name if name in {"xlsx", "jsonl"} else ""):
        raise UnreadableFile("other_format", source.name, format=name)
    return its


def _told(source: SourceFile, choices: Choices) -> str:
    name, content = source.name.lower(), source.content
    if content.startswith(_OLD_OFFICE):
        raise UnreadableFile("workbook_old", source.name)
    if content.startswith(SIGNATURE):
        return _of_archive(source)
    if name.endswith((".xlsx", ".zip")):
        raise UnreadableFile("zip_broken", source.name)
    if name.endswith(".blob"):
        raise UnreadableFile("blob", source.name)
    if is_json(source):
        return "jsonl"
    if qnamaker.is_base(source):
        return "qnamaker"
    text = encoding.decoded(source.name, content, choices.encoding)[0].lstrip()
    if name.endswith((".yml", ".yaml")) or text.startswith(_YAML_BEGINS):
        return "rasa"
    if name.endswith(".chatito") or chatito.is_grammar(text):
        return "chatito"
    return "tsv" if name.endswith((".tsv", ".tab")) else "csv"


def _of_archive(source: SourceFile) -> str:
    archive = Archive(source)
    names = archive.names
    if "xl/workbook.xml" in names:
        return "xlsx"
    if lex.is_bot(archive):
        return "lex"
    if dialogflow_cx.is_agent(archive):
        return "dialogflow-cx"
    if dialogflow_es.is_agent(archive):
        return "dialogflow-es"
    if any(name.endswith((".yml", ".yaml")) for name in names):
        return "rasa"
    inner = next((name for name in names if name.lower().endswith((".zip", ".tar", ".gz", ".7z", ".rar"))), None)
    if inner is not None:
        raise UnreadableFile("zip_nested", source.name, inner=inner)
    raise UnreadableFile("zip_unknown", source.name, names=", ".join(names[:3]) or "–")


def read_content(source: SourceFile, choices: Choices | None = None) -> FileContent:
    """Return what a file holds; raises UnreadableFile, one line that says what to mend."""
    chosen = choices or Choices()
    its = format_of(source, chosen)
    found = its.read(source, chosen)
    if len(found.rows) > MOST_ROWS:
        raise UnreadableFile("too_many_rows", source.name, most=f"{MOST_ROWS:,}")
    if not found.rows and not found.replies:
        raise UnreadableFile("no_examples" if its.is_table else "no_intents", source.name)
    return resolved(found)


def write_content(content: FileContent, format_name: str, language: str = "") -> bytes:
    """Return a file of a format, of one language or all; but for workbooks, the same content is the same file.

    Raises UnreadableFile for a format that holds one language where several are there and none is chosen.
    """
    its = format_named(format_name)
    part = content.only(language) if language else content
    if its.one_language and len(part.languages) > 1:
        raise UnreadableFile("one_language", its.name, format=its.name)
    return its.write(part)
