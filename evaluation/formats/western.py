"""Whether what is read as Windows-1252 is in it, told by letters that it has where other encodings have theirs."""

from __future__ import annotations

import re
from typing import Final

_MOSTLY: Final = 0.5
"""So many letters with accents at most are Western; where there are more, it is another script, misread."""
_FEW: Final = 1
_SELDOM: Final = 0.005
"""So few letters, or so few of all of them, may be those of names: "São Paulo"."""
_OURS: Final = frozenset("àêèùûïœÿÀÊÈÙÛÏŒŸ")
"""Letters of French that stand where Windows-1250, 1254 and 1257 have other ones."""
_OTHERS: Final = re.compile(
    r"[ãåæìðñòõøþýšžÃÅÆÌÐÑÒÕØÞÝŠŽ]"
    r"|(?<=[^\W\d_])[¡¢£¤¥¦§ª¯¹º³¼½¾¿„”‚ˆ‡†](?=[^\W\d_])"
    r"|(?<![^\W\d_])[¢£¥ª¹¿](?=[^\W\d_])|(?<=[^\W\d_])[¢£¥¹¿„‚ˆ‡](?![^\W\d_])"
)
"""Letters that neither German nor French nor English has, and signs where a word has letters: "w³aœnie", "Gr§§e"."""
_ISO_2022: Final = re.compile(rb"\x1b\$[@-_a-z()]")
"""What changes to characters of two bytes in ISO 2022, as mails in Japanese and Korean are written."""


def is_iso_2022(content: bytes) -> bool:
    """Tell whether a file is in one of the encodings of ISO 2022, which are ASCII throughout.

    >>> is_iso_2022("給料".encode("iso2022_jp")), is_iso_2022("급여".encode("iso2022_kr")), is_iso_2022(b"pay")
    (True, True, False)
    """
    return content.isascii() and _ISO_2022.search(content) is not None


def is_western(content: bytes) -> bool:
    """Tell whether bytes that are no UTF-8 read as German, French or English in Windows-1252.

    >>> is_western("Gehälter für Größere".encode("windows-1252")), is_western("Właśnie, że są".encode("windows-1250"))
    (True, False)
    """
    text = content.decode("windows-1252", "replace")
    letters = [letter for letter in text if letter.isalpha() or letter > "\x7f"]
    if sum(letter > "\x7f" for letter in letters) > _MOSTLY * len(letters):
        return False
    others = len(_OTHERS.findall(text))
    ours = sum(letter in _OURS for letter in letters)
    return others <= max(_FEW, _SELDOM * len(letters), ours)
