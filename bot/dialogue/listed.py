"""Which item of a list that the bot has shown a message names: by its place, or by words of its title. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from nlu.wishes.words import MIDDLE
from nlu.words.search_terms import index_terms, query_terms

Item = TypeVar("Item")
_NUMBERED: Final = re.compile(r"(?<!\S)#([1-9])(?![^\s,.!?])")
_ALONE: Final = re.compile(r"\s*([1-9])[\s.,!)]*")
_FEWEST_LETTERS: Final = 4
_REMEMBERED: Final = 2048
"""Titles whose terms are kept."""


def figure_in(text: str) -> int | None:
    """Return the place that a text names by a figure: with a "#", or as all that it says; None where by none.

    >>> figure_in(" 3. "), figure_in("what does #２ pay, roughly?"), figure_in("3 days"), figure_in("#1 or #2")
    (3, 2, None, None)
    """
    text = unicodedata.normalize("NFKC", text)
    alone = _ALONE.fullmatch(text)
    found = [alone[1]] if alone else _NUMBERED.findall(text)
    return int(found[0]) if len(found) == 1 else None


def placed(picks: Sequence[int], count: int) -> tuple[int, ...]:
    """Return the indexes of the places that are picked from a list of `count` items; some may lie outside it.

    >>> placed((1, -1), 3), placed((MIDDLE,), 3), placed((MIDDLE, 2), 4)
    ((0, 2), (1,), (1,))
    """
    wanted = (pick for pick in picks if pick != MIDDLE or count % 2)
    return tuple(count // 2 if pick == MIDDLE else pick - 1 if pick > 0 else count + pick for pick in wanted)


def called(text: str, titles: Mapping[Item, str], language: str) -> tuple[Item, ...]:
    """Return the one of some items of whose title in a language a text holds the most words, if one has more.

    >>> called("the one about leave", {"holidays": "Holidays and leave", "hours": "Working hours"}, "en")
    ('holidays',)
    """
    said = query_terms(text)
    shared = {item: _shared(said, title, language) for item, title in titles.items()}
    most = max(shared.values(), default=0)
    best = tuple(item for item, count in shared.items() if count == most)
    return best if most and len(best) == 1 else ()


def _shared(said: tuple[tuple[str, ...], ...], title: str, language: str) -> int:
    known = _terms(title, language)
    return sum(any(_begins(term, form) for term in known for form in forms) for forms in said)


def _begins(term: str, form: str) -> bool:
    """Whether a term is the form or begins with it; a short form is a word of its own: "man" is no "manager"."""
    return term == form or (len(form) >= _FEWEST_LETTERS and term.startswith(form))


@lru_cache(_REMEMBERED)
def _terms(title: str, language: str) -> tuple[str, ...]:
    return tuple(index_terms(title, language))
