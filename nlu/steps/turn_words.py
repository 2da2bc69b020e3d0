"""What a message does in the talk: goes on, gives up, applies, says yes or no; by rules, in its language's words."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Final

from nlu.data_rows import forms_by_meaning
from nlu.product_files import DATA_FOLDER
from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.phrases import Phrases
from nlu.words.text_words import words

MEANINGS: Final = (
    *("apply", "go_on", "give_up", "put_off", "yes", "no", "speak", "somebody", "reply", "openings", "interrupts"),
    *("no_job", "no_work", "apply_as", "apply_alone"),
)
_HEARD: Final = frozenset(MEANINGS)
_AT_THE_START: Final = frozenset({"yes", "no", "apply_as"})
_ALONE: Final = "apply_alone"
"""Forms that say so where nothing else stands in their clause, and no other one after that in its sentence."""
_BESIDE: Final = frozenset({_ALONE, "apply", "yes", "no", "go_on", "interrupts"})
_SENTENCE_ENDS: Final = re.compile(r"[.;:!?。；：！？…\n]+")
_COMMA: Final = re.compile(r"[,，、]|\s[-–—]+\s")
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
    said = {each.meaning for each in found if each.meaning not in _AT_THE_START or each.start == begins}
    if _ALONE in said and any(_says_it_alone(each, language) for each in _SENTENCE_ENDS.split(text)):
        said.add("apply")
    if takes_it(text, language):
        said.add("apply")
    return frozenset(said & _HEARD)


@lru_cache(_REMEMBERED)
def says_only(text: str, language: str, meanings: frozenset[str] | tuple[str, ...]) -> bool:
    """Tell whether all words of a text say one of these meanings.

    >>> says_only("no, hang on", "en", ("no", "interrupts")), says_only("hang on, Ann", "en", ("interrupts",))
    (True, False)
    """
    phrases, said = _phrases(language) if language in KNOWN_LANGUAGES else None, words(text)
    if phrases is None or not said:
        return False
    found = [each for each in phrases.find(text) if each.meaning in meanings]
    return all(any(each.start <= word.start and word.end <= each.end for each in found) for word in said)


def says(text: str, language: str, meaning: str, beside: tuple[str, ...] = ()) -> bool:
    """Tell whether a text says this and, where meanings that may stand `beside` it are given, nothing else.

    >>> says("stop, I don't want to apply", "en", "ends_it", ("beside_it",)), says("is it gone now?", "en", "is_done")
    (True, True)
    """
    phrases = _phrases(language) if language in KNOWN_LANGUAGES else None
    if phrases is None or meaning not in phrases.meanings(text):
        return False
    return not beside or says_only(text, language, (meaning, *beside))


def takes_it(text: str, language: str) -> bool:
    """Tell whether a text says that its writer wants the one that is talked of, and nothing else.

    >>> takes_it("Yes, that's the one for me!", "en"), takes_it("that's the one for me to avoid", "en")
    (True, False)
    """
    return says(text, language, "takes_it", ("yes",))


def _says_it_alone(sentence: str, language: str) -> bool:
    """Whether the last clause of a sentence says nothing but that its writer applies."""
    last = next((each for each in reversed(_COMMA.split(sentence)) if words(each)), "")
    phrases = _phrases(language)
    return _ALONE in phrases.meanings(last) and says_only(last, language, _BESIDE)


@cache
def _phrases(language: str) -> Phrases:
    return Phrases(forms_by_meaning(DATA_FOLDER / "turn_words" / f"{language}.csv"))
