"""What a message does in the talk: goes on, gives up, applies, says yes or no; by rules, in its language's words."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from nlu.data_rows import forms_by_meaning
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.phrases import Phrases
from nlu.words.text_words import words

MEANINGS: Final = (
    *("apply", "go_on", "give_up", "put_off", "yes", "no", "speak", "somebody", "reply", "openings", "interrupts"),
    *("no_job", "no_work", "apply_as"),
)
_AT_THE_START: Final = frozenset({"yes", "no", "apply_as"})
_REMEMBERED: Final = 16


@lru_cache(_REMEMBERED)
def turns_in(text: str, language: str) -> frozenset[str]:
    """Return what a message does, by the meanings of `data/turn_words`; some count where it begins so.

    >>> sorted(turns_in("no, forget it", "en")), sorted(turns_in("is there no canteen?", "en"))
    (['give_up', 'no'], [])
    """
    phrases = _phrases(language) if language in KNOWN_LANGUAGES else None
    if phrases is None:
        return frozenset()
    begins = next((word.start for word in words(text)), 0)
    found = phrases.find(text)
    return frozenset(each.meaning for each in found if each.meaning not in _AT_THE_START or each.start == begins)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases(forms_by_meaning(DATA_FOLDER / "turn_words" / f"{language}.csv"))
