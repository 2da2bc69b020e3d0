"""A name for questions that have none: what they say more often than all others do. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from nlu.recipe import KNOWN_LANGUAGES
from nlu.words.ngrams import word_ngrams
from nlu.words.normalise import considered
from nlu.words.search_terms import query_terms
from nlu.words.thesaurus import thesaurus

_SHARE: Final = 0.5
"""The share of the questions that must hold a concept or a word for it to name them."""
_HELD_BY_SOME: Final = 0.1
_WORDS: Final = 2
_LONGEST: Final = 60
"""Characters of a name that is a question, as nothing shorter fits."""


def proposed_name(questions: Sequence[str], others: Sequence[str], language: str, taken: Collection[str] = ()) -> str:
    """Return a category's name for these questions, none of those `taken`: what they share, else the shortest of them.

    "" where all of that is taken.

    Among what at least half of them hold, that wins which is rarest among the `others`. A concept is called as most
    of the questions call it.

    >>> proposed_name(["May I bring my dog?", "are dogs ok, one small dog"], ["What do I earn?", "May I earn?"], "en")
    'Dog'
    """
    known = {each.casefold() for each in taken}
    worthy = _as_said(_by_worth(questions, others, language), questions, language)
    short = sorted(questions, key=len)
    named = (
        each[:1].upper() + each[1:] for each in (*worthy, " ".join(worthy[:_WORDS]), *(q[:_LONGEST] for q in short))
    )
    free = (each for each in named if each and each.casefold() not in known)
    return next(free, "")


def telling(questions: Sequence[str], others: Sequence[str], language: str, most: int) -> list[str]:
    """Return what tells questions from `others`: at most so many words, the most telling first.

    >>> telling(["my dog", "a dog here", "the dog"], ["a canteen here", "my pay"], "en", 1)
    ['dog']
    """
    return _as_said(_by_worth(questions, others, language, _HELD_BY_SOME), questions, language)[:most]


def _by_worth(questions: Sequence[str], others: Sequence[str], language: str, share: float = _SHARE) -> list[str]:
    named = [_names(question, language) for question in questions]
    held, usual = Counter(name for each in named for name in each), Counter[str]()
    for other in others:
        usual.update(_names(other, language))
    least = max(2, math.ceil(share * len(questions)))
    shared = {name: count for name, count in held.items() if count >= least}
    worth = {
        name: count / len(questions) * math.log((1 + len(others)) / (1 + usual[name])) for name, count in shared.items()
    }
    return sorted(worth, key=lambda name: (-worth[name], name))


def _as_said(names: Sequence[str], questions: Sequence[str], language: str) -> list[str]:
    """Return concepts and words as most of the questions say them, each once."""
    said: dict[str, Counter[str]] = defaultdict(Counter)
    if language in KNOWN_LANGUAGES:
        for text in map(considered, questions):
            for concept, start, end in thesaurus(language).places_in(text):
                said[concept][text[start:end]] += 1
    return list(dict.fromkeys(said[name].most_common(1)[0][0] if said[name] else name for name in names))


def _names(question: str, language: str) -> set[str]:
    """The concepts of a question, and its words that name something."""
    text = considered(question)
    concepts = thesaurus(language).found_in(text) if language in KNOWN_LANGUAGES else []
    telling = {forms[0] for forms in query_terms(question)}
    words = {
        word for word in word_ngrams(text, (1, 2) if language == "zh" else (1, 1)) if word.replace(" ", "") in telling
    }
    return {*concepts, *(word.replace(" ", "") for word in words)}
