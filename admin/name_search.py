"""Finding things by what they are called: what holds the words that were typed, and how near it comes to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

FAR: Final = 4
"""How near a name comes that does not hold the words."""


def matches(search: str, text: str) -> bool:
    """Tell whether every word of the search is in the text, whatever the case and with - and _ as spaces.

    >>> matches("hours work", "Working-Hours"), matches("pay", "salary")
    (True, False)
    """
    plain = _plain(text)
    return all(word in plain for word in _plain(search).split())


def nearness(search: str, names: Iterable[str]) -> int:
    """Return how near the nearest of these names comes to the search: 0 is called so, FAR does not hold its words.

    In between the name begins with what was typed, words of it do, or it is somewhere in it.

    >>> [nearness("pay", [name]) for name in ("Pay", "Payday", "When we pay", "Repay", "Salary")]
    [0, 1, 2, 3, 4]
    """
    return min((_nearness(_plain(search).strip(), _plain(name).strip()) for name in names), default=FAR)


def _nearness(asked: str, name: str) -> int:
    words, said = asked.split(), name.split()
    if asked == name:
        return 0
    if words and name.startswith(asked):
        return 1
    if words and all(any(each.startswith(word) for each in said) for word in words):
        return 2
    return FAR - 1 if words and all(word in name for word in words) else FAR


def _plain(text: str) -> str:
    return text.casefold().replace("_", " ").replace("-", " ")
