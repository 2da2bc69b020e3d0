"""The spelling in which signs of danger are looked for: what writers in distress leave out or add is gone."""

from __future__ import annotations

import re
from typing import Final

from nlu.words.normalise import considered
from nlu.words.script import HAN
from nlu.words.text_words import fold

_WORD: Final = re.compile(rf"[{HAN}]|[^\W_{HAN}]+")
_LONG_VOWEL: Final = re.compile(r"([aeiou])\1\1+")
_LONG_LETTER: Final = re.compile(r"([^\W\d])\1\1+")
_UMLAUT: Final = re.compile("([aou])e")
_BETWEEN_HAN: Final = re.compile(f"(?<=[{HAN}]) (?=[{HAN}])")


def spelt(text: str, language: str, *, apostrophe: str = "") -> list[str]:
    """Return the words of a text, each Han character one, without accents, capitals and letters drawn out.

    An apostrophe is left out, or what is given as `apostrophe`; in German ae, oe and ue are written like the umlauts.

    >>> spelt("I can't breeeathe", "en"), spelt("Er will mich TÖTEN, töten!", "de")
    (['i', 'cant', 'breathe'], ['er', 'will', 'mich', 'toten', 'toten'])
    """
    folded = fold(considered(text)).replace("'", apostrophe)
    drawn_in = _LONG_LETTER.sub(r"\1\1", _LONG_VOWEL.sub(r"\1", folded))
    return _WORD.findall(_UMLAUT.sub(r"\1", drawn_in) if language == "de" else drawn_in)


def joined(words: list[str]) -> str:
    """Return the words as a text again: Han characters without spaces between them.

    >>> joined(["我", "想", "die", "now"])
    '我想 die now'
    """
    return _BETWEEN_HAN.sub("", " ".join(words))
