"""A name for questions that have none: what they say more often than all others do. Pure."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True, slots=True)
class HeldNames:
    """How many of `texts` texts of a language hold each concept and each word that names something."""

    language: str
    texts: int
    held: Counter[str]

    @classmethod
    def of(cls, texts: Iterable[str], language: str) -> HeldNames:
        """Read each text once."""
        read = [_names(text, language) for text in texts]
        return cls(language, len(read), Counter(name for names in read for name in names))

    def without(self, texts: Iterable[str]) -> HeldNames:
        """Return the same of all texts but these, which were among them.

        >>> HeldNames.of(["my dog", "my pay"], "en").without(["my pay"]) == HeldNames.of(["my dog"], "en")
        True
        """
        fewer = HeldNames.of(texts, self.language)
        return HeldNames(self.language, self.texts - fewer.texts, self.held - fewer.held)


def proposed_name(questions: Sequence[str], others: HeldNames, taken: Collection[str] = ()) -> str:
    """Return a category's name for these questions, none of those `taken`: what they share, else the shortest of them.

    "" where all of that is taken.

    Among what at least half of them hold, that wins which is rarest among the `others`. A concept is called as most
    of the questions call it.

    >>> others = HeldNames.of(["What do I earn?", "May I earn?"], "en")
    >>> proposed_name(["May I bring my dog?", "are dogs ok, one small dog"], others)
    'Dog'
    """
    known = {each.casefold() for each in taken}
    worthy = _as_said(_by_worth(questions, others), questions, others.language)
    short = sorted(questions, key=len)
    named = (
        each[:1].upper() + each[1:] for each in (*worthy, " ".join(worthy[:_WORDS]), *(q[:_LONGEST] for q in short))
    )
    free = (each for each in named if each and each.casefold() not in known)
    return next(free, "")


def telling(questions: Sequence[str], others: HeldNames, most: int) -> list[str]:
    """Return what tells questions from `others`: at most so many words, the most telling first.

    >>> telling(["my dog", "a dog here", "the dog"], HeldNames.of(["a canteen here", "my pay"], "en"), 1)
    ['dog']
    """
    return _as_said(_by_worth(questions, others, _HELD_BY_SOME), questions, others.language)[:most]


def _by_worth(questions: Sequence[str], others: HeldNames, share: float = _SHARE) -> list[str]:
    held = HeldNames.of(questions, others.language).held
    least = max(2, math.ceil(share * len(questions)))
    shared = {name: count for name, count in held.items() if count >= least}
    worth = {
        name: count / len(questions) * math.log((1 + others.texts) / (1 + others.held[name]))
        for name, count in shared.items()
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
