"""Which of its two encodings a Chinese text file is in, told from its bytes; "" where it is in neither."""

from __future__ import annotations

import re
from typing import Final

from nlu.words.normalise import simplified

CODECS: Final = {"big5": "big5hkscs"}
"""How Python calls what is told: Big5 with the characters of Hong Kong."""
_SIGN: Final = "\u3000-\u303f\u4e00-\u9fff\uff00-\uffef‘’“”…—·"
_RUN: Final = re.compile(f"[{_SIGN}]{{2,}}")
_KANA: Final = re.compile("[\u3041-\u30fe]")
_HANGUL: Final = re.compile("[\uac00-\ud7a3]")
_SPACED: Final = re.compile("[\uac00-\ud7a3] [\uac00-\ud7a3]")
_ASCII: Final = 0x7F
_SEEN: Final = 20_000
"""Characters that are looked at; all are decoded."""
_SPELT: Final = 0.2
"""Of Japanese so many signs at least are kana."""
_KOREAN: Final = 0.95
"""So many signs of Korean at least are Hangul; bytes of Chinese read as Korean are Hangul for two thirds."""
_TOGETHER: Final = 0.5
"""So many signs stand beside another at least: an accent of a Western language, read as Chinese, stands alone."""
_COMMON: Final = 0.75
"""So many signs are common ones at least. Of three lines of this project's Chinese .78 are, read in the right
encoding; in the wrong one nearly none, or the bytes have no reading."""
_HIGH: Final = 0.25
"""Of so many signs at least the second byte is above ASCII, too; of an accent and the letter after it, it is not."""
_FREQUENT_IN_GB2312: Final = 0xD7
_FREQUENT_IN_BIG5: Final = 0xC6
"""Both standards hold punctuation and the frequent characters up to this first byte, the rare ones beyond."""


def chinese_encoding(content: bytes) -> str:
    """Return "gb18030", "big5" or "" for text in none of them.

    >>> [chinese_encoding("薪水是多少？".encode(name)) for name in ("gb18030", "big5")]
    ['gb18030', 'big5']
    >>> chinese_encoding("Gehälter".encode("windows-1252")), chinese_encoding("給料はいくら".encode("euc_jp"))
    ('', '')
    """
    if _is_japanese(_read(content, "euc_jp")) or _is_korean(_read(content, "cp949")):
        return ""
    shares = {name: _common(_read(content, name), name) for name in ("gb18030", "big5")}
    best = max(shares, key=lambda name: shares[name])
    return best if shares[best] >= _COMMON else ""


def _read(content: bytes, encoding: str) -> str:
    try:
        return content.decode(CODECS.get(encoding, encoding))[:_SEEN]
    except UnicodeDecodeError:
        return ""


def _is_japanese(text: str) -> bool:
    signs = _signs(text)
    return bool(signs) and len(_KANA.findall(signs)) >= _SPELT * len(signs)


def _is_korean(text: str) -> bool:
    """Korean parts its words, Chinese does not."""
    signs = _signs(text)
    return bool(_SPACED.search(text)) and len(_HANGUL.findall(signs)) >= _KOREAN * len(signs)


def _common(text: str, encoding: str) -> float:
    """The share of common characters among the signs above ASCII; 0 where they do not stand as in Chinese."""
    signs, runs = _signs(text), _RUN.findall(text)
    if sum(map(len, runs)) < max(1, _TOGETHER * len(signs)):
        return 0.0
    if sum(sign.encode(CODECS.get(encoding, encoding))[1] > _ASCII for sign in signs) < _HIGH * len(signs):
        return 0.0
    frequent = _frequent_in_gb2312 if encoding == "gb18030" else _frequent_in_big5
    return sum(map(frequent, signs)) / len(signs)


def _frequent_in_gb2312(sign: str) -> bool:
    return _first_byte(simplified(sign), "gb2312") <= _FREQUENT_IN_GB2312


def _frequent_in_big5(sign: str) -> bool:
    return _first_byte(sign, "big5") <= _FREQUENT_IN_BIG5


def _first_byte(sign: str, encoding: str) -> int:
    """The first byte of a character, beyond all where the encoding does not hold it."""
    try:
        return sign.encode(encoding)[0]
    except UnicodeEncodeError:
        return 0xFF


def _signs(text: str) -> str:
    return "".join(sign for sign in text if sign > "\x7f")
