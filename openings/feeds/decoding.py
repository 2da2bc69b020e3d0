"""Bytes to text: by the byte order mark, by what is declared, and where that is wrong by what fits."""

from __future__ import annotations

import codecs
import re
from typing import Final

from evaluation.formats.chinese import chinese_encoding
from evaluation.formats.western import is_iso_2022
from openings.feeds.reasons import FeedReason, FeedReasonCode

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DECLARED: Final = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_LOOKED_AT: Final = 2048
_LAST_RESORT: Final = "cp1252"
_SWITCHING: Final = ("iso2022_kr", "iso2022_jp_2")
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")


def decode(body: bytes, header_charset: str | None = None) -> tuple[str, FeedReason | None]:
    r"""Return the text, and a note when it is not in the charset that it declares.

    Bytes that are UTF-8 are read as UTF-8 whatever is declared: hardly any text of another charset is. The result
    holds no NUL and no lone surrogate.

    >>> text, note = decode("Köln".encode("latin-1"), "utf-8")
    >>> text, note and note.params
    ('Köln', {'declared': 'utf-8', 'used': 'cp1252'})
    """
    text, used = _decoded(body, header_charset)
    said = header_charset or _declared(body)
    wrong = said is not None and used != "utf-8-sig" and not _same(said, used) and not body.isascii()
    note = FeedReason(FeedReasonCode.CHARSET, {"declared": str(said), "used": used}) if wrong else None
    return _UNSTORABLE.sub("", text), note


def _decoded(body: bytes, header_charset: str | None) -> tuple[str, str]:
    marked = next((charset for mark, charset in _MARKS if body.startswith(mark)), None)
    said = header_charset, _declared(body)
    # What switches between character sets is ASCII, and would pass for UTF-8.
    switching, whole = (marked, *said, *_SWITCHING), (marked, "utf-8", *said, chinese_encoding(body))
    for charset in switching if is_iso_2022(body) else whole:
        if charset and _known(charset):
            try:
                return body.decode(charset), charset
            except UnicodeDecodeError:
                continue
    return body.decode(_LAST_RESORT, errors="replace"), _LAST_RESORT


def _declared(body: bytes) -> str | None:
    found = _DECLARED.search(body[:_LOOKED_AT])
    return found[1].decode("ascii") if found else None


def _known(charset: str) -> bool:
    """Whether it is a charset: Python's codecs hold others ("zip", "idna") that turn no bytes into text."""
    try:
        return codecs.lookup(charset)._is_text_encoding
    except (LookupError, ValueError):
        return False


def _same(one: str, other: str) -> bool:
    return _known(one) and codecs.lookup(one).name == codecs.lookup(other).name
