"""A misspelt town: the one of a few towns that a word of a message is one slip away from. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from nlu.entities.city_words import CITY_WORDS
from nlu.words.text_words import fold, words
from nlu.words.typos import Typos

_SHORTEST: Final = 5
"""Letters that a misspelt town has at least."""


def near_town(text: str, unexplained: Sequence[str], language: str, towns: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the word of a message that must be one of the `towns`, and what they call that; None where none is.

    `towns` holds what each spelling means. Only an `unexplained` word counts that stands where a place does, or that
    alone is unexplained, and only where one town is near it.

    >>> near_town("jobs in Kasel", ["Kasel"], "en", {"Kassel": "Kassel", "Hamburg": "Hamburg"})
    ('Kasel', 'Kassel')
    >>> near_town("fresh basil and a job", ["fresh", "basil"], "en", {"Basel": "Basel"})
    """
    meant = {fold(spelling): town for spelling, town in towns.items()}
    near = Typos(meant, shortest=_SHORTEST - 1, shortest_changed=_SHORTEST)
    for word in placed_words(text, unexplained, language):
        typed = fold(word)
        found = {meant[known] for known in near.near(typed)} if typed not in meant else set()
        if len(found) == 1:
            return word, found.pop()
    return None


def placed_words(text: str, unexplained: Sequence[str], language: str) -> Iterable[str]:
    """Yield the `unexplained` words of a message that stand where a place does, or the only one there is.

    >>> list(placed_words("anything near Settle?", ["Settle"], "en"))
    ['Settle']
    """
    grammar = CITY_WORDS.get(language)
    if grammar is None:
        return
    spoken = words(text)
    for place, word in enumerate(spoken):
        said = text[word.start : word.end]
        before = spoken[place - 1].folded if place else ""
        if said in unexplained and len(said) >= _SHORTEST and (before in grammar.places or len(unexplained) == 1):
            yield said
