"""Which of the words and meanings of a message an answer speaks of. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.dialogue.context import Context
from nlu.words.normalise import considered
from nlu.words.search_terms import index_terms, query_terms
from nlu.words.thesaurus import thesaurus

_REMEMBERED: Final = 256
"""Answers whose terms and meanings are kept."""


def mentions(answer: str, message: str, language: str) -> bool:
    """Tell whether an answer speaks of what a follow-up names: of half of its words that name something.

    >>> mentions("In Austria you have 25 days.", "And in Austria?", "en")
    True
    >>> mentions("In Austria you have 25 days.", "And in Portugal?", "en")
    False
    """
    named = len(query_terms(message))
    return bool(named) and 2 * untold(answer, message, language) <= named


def untold(answer: str, message: str, language: str) -> int:
    """Return how many words of a message that name something an answer does not hold.

    >>> untold("In Austria you have 25 days.", "And in Portugal?", "en")
    1
    """
    known = _terms(answer, language)
    return sum(not any(term.startswith(forms) for term in known) for forms in query_terms(message))


def asks_anew(context: Context) -> bool:
    """Tell whether a message names something that the candidate has not named lately: it is no question once more."""
    said = " ".join(each.text for each in context.recent if each.author == "candidate")
    return untold(said, context.text, context.understanding.language) > 0


def shared(answer: str, message: str, language: str) -> int:
    """Return how many words of a message that name something, and how many of its meanings, an answer holds.

    >>> shared("Pay begins at 1,250 euros a month.", "And what wage is that?", "en")
    1
    >>> shared("We train mechanics.", "And what wage is that?", "en")
    0
    """
    words = len(query_terms(message)) - untold(answer, message, language)
    meant = frozenset(thesaurus(language).found_in(considered(message)))
    return words + len(meant & _meanings(answer, language))


@lru_cache(_REMEMBERED)
def _terms(answer: str, language: str) -> tuple[str, ...]:
    return tuple(index_terms(answer, language))


@lru_cache(_REMEMBERED)
def _meanings(answer: str, language: str) -> frozenset[str]:
    return frozenset(thesaurus(language).found_in(considered(answer)))
