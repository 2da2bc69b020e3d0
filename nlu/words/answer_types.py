"""The type of answer that a question expects, and those that a text holds: how long, how much, when, elsewhere. Pure.

Expected answer types are those of question answering (Li and Roth, "Learning question classifiers", COLING 2002), as
far as a pattern shows that a text holds one.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.normalise import considered
from nlu.words.thesaurus import thesaurus
from nlu.words.word_patterns import word_patterns

_REMEMBERED: Final = 4096
"""Sentences of answers whose types are kept."""
_ENDS: Final = r"(?!\w)"


class AnswerType(StrEnum):
    """What a question expects to be told."""

    DURATION = "duration"
    AMOUNT = "amount"
    TIME = "time"
    ELSEWHERE = "elsewhere"


_ASKED_BY: Final = {
    "how_long": (AnswerType.DURATION,),
    "how_many": (),
    "how_much": (AnswerType.AMOUNT, AnswerType.DURATION),
    "when": (AnswerType.TIME, AnswerType.DURATION),
}
"""Concepts of data/concepts with what they expect, the likeliest type first; the first concept that is named counts."""
_MEASURED: Final = frozenset({"how_long", "how_much"})
"""Concepts that ask for what is told with a number."""
_DIGIT: Final = re.compile(r"\d")
_OF_UNITS: Final = frozenset({"how_many", "how_much"})
"""Concepts that ask for a duration where a unit of time is named that is no rate ("how many weeks", not "a month")."""


def expected(question: str, language: str) -> tuple[AnswerType, ...]:
    """Return the types of answer that a question expects, the likeliest first; none where it asks for none of them.

    >>> [each.value for each in expected("And how long does that take?", "en")]
    ['duration']
    >>> [each.value for each in expected("Pendant combien de jours ?", "fr")]
    ['duration']
    >>> [each.value for each in expected("Und außerhalb von Kassel?", "de")]
    ['elsewhere']
    >>> expected("Can I bring my dog?", "en")
    ()
    """
    if language not in KNOWN_LANGUAGES:
        return ()
    named = thesaurus(language).found_in(considered(question))
    if not _OF_UNITS.isdisjoint(named) and _names_a_unit(question, language):
        return (AnswerType.DURATION,)
    asked = next((concept for concept in _ASKED_BY if concept in named), None)
    if asked is not None:
        return _ASKED_BY[asked]
    return (AnswerType.ELSEWHERE,) if _pattern("elsewhere", language).search(considered(question)) else ()


@lru_cache(_REMEMBERED)
def told(text: str, language: str) -> frozenset[AnswerType]:
    """Return the types of answer that a text holds.

    >>> told("It takes six to twelve weeks.", "en") == {AnswerType.DURATION}
    True
    >>> told("Ab 15,20 Euro in der Stunde.", "de") == {AnswerType.AMOUNT}
    True
    >>> told("Le lundi, une fois par mois.", "fr") == {AnswerType.TIME}
    True
    >>> told("一个工作日", "zh") == {AnswerType.DURATION}
    True
    """
    if language not in KNOWN_LANGUAGES:
        return frozenset()
    return frozenset(each for each, pattern in _patterns(language).items() if pattern.search(text))


def may_answer(text: str, question: str, asked_in: str, told_in: str) -> bool:
    """Tell whether a text holds what a question must be told that asks for a sum of money, how long or how much.

    >>> may_answer("You can live in a company flat.", "What does the flat cost?", "en", "en")
    False
    >>> may_answer("Parking is free.", "What does parking cost?", "en", "en")
    True
    >>> may_answer("You can live in a company flat.", "Is the flat big?", "en", "en")
    True
    """
    if asked_in not in KNOWN_LANGUAGES or told_in not in KNOWN_LANGUAGES:
        return True
    held, free = told(text, told_in), re.search(word_patterns("answer_types")["free", told_in], text, re.IGNORECASE)
    if _pattern("price", asked_in).search(considered(question)):
        return AnswerType.AMOUNT in held or free is not None
    measures = not _MEASURED.isdisjoint(thesaurus(asked_in).found_in(considered(question)))
    return not measures or free is not None or bool(held - {AnswerType.ELSEWHERE}) or _DIGIT.search(text) is not None


@cache
def _patterns(language: str) -> dict[AnswerType, re.Pattern[str]]:
    kinds = word_patterns("answer_types")
    number, before = _word(kinds["number", language], language), kinds["amount_before", language]

    def counted(unit: str) -> str:
        return rf"{number}[\s\-]*(?:{kinds[unit, language]}){'' if language == 'zh' else _ENDS}"

    found = {
        AnswerType.DURATION: counted("duration"),
        AnswerType.AMOUNT: rf"{counted('amount')}|(?:{before})\s*{number}",
        AnswerType.TIME: kinds["time", language],
        AnswerType.ELSEWHERE: kinds["other", language],
    }
    return {each: re.compile(pattern, re.IGNORECASE) for each, pattern in found.items()}


def _names_a_unit(question: str, language: str) -> bool:
    return bool(_pattern("duration", language).search(_pattern("rate", language).sub("", question)))


@cache
def _pattern(kind: str, language: str) -> re.Pattern[str]:
    return re.compile(_word(word_patterns("answer_types")[kind, language], language), re.IGNORECASE)


def _word(pattern: str, language: str) -> str:
    """A pattern that matches whole words alone; Chinese has no blanks between them."""
    return f"(?:{pattern})" if language == "zh" else rf"(?<!\w)(?:{pattern}){_ENDS}"
