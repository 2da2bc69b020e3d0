"""The sentences of an advertisement or an answer, as they stand. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from nlu.words.word_patterns import of_every_language

MOST_SENTENCES: Final = 2
_MONTHS: Final = "Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember"
_ORDERED: Final = (
    "Klasse|Schuljahr|Lehrjahr|Lebensjahr|Ausbildungsjahr|Semester|Tag|Woche|Monat|Stock|Etage|Obergeschoss"
)
_SENTENCE: Final = re.compile(
    rf"(?:[^.!?。！？\n\r]|[.](?=\w)|(?<=\d)[.](?=,|\s+(?:[^\W\d_A-ZÄÖÜ]|(?:{_MONTHS}|{_ORDERED})\b|\d)))+[.!?。！？]*"
)
"""A full stop within a number, an address, a German date or behind a German ordinal ends no sentence."""
_ENDS: Final = re.compile(r"[.!?:;…]$")
_AFTER_HEADINGS: Final = " :：?？!！…"
_CHINESE_ENDS: Final = "。！？；："


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text; a heading ("Ihre Aufgaben") is none, for it tells nothing.

    >>> list(sentences("Your tasks:\\nYou steam milk, 1.5 litres a day. Tips are shared."))
    ['You steam milk, 1.5 litres a day.', 'Tips are shared.']
    """
    said = (match[0].strip() for match in _SENTENCE.finditer(text))
    heading = of_every_language("openings", "heading")
    return (each for each in said if each and not heading.fullmatch(each.rstrip(_AFTER_HEADINGS)))


def sentences_with(text: str, words: re.Pattern[str]) -> str | None:
    """Return the first sentences of `text` that hold such words, as they stand; None where none does.

    >>> sentences_with("You steam milk. 20 hours a week. Tips are shared.", re.compile("hours"))
    '20 hours a week.'
    """
    return joined([each for each in sentences(text) if words.search(each)]) or None


def joined(found: list[str]) -> str:
    """Return the first sentences as one text, "" without any.

    A line without a mark at its end gets one, behind a Chinese mark stands no blank.

    >>> joined(["Rest days", "You steam milk."]), joined(["你好。", "再见。"])
    ('Rest days. You steam milk.', '你好。再见。')
    """
    *before, last = found[:MOST_SENTENCES] or [""]
    return (
        "".join(f"{each}{'' if each[-1] in _CHINESE_ENDS else ' ' if _ENDS.search(each) else '. '}" for each in before)
        + last
    )
