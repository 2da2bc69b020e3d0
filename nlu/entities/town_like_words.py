"""Words and phrases that spell a city's name by accident, by language (`data/cities/words.csv`)."""

from __future__ import annotations

from functools import cache

from nlu.entities.word_lists import word_lists


def never_cities() -> frozenset[str]:
    """Return names that people use for something larger, or that no context makes a town."""
    return word_lists("cities")["never", ""]


@cache
def given_names() -> frozenset[str]:
    """Return names that people bear; some are towns, and after any of them a town's name is a surname."""
    return word_lists("cities")["given_name", ""]


def phrases() -> frozenset[str]:
    """Return phrases that hold a city's name and mean something else; 罗马尼亚 is Romania, not Rome."""
    return word_lists("cities")["phrase", ""]


@cache
def town_like_words(language: str) -> frozenset[str]:
    """Return words of a language, and English ones, which are used everywhere, that are also towns.

    English words whose towns people of the language speak of (`town`) are none.
    """
    lists = word_lists("cities")
    return lists["ordinary", language] | lists["ordinary", "en"] - lists.get(("town", language), frozenset())
