"""Words that the check of the answers looks for, by language, as `data/answers/patterns.csv` has them. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from nlu.words.word_patterns import word_patterns

_AMOUNT: Final = (
    r"\d[\d.,'’\s\u00a0\u202f]{0,60}+"  # bounded, as endless digits would be read again from each one
    r"(?:€|\$|£|chf\b|euros?\b|eur\b|usd\b|gbp\b|dollars?\b|francs?\b|元|欧元|美元|英镑|瑞士法郎)|[€$£]\s?\d"
)
UNFINISHED: Final = re.compile(
    r"\b(?:TODO|TBD|XXX+|FIXME|N\.N\.)\b|\blorem ipsum\b|_{3,}|<[A-Za-z][^<>\n]{0,40}>|"
    r"(?<!\{)\{[^{}\n]{1,40}\}(?!\})|(?<!\])\[[^\[\]\n]{1,40}\](?!\()"
)
"""What stands in a text that somebody meant to fill in."""

_FOLDED: Final = str.maketrans({"é": "e", "è": "e", "à": "a", "ä": "ae", "ö": "oe", "ü": "ue"})
_OFFERED: Final = "offered_"
_ASKS: Final = r"|[?？]\s*$"


@cache
def pay(language: str) -> re.Pattern[str]:
    """Return what finds sums of money, which grow old, and phrases about pay that say nothing."""
    words = word_patterns("answers")
    return re.compile(f"{_AMOUNT}|{words.get(('pay', language), words['pay', 'en'])}", re.IGNORECASE)


@cache
def offered(language: str) -> Mapping[str, re.Pattern[str]]:
    """Return how answers call kinds of jobs that openings name in a field, written as `considered` does it.

    So they call the pay that openings state.
    """
    return {
        kind.removeprefix(_OFFERED): re.compile(words if spoken == "zh" else rf"\b(?:{words.translate(_FOLDED)})\b")
        for (kind, spoken), words in word_patterns("answers").items()
        if spoken == language and kind.startswith(_OFFERED)
    }


def advert(language: str) -> re.Pattern[str]:
    """Return what a sentence must speak of that says that no pay is stated: else it is about pay of another kind."""
    return _words("advert", language)


def offering(language: str) -> re.Pattern[str]:
    """Return what a sentence must speak of that says that there are no such jobs: else it denies something else."""
    return _words("offering", language)


def uncertain(language: str) -> re.Pattern[str]:
    """Return what makes a denial no claim about all openings: a condition, a question, "not all"."""
    return _words("uncertain", language, _ASKS)


def place_words(kind: str, language: str) -> re.Pattern[str]:
    """Return what a claim about places is told by: the "jobs" or "hiring" that it speaks of, or "only"."""
    return _words(f"place_{kind}", language)


@cache
def only_before(language: str) -> re.Pattern[str]:
    """Return what finds "only", with nothing between it and the end of the text but what may lead to a place."""
    words = word_patterns("answers")
    only, between = words["place_only", language], words["place_between", language]
    return re.compile(rf"(?:{only})(?:{between}){{0,5}}\s?$", re.IGNORECASE)


@cache
def only_after(language: str) -> re.Pattern[str]:
    """Return what finds "only" where a text begins."""
    return re.compile(rf"\s?(?:{word_patterns('answers')['place_only', language]})(?!\w)", re.IGNORECASE)


@cache
def _words(kind: str, language: str, also: str = "") -> re.Pattern[str]:
    return re.compile(word_patterns("answers")[kind, language] + also, re.IGNORECASE)


def folded(text: str) -> str:
    """Return a text about as it is considered: enough to see at once that it holds none of these words."""
    return text.casefold().translate(_FOLDED)
