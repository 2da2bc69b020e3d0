"""What a question is about, beside what it asks of that. Pure."""

from __future__ import annotations

from functools import cache
from typing import Final

from nlu.data_rows import sentences as lines
from nlu.product_files import DATA_FOLDER
from nlu.words.answer_types import AnswerType, asked_of_it, expected, without_asking
from nlu.words.length import length
from nlu.words.normalise import considered
from nlu.words.thesaurus import thesaurus

_UNTOLD: Final = frozenset(
    """how_much how_many how_long when how_often where who why how_to what_means which_kind allowed must possible exists
    optional help change before after again late exception difference first_time employee job company contract team
    department maximum minimum confirm already cost contact""".split()  # noqa: SIM905
)
"""Concepts that ask, and those that every advertisement holds."""
PLACES: Final = frozenset({"abroad", "countries", "location"})
"""Concepts of where, which are no subject of what asks for another place."""
_BESIDE: Final = frozenset({"children", "spouse", "family", "apply", "application", "document"})
"""Concepts that people name whatever they ask."""
_PAY: Final = frozenset({"pay", "hourly_pay", "who_pays", "cost"})
"""Concepts of money, which are no subject of what asks for a sum, or who pays it, in so many words at most:"""
_BRIEFLY: Final = 5
_OF_MONEY: Final = frozenset({AnswerType.AMOUNT, AnswerType.PAYER, AnswerType.EVENT})


def subjects_in(question: str, language: str) -> frozenset[str]:
    """Return the concepts that a question names beside those that ask and those that any question may hold.

    >>> sorted(subjects_in("How long is your notice period?", "en")), sorted(subjects_in("And how long?", "en"))
    (['notice_period'], [])
    """
    return frozenset(thesaurus(language).found_in(considered(question))) - _UNTOLD


def untold_subjects(question: str, language: str) -> frozenset[str]:
    """Return the subjects of a question where it names none but such as no advertisement is about.

    >>> sorted(untold_subjects("How long is the probation period?", "en")), untold_subjects("How long is it?", "en")
    (['probation'], frozenset())
    >>> untold_subjects("What is the pay in the probation period?", "en")
    frozenset()
    """
    named = thesaurus(language).named_in(considered(question)) - _UNTOLD
    about = (named - _BESIDE) or named
    return about if about and about <= _untold() else frozenset()


def names_one_of(sentence: str, subjects: frozenset[str], language: str) -> bool:
    """Tell whether a sentence names one of these subjects or a kind of it."""
    return not subjects.isdisjoint(thesaurus(language).found_in(considered(sentence)))


@cache
def _untold() -> frozenset[str]:
    return frozenset(lines(DATA_FOLDER / "openings" / "untold_subjects.txt"))


def names_no_subject(question: str, language: str, beside: frozenset[str] = frozenset()) -> bool:
    """Tell whether a question names nothing that it is about, `beside` such concepts: "how long?".

    >>> names_no_subject("How long does it take?", "en"), names_no_subject("How long is the notice period?", "en")
    (True, False)
    """
    said = without_asking(question, language)
    subjects = subjects_in(said, language) - beside
    if not subjects:
        return True
    if subjects <= _PAY and length(said) <= _BRIEFLY:
        return not _OF_MONEY.isdisjoint(asked_of_it(question, language))
    return subjects <= PLACES and AnswerType.ELSEWHERE in expected(question, language)
