"""How much a word tells of what a text is about: the more, the fewer texts of a collection hold it. Pure.

Inverse document frequency: Spärck Jones, A statistical interpretation of term specificity, 1972.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from nlu.words.normalise import considered
from nlu.words.search_terms import index_terms
from nlu.words.thesaurus import said_alike, thesaurus

_FEWEST: Final = 20
"""Texts of which a collection is taken to have at least as many: what two of three texts hold may still tell much."""

Weigh = Callable[[Sequence[str]], float]
"""Gives the weight, in [0, 1], of a word by the terms that it may stand in a text as."""


def term_weights(texts: Iterable[str], language: str) -> Weigh:
    """Return the weights of words in a collection of texts: 1 for what one text holds or none, 0 for what all hold.

    >>> weigh = term_weights(["If you like, bring your dog.", "If you swap, tell us."] * 50, "en")
    >>> round(weigh(["dog"]), 2), round(weigh(["if"]), 2), weigh(["parrot"])
    (0.15, 0.0, 1.0)
    """
    held: Counter[str] = Counter()
    count = 0
    for text in texts:
        held.update(index_terms(text, language))
        named = {*thesaurus(language).found_in(considered(text)), *said_alike(text, language)}
        held.update(map(subject_term, named))
        count += 1
    most = math.log(max(count, _FEWEST))
    return lambda forms: 1 - math.log(max(1, *(held[form] for form in forms))) / most


def subject_term(concept: str) -> str:
    """Return the term that stands for a subject (`data/concepts`) named in a text, in whatever words."""
    return f"#{concept}"


def alike(_: Sequence[str]) -> float:
    """Weigh every word alike."""
    return 1.0
