"""The order of words in a list: as the alphabet has them, Chinese by their sound. Pure."""

from __future__ import annotations

import unicodedata
from typing import Final

_LETTERS: Final = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d"})
"""Small letters that are no plain letter with an accent."""
_FIRST_HAN: Final = "\u4e00"
_LAST_HAN: Final = "\u9fff"
_FIRST_COMMON: Final = 0xB0A1
_LAST_COMMON: Final = 0xD7F9
"""GB 2312 numbers its 3,755 common characters by their pinyin."""
_BY_SOUND: Final = 0xF0000
_RARE: Final = 0x100000


def alphabetical(words: str) -> tuple[str, str]:
    """Return a key that sorts words as German, English and French lists do, and Chinese ones by pinyin after those.

    Accents and the case of letters are set aside.

    >>> sorted(["Zulagen", "Übernahme", "éthique", "Umzug", "Œuvres", "Emploi"], key=alphabetical)
    ['Emploi', 'éthique', 'Œuvres', 'Übernahme', 'Umzug', 'Zulagen']
    >>> sorted(["薪资", "休假", "上传文件", "办公设备", "WiFi"], key=alphabetical)
    ['WiFi', '办公设备', '上传文件', '薪资', '休假']
    """
    plain = words.casefold()
    letters = unicodedata.normalize("NFKD", plain.translate(_LETTERS))
    return "".join(_placed(each) for each in letters if not unicodedata.combining(each)), plain


def _placed(character: str) -> str:
    """Return a character that sorts as this one should; the rare ones, whose sound is not known, come last."""
    if not _FIRST_HAN <= character <= _LAST_HAN:
        return character
    try:
        code = int.from_bytes(character.encode("gb2312"))
    except UnicodeEncodeError:
        code = 0
    return chr(_BY_SOUND + code) if _FIRST_COMMON <= code <= _LAST_COMMON else chr(_RARE + ord(character))
