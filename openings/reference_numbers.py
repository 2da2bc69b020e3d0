"""The numbers of openings in a message ("HB-1014", "job 20417"), which candidates have from advertisements. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from nlu.data_rows import rows
from nlu.errors import DataError
from nlu.product_files import DATA_FOLDER
from nlu.words.normalise import considered

MOST: Final = 8
"""How many of a message are looked up."""
_WORDS: Final = Path("openings", "number_words.csv")
_SHORTEST: Final = 4
"""Letters and digits of a number that has both: "C1" is a licence."""
_JOINED: Final = re.compile(r"(?<![a-z0-9])[a-z0-9]+(?:[-_/.][a-z0-9]+)*(?![a-z0-9])")
_WORD: Final = re.compile(r"[a-z0-9/_.#-]+", re.IGNORECASE | re.ASCII)
_PARTED: Final = re.compile(r"(?<![a-z0-9])([a-z]{1,6})[\s-]+(\d{2,12})(?![a-z0-9])")
_BARE: Final = r"(?<![a-z0-9])(\d{3,12})(?![a-z0-9])"
_BETWEEN: Final = r"[\s:.,#°(-]{0,4}"


def reference_numbers(text: str) -> tuple[str, ...]:
    """Return what may be the number of an opening in a text, as `storage.openings.openings.reference_key` writes it.

    Letters and digits together may; digits alone where a word says so, or where nothing else is said.

    >>> reference_numbers("is HB-1014 still open?"), reference_numbers("Stelle hb 1014")
    (('hb1014',), ('hb1014',))
    >>> reference_numbers("Kennziffer: 20417"), reference_numbers("#20417"), reference_numbers("职位编号20417还在招吗")
    (('20417',), ('20417',), ('20417',))
    >>> reference_numbers("45000 is what I earn"), reference_numbers("what do you pay?")
    ((), ())
    """
    folded = considered(text)
    if not any(map(str.isdigit, folded)):
        return ()
    return tuple(dict.fromkeys(_numbers(folded)))[:MOST]


def without_numbers(text: str) -> str:
    """Return a text without words that hold digits.

    >>> without_numbers("what does HB-1014 pay?"), without_numbers("HB-1014"), without_numbers("职位1014多少钱")
    ('what does pay?', '', '职位 多少钱')
    """
    return " ".join(_WORD.sub(_unless_digits, text).split())


def _unless_digits(word: re.Match[str]) -> str:
    return " " if any(map(str.isdigit, word.group())) else word.group()


def _numbers(folded: str) -> Iterator[str]:
    for found in _JOINED.finditer(folded):
        key = "".join(filter(str.isalnum, found.group()))
        if len(key) >= _SHORTEST and not key.isalpha() and not key.isdigit():
            yield key
    for letters, digits in _PARTED.findall(folded):
        yield letters + digits
    for pattern in _said():
        yield from pattern.findall(folded)


@cache
def _said() -> tuple[re.Pattern[str], ...]:
    """Digits alone that are said to be a number, or that all of the message is."""
    words = list(load_number_words(DATA_FOLDER))
    before = "|".join(_word(word) for word, stands in words if stands == "before")
    after = "|".join(re.escape(word) for word, stands in words if stands == "after")
    return (
        re.compile(rf"(?:{before}|#){_BETWEEN}{_BARE}"),
        re.compile(rf"{_BARE}\s?(?:{after})"),
        re.compile(rf"^{_BARE}$"),
    )


def _word(word: str) -> str:
    return rf"(?<![a-z]){re.escape(word)}" if word.isascii() else re.escape(word)


def load_number_words(data: Path) -> Iterator[tuple[str, str]]:
    """Yield words that stand beside a number, and whether they do so before or after it; raises DataError."""
    path = data / _WORDS
    for number, row in rows(path, ("language", "stands", "word")):
        if row["stands"] not in ("before", "after") or not row["word"]:
            raise DataError(f"{path}, line {number}: before or after, and a word, are wanted")
        yield row["word"], row["stands"]
