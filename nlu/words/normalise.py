"""When two questions count as the same: the form in which the classifiers read every text."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

from opencc import OpenCC

from nlu.words.script import HAN_BLOCKS

CONSIDERED_CHARACTERS = 1000
"""What a classifier reads of a message at most: keeps the time of one parse bounded."""

_OF_ONE_TURN = 64
"""Texts that are kept as they are considered: every classifier and list of words asks for the same message again."""
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe0f\ufeff\ud800-\udfff]"
)
_MEANINGFUL = "#%&@"
_LATIN = (*range(0x00C0, 0x0250), *range(0x1E00, 0x1F00))
APOSTROPHES = "'‘’ʼ′´`"
"""What phones, word processors and hands make of an apostrophe; examples are typed with the plain one, the first."""
_PLAIN = str.maketrans(dict.fromkeys(APOSTROPHES[1:], APOSTROPHES[0]))
_GERMAN = {**str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "ı": "i"})}


def normalise(text: str) -> str:
    """Return `text` in NFKC, casefolded, white space folded, control characters and outer punctuation removed.

    Two texts are the same question when their normalised forms are equal; `normalise` is idempotent.

    >>> normalise('  How do I  APPLY?! ')
    'how do i apply'
    >>> normalise('Ｗｏ ist die Straße…')
    'wo ist die strasse'
    """
    if text.isascii():
        folded = text.lower()
    else:
        folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if _INVISIBLE.search(folded):
        folded = _INVISIBLE.sub(" ", folded)
    return _strip_punctuation(" ".join(folded.split()))


def legible(text: str) -> str:
    """Return the normalised beginning of `text` that encoders read, its letters as they are (see `considered`).

    >>> legible("Où est le café ?")
    'où est le café'
    """
    text = normalise(text[: 4 * CONSIDERED_CHARACTERS])
    return text if len(text) <= CONSIDERED_CHARACTERS else normalise(text[:CONSIDERED_CHARACTERS])


def considered(text: str) -> str:
    """Return the normalised and folded beginning of `text` that classifiers look at (`CONSIDERED_CHARACTERS` at most).

    >>> considered("Où est l’entrée ?"), considered("Vergütung"), considered("請問薪資多少")
    ("ou est l'entree", 'verguetung', '请问薪资多少')
    """
    return _considered(text[: 4 * CONSIDERED_CHARACTERS])


@lru_cache(_OF_ONE_TURN)
def _considered(text: str) -> str:
    text = fold_letters(normalise(plain_apostrophes(text)))
    return text if len(text) <= CONSIDERED_CHARACTERS else normalise(text[:CONSIDERED_CHARACTERS])


def plain_apostrophes(text: str) -> str:
    """Return `text` with each apostrophe as the plain one, before NFKC makes a blank and an accent of "´".

    >>> plain_apostrophes("l´offre, I don`t")
    "l'offre, I don't"
    """
    for sign in APOSTROPHES[1:]:
        text = text.replace(sign, APOSTROPHES[0])
    return text


def fold_letters(text: str) -> str:
    """Return `text` without accents, umlauts as ae, oe and ue, Chinese characters simplified, apostrophes as "'".

    Each letter is folded by itself, so that it is known where a folded one comes from.
    """
    return text if text.isascii() else text.translate(_letters())


@cache
def _letters() -> dict[int, str]:
    """What each letter that is folded becomes: made once, in some 30 milliseconds."""
    folded = {ord(letter): base for letter in map(chr, _LATIN) if (base := _without_accent(letter)) != letter}
    return folded | _simplified_characters() | _GERMAN | _PLAIN


def simplified(text: str) -> str:
    """Return `text` with traditional Chinese characters as simplified ones, each by itself.

    >>> simplified("會計")
    '会计'
    """
    return text if text.isascii() else text.translate(_simplified_characters())


@cache
def _simplified_characters() -> dict[int, str]:
    han = [chr(code) for first, last in HAN_BLOCKS for code in range(first, last + 1)]
    converted = OpenCC("t2s").convert("\n".join(han)).split("\n")
    return {ord(old): new for old, new in zip(han, converted, strict=True) if old != new and len(new) == 1}


def _without_accent(letter: str) -> str:
    return "".join(part for part in unicodedata.normalize("NFD", letter) if not unicodedata.combining(part))


def _strip_punctuation(text: str) -> str:
    if text and text[0].isalnum() and text[-1].isalnum():
        return text
    start, end = 0, len(text)
    while start < end and _is_edge(text[start]):
        start += 1
    while end > start and _is_edge(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_edge(character: str) -> bool:
    if character.isalnum():
        return False
    return character == " " or (unicodedata.category(character)[0] == "P" and character not in _MEANINGFUL)
