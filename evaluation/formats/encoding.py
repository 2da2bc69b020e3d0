"""The characters of a text file: which encoding it is in, told from its bytes."""

from __future__ import annotations

import codecs
import re
from typing import Final

from evaluation.formats.chinese import CODECS, chinese_encoding
from evaluation.formats.reasons import UnreadableFile
from evaluation.formats.western import is_iso_2022, is_western

ENCODINGS: Final = ("utf-8", "utf-16", "windows-1252", "gb18030", "big5")
"""Those that are told apart: what spreadsheets save in the languages of the product."""
_BOMS: Final = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_SEEN: Final = 4096
_UTF8: Final = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def decoded(name: str, content: bytes, encoding: str = "") -> tuple[str, str]:
    """Return the text without byte order mark and its encoding, one of `ENCODINGS`; raises UnreadableFile.

    >>> decoded("a.csv", "Gehälter".encode("windows-1252")), decoded("a.csv", "pay".encode("utf-16"))[1]
    (('Gehälter', 'windows-1252'), 'utf-16')
    """
    if encoding not in ("", *ENCODINGS):  # some that Python knows need minutes for a file, and some give no text
        raise UnreadableFile("unknown_encoding", name, encoding=encoding, known=", ".join(ENCODINGS))
    bom, marked = next(((bom, its) for bom, its in _BOMS.items() if content.startswith(bom)), (b"", ""))
    chosen = encoding or marked or _told(name, content)
    chosen = marked if chosen == "utf-16" and marked else chosen
    try:
        text = content[len(bom) if marked == chosen else 0 :].decode(CODECS.get(chosen, chosen))
    except UnicodeDecodeError as error:
        code = "not_utf8" if chosen == "utf-8" else "not_in_encoding"
        raise UnreadableFile(code, name, _line_at(content, error.start), encoding=chosen) from error
    if "\0" in text:
        raise UnreadableFile("nul", name, text.count("\n", 0, text.index("\0")) + 1)
    if not text.strip():
        raise UnreadableFile("empty", name)
    return text, "utf-16" if chosen.startswith("utf-16") else chosen


def _told(name: str, content: bytes) -> str:
    if wide := _wide(content):
        return wide
    if is_iso_2022(content):
        raise _not_told(name)
    try:
        content.decode()
    except UnicodeDecodeError:
        return chinese_encoding(content) or _western(name, content)
    return "utf-8"


def _wide(content: bytes) -> str:
    """UTF-16 without its mark: of all that every text has, line breaks and spaces, one of two bytes is zero."""
    zeros = {place % 2 for place, byte in enumerate(content[:_SEEN]) if byte == 0}
    if len(zeros) != 1 or len(content) % 2:
        return ""
    name = "utf-16-le" if zeros == {1} else "utf-16-be"
    try:
        text = content.decode(name)
    except UnicodeDecodeError:
        return ""
    return name if "\0" not in text and "\n" in text else ""


def _western(name: str, content: bytes) -> str:
    """A file that is UTF-8 for the greater part was put together of two; read as Windows-1252 it would be garbled."""
    sequences = _UTF8.findall(content)
    alone = sum(byte > 0x7F for byte in content) - sum(map(len, sequences))
    if len(sequences) >= alone:
        return "utf-8"
    if not is_western(content):
        raise _not_told(name)
    return "windows-1252"


def _not_told(name: str) -> UnreadableFile:
    return UnreadableFile("encoding_not_told", name, known=", ".join(ENCODINGS))


def _line_at(content: bytes, position: int) -> int:
    return content.count(b"\n", 0, position) + 1
