"""The scripts that texts are in: what a Chinese character and what a word is, and what a script says of a language."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

HAN_BLOCKS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF))
"""The first and last code point of each block of Chinese characters; the last are forms kept for old encodings."""

HAN = "".join(f"{chr(first)}-{chr(last)}" for first, last in HAN_BLOCKS)
"""The Chinese characters, for a character class of a regular expression."""

IS_HAN = re.compile(f"[{HAN}]")
"""Matches one Chinese character."""

WORD = re.compile(rf"[{HAN}]|[^\W{HAN}]+")
"""Matches what a word is: a Chinese character, or a run of other letters and figures."""

CHINESE = "zh"
"""The language of the product that its script tells."""

_LATIN = "a-zA-Z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff"
_SIGN = f"[!-~{_LATIN}]"
_NAME = f"[{_LATIN}0-9_.+%'-]"
_ADDRESS = re.compile(
    rf"[(<]?(?:(?<![a-z])[a-z]+://|www\.|(?<!{_NAME}){_NAME}+@[{_LATIN}0-9_-]+\.){_SIGN}+", re.ASCII | re.IGNORECASE
)
"""In Latin letters, figures and signs: Chinese stands beside one without a blank. A run of letters is read once, from
its first one, as a long one would take time that grows with the square of its length."""
_RUN = re.compile(f"{_SIGN}+")
_MARK = re.compile(
    r"\w@|@\w|[(\[]at[)\]]|\w_\w|\.(?:pdf|docx?|odt|rtf|txt|jpe?g|png|heic|zip)\b|\w\.[a-z]{2,}/", re.IGNORECASE
)
"""What stands in a mistyped mail address, a file's name or an address without its beginning, and in no word."""
_FIGURE = re.compile(rf"(?<!\d)\d+[{_LATIN}]{{1,2}}(?![{_LATIN}])")
_KANA = re.compile("[\u3041-\u30ff]")
SPOKEN_SCRIPTS = frozenset({"latin", "cjk", ""})
"""The scripts of the languages of the product, as `script_of` names them."""
_LATIN_WORD = re.compile(f"[{_LATIN}]+")


def without_addresses(text: str) -> str:
    """Return `text` with blanks for each character of its web and mail addresses: all else stays in its place.

    >>> without_addresses("cook @ Ulm,paris@ulm.example")
    'cook @ Ulm,                 '
    """
    return _ADDRESS.sub(lambda found: " " * len(found[0]), text)


def without_names(text: str) -> str:
    """Return `text` without its addresses, and without what only names a thing: mistyped addresses, files, figures.

    >>> without_names("siehe x@y und Mein_Lebenslauf.pdf von 10h-12h").split()
    ['siehe', 'und', 'von', '-']
    """
    bare = _RUN.sub(lambda run: " " if _MARK.search(run[0]) else run[0], without_addresses(text))
    return _FIGURE.sub(" ", bare)


def han_count(text: str) -> int:
    """Return how many Chinese characters stand in `text`: 0 in Japanese, where more characters are kana.

    >>> han_count("HR怎么联系"), han_count("仕事を探しています")
    (4, 0)
    """
    if text.isascii():
        return 0
    count = len(IS_HAN.findall(text))
    return count if count >= len(_KANA.findall(text)) else 0


def other_script(text: str) -> str | None:
    """Return the script, neither Latin nor Chinese, that most letters of `text` are in; None where there are fewer.

    Japanese is told by its kana; a letter by itself ("ツ") tells nothing.

    >>> other_script("Доброго дня"), other_script("仕事を探しています"), other_script("Привет, it's Anna again")
    ('cyrillic', 'hiragana', None)
    """
    if text.isascii():
        return None
    scripts = Counter(script_of(letter) for letter in text if letter.isalpha())
    foreign = {name: n for name, n in scripts.items() if name not in SPOKEN_SCRIPTS}
    if sum(foreign.values()) < 2 or 2 * sum(foreign.values()) <= scripts.total():
        return None
    return max(foreign, key=lambda name: foreign[name])


def script_of(letter: str) -> str:
    """Return the script of a letter, by the first word of its name; "" where it has none.

    >>> script_of("ж"), script_of("é"), script_of("工")
    ('cyrillic', 'latin', 'cjk')
    """
    return unicodedata.name(letter, "").partition(" ")[0].lower()


def latin_words(text: str) -> list[str]:
    """Return the words of `text` in Latin letters; none when letters of other scripts outnumber those.

    >>> latin_words("merci, c'est 100% ok 👍")
    ['merci', 'c', 'est', 'ok']
    >>> latin_words("Привет, это Anna")
    []
    """
    words = _LATIN_WORD.findall(text)
    if text.isascii():
        return words
    letters = sum(map(len, words))
    return words if 2 * letters >= sum(map(str.isalpha, text)) else []
