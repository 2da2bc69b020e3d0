"""The type of answer that a question expects, and those that a text holds: how long, how much, how many, when. Pure.

Expected answer types are those of question answering (Li and Roth, "Learning question classifiers", COLING 2002), as
far as a pattern shows that a text holds one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final

from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.normalise import considered
from nlu.words.thesaurus import thesaurus
from nlu.words.word_patterns import word_patterns

_REMEMBERED: Final = 4096
"""Sentences of answers whose types are kept."""
_USUAL: Final = 0.1
"""The share of questions from which on a type is usually asked for."""
_ENDS: Final = r"(?!\w)"


class AnswerType(StrEnum):
    """What a question expects to be told."""

    DURATION = "duration"
    AMOUNT = "amount"
    TIME = "time"
    NUMBER = "number"
    ELSEWHERE = "elsewhere"
    AGE = "age"
    SIZE = "size"
    PAYER = "payer"
    EVENT = "event"


_ASKED_BY: Final = {
    "how_long": (AnswerType.DURATION,),
    "how_many": (AnswerType.NUMBER,),
    "how_much": (AnswerType.AMOUNT, AnswerType.DURATION),
    "when": (AnswerType.TIME, AnswerType.DURATION),
}
"""Concepts of data/concepts with what they expect, the likeliest type first; the first concept that is named counts."""
_OF_WHAT_WAS_TOLD: Final = {
    "age_asked": (AnswerType.AGE,),
    "size_asked": (AnswerType.SIZE,),
    "payer_asked": (AnswerType.PAYER,),
    "money_asked": (AnswerType.AMOUNT,),
}
"""Kinds of patterns with what they ask for where something was told of which they are asked."""
_OR_ELSE: Final = {AnswerType.AMOUNT: (AnswerType.SIZE,), AnswerType.TIME: (AnswerType.EVENT,)}
"""What may be meant by the same words, where nothing that is likelier was told."""
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
    asked = _pattern("clause", language).sub(" ", considered(question))
    named = thesaurus(language).found_in(asked)
    if not _OF_UNITS.isdisjoint(named) and _names_a_unit(question, language):
        return (AnswerType.DURATION,)
    if _pattern("counts", language).search(asked):
        return (AnswerType.NUMBER,)
    if _pattern("price", language).search(asked):
        return (AnswerType.AMOUNT,)
    concept = next((concept for concept in _ASKED_BY if concept in named), None)
    if concept is not None:
        return _ASKED_BY[concept]
    return (AnswerType.ELSEWHERE,) if _pattern("elsewhere", language).search(asked) else ()


def asked_of_it(question: str, language: str) -> tuple[AnswerType, ...]:
    """Return what a question on something that was told asks for, the likeliest first: how old and who pays, too.

    >>> [each.value for each in asked_of_it("From what age?", "en")]
    ['age']
    >>> [each.value for each in asked_of_it("And when?", "en")]
    ['time', 'duration', 'event']
    """
    if language not in KNOWN_LANGUAGES:
        return ()
    asked = considered(question)
    kinds = (types for kind, types in _OF_WHAT_WAS_TOLD.items() if _pattern(kind, language).search(asked))
    plainly = expected(question, language)
    every = (*(each for types in kinds for each in types), *plainly, *(_OR_ELSE.get(plainly[0], ()) if plainly else ()))
    return tuple(dict.fromkeys(every))


def without_asking(question: str, language: str) -> str:
    """Return a question, considered, without the words that say which of these things it asks for."""
    asked = considered(question)
    for kind in _OF_WHAT_WAS_TOLD if language in KNOWN_LANGUAGES else ():
        asked = _pattern(kind, language).sub(" ", asked)
    return asked


def of_other_places(text: str, language: str) -> bool:
    """Tell whether a text speaks of all other towns and sites than those that stand beside it."""
    return language in KNOWN_LANGUAGES and bool(_pattern("other_places", language).search(text))


def of_other_countries(text: str, language: str) -> bool:
    """Tell whether it speaks of all other countries."""
    return language in KNOWN_LANGUAGES and bool(_pattern("other_countries", language).search(text))


@lru_cache(_REMEMBERED)
def told(text: str, language: str) -> frozenset[AnswerType]:
    """Return the types of answer that a text holds.

    >>> AnswerType.DURATION in told("It takes six to twelve weeks.", "en")
    True
    >>> AnswerType.AMOUNT in told("Ab 15,20 Euro in der Stunde.", "de")
    True
    >>> AnswerType.TIME in told("Le lundi, une fois par mois.", "fr")
    True
    >>> AnswerType.DURATION in told("一个工作日", "zh")
    True
    """
    if language not in KNOWN_LANGUAGES:
        return frozenset()
    return frozenset(each for each, pattern in _patterns(language).items() if pattern.search(text))


def lacks(answer: str, told_in: str, question: str, asked_in: str) -> AnswerType | None:
    """Return what a question expects first where a text holds nothing of what it expects; None for any other.

    >>> lacks("There are small gyms in Kassel.", "en", "What time does the gym close?", "en").value
    'time'
    >>> lacks("There are gyms, open until 10 p.m.", "en", "What time does the gym close?", "en") is None
    True
    """
    wanted = [each for each in expected(question, asked_in) if each is not AnswerType.ELSEWHERE]
    return wanted[0] if wanted and told(answer, told_in).isdisjoint(wanted) else None


def usually_asked(questions: Sequence[str], language: str) -> frozenset[AnswerType]:
    """Return the types of answer that a tenth of these questions or more expects first.

    >>> [each.value for each in usually_asked(["What is the salary?", "How much do you pay?"], "en")]
    ['amount']
    """
    firsts = Counter(types[0] for types in (expected(question, language) for question in questions) if types)
    return frozenset(each for each, count in firsts.items() if count >= _USUAL * len(questions))


def may_answer(sentence: str, question: str, asked_in: str, told_in: str) -> bool:
    """Tell whether a sentence holds a type of answer that a question expects, or that something costs nothing.

    >>> may_answer("You can live in a company flat.", "What does the flat cost?", "en", "en")
    False
    >>> may_answer("Parking is free.", "What does parking cost?", "en", "en")
    True
    >>> may_answer("You can live in a company flat.", "Is the flat big?", "en", "en")
    True
    """
    lacking = lacks(sentence, told_in, question, asked_in)
    return lacking is None or (lacking is AnswerType.AMOUNT and bool(_free(told_in).search(sentence)))


@cache
def _free(language: str) -> re.Pattern[str]:
    return re.compile(word_patterns("answer_types")["free", language], re.IGNORECASE)


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
        AnswerType.NUMBER: kinds["counted", language],
        AnswerType.ELSEWHERE: kinds["other", language],
        AnswerType.AGE: kinds["age", language],
        AnswerType.SIZE: counted("size"),
        AnswerType.PAYER: kinds["payer", language],
        AnswerType.EVENT: kinds["event", language],
    }
    return {each: re.compile(pattern, re.IGNORECASE) for each, pattern in found.items()}


def _names_a_unit(question: str, language: str) -> bool:
    """Whether a unit of time is named that is neither a rate ("a month") nor has a number ("after ten years")."""
    asked = _patterns(language)[AnswerType.DURATION].sub(" ", question)
    return bool(_pattern("duration", language).search(_pattern("rate", language).sub(" ", asked)))


@cache
def _pattern(kind: str, language: str) -> re.Pattern[str]:
    return re.compile(_word(word_patterns("answer_types")[kind, language], language), re.IGNORECASE)


def _word(pattern: str, language: str) -> str:
    """A pattern that matches whole words alone; Chinese has no blanks between them."""
    return f"(?:{pattern})" if language == "zh" else rf"(?<!\w)(?:{pattern}){_ENDS}"
