"""Words written for all genders at once put back together: `Ärzt*in`, `Kauffrau/-mann`, `infirmier·ère`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nlu.words.text_words import TextWord


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SIGN = re.compile(r"[*:_/·•⋅.()\-]{1,2}")
_CLOSING = re.compile(r"[)]?\s?")
_GERMAN_FEMININE = frozenset({"in", "innen"})
_GERMAN_OTHER = frozenset({"mann", "frau", "manner", "frauen", "r", "n", "er"})
_FRENCH = _words("""
    e es s se ses ne nes ere eres iere ieres rice rices trice trices euse euses ive ves ve le les te tes ale ales
    onne onnes ienne iennes ante antes x
""")


def joined(text: str, words: Sequence[TextWord], language: str) -> Sequence[TextWord]:
    """Return the words with an ending for another gender taken into the word before it (German and French only).

    A German feminine ending is put on (`Ärzt*in` is `arztin`); the other endings add nothing and are left out.
    """
    if language not in {"de", "fr"} or not any(_is_ending(word.folded, language) for word in words):
        return words
    found: list[TextWord] = []
    merged = False
    for word in words:
        gap = text[found[-1].end : word.start] if found else ""
        merges = bool(found) and _is_ending(word.folded, language) and _SIGN.fullmatch(gap) is not None
        if merges:
            found[-1] = found[-1]._replace(folded=_with(found[-1].folded, word.folded), end=word.end)
        else:
            found.append(word._replace(joins=True) if merged and _CLOSING.fullmatch(gap) else word)
        merged = merges
    return found


def _is_ending(folded: str, language: str) -> bool:
    return folded in _FRENCH if language == "fr" else folded in _GERMAN_FEMININE or folded in _GERMAN_OTHER


def _with(word: str, ending: str) -> str:
    return word + ending if ending in _GERMAN_FEMININE else word
