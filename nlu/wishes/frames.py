"""Where the words of a message about jobs stand: in a list, or where a profession does. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nlu.entities.profession_context import is_work
from nlu.understanding import Entity
from nlu.words.normalise import APOSTROPHES
from nlu.words.phrases import FoundPhrase
from nlu.words.text_words import TextWord

FILLER = "filler"
JOIN = "join"
"""What stands between names that are meant both ("Berlin or in Hamburg")."""
TOO_MUCH, TOO_LITTLE = "too_much", "too_little"
"""What hours are said to be that are not wanted."""
ORIGIN = "origin"
"""What somebody says before the place that they come from."""
EXPLAINED = frozenset({FILLER, JOIN, TOO_MUCH, TOO_LITTLE, ORIGIN})
_ADDING = frozenset({"also"})
_LONGEST_TRADE = 3
"""Words (in Chinese: runs of characters) of the name of a trade that no list knows, at most."""
_SHORTEST_TRADE = 2
_TIES = frozenset({" ", "-", *APOSTROPHES})
_COMMAS = ",，、/&+"


def side_by_side(left: Sequence[TextWord]) -> list[tuple[int, int]]:
    """Return where the words stand, Chinese characters side by side as one."""
    spans: list[tuple[int, int]] = []
    for word in left:
        if spans and spans[-1][1] == word.start:
            spans[-1] = spans[-1][0], word.end
        else:
            spans.append((word.start, word.end))
    return spans


def trade_in(text: str, left: Sequence[tuple[int, int]], language: str) -> str:
    """The longest run of unexplained words that stands where a profession does; "" where none does."""
    runs: list[list[tuple[int, int]]] = []
    for span in left:
        if runs and text[runs[-1][-1][1] : span[0]] in _TIES:
            runs[-1].append(span)
        else:
            runs.append([span])
    spans = [(run[0][0], run[-1][1]) for run in runs if len(run) <= _LONGEST_TRADE]
    named = [(start, end) for start, end in spans if end - start >= _SHORTEST_TRADE and not _is_number(text[start:end])]
    framed = [span for span in named if is_work(text, *span, language, placed=True)]
    start, end = max(framed, key=lambda span: span[1] - span[0], default=(0, 0))
    return text[start:end]


def _is_number(said: str) -> bool:
    """Whether it has no letter: an age is no trade."""
    return not any(each.isalpha() for each in said)


def listed(text: str, entities: Sequence[Entity], phrases: Sequence[FoundPhrase]) -> frozenset[str]:
    """The names between which nothing but a word that joins them stands, fillers aside."""
    both: set[str] = set()
    for one, other in pairwise(entities):
        between = [each for each in phrases if one.end <= each.start and each.end <= other.start]
        explained = all(each.meaning in EXPLAINED or each.meaning in _ADDING for each in between)
        covered = sum(each.end - each.start for each in between)
        gap = text[one.end : other.start]
        bare = len("".join(gap.split()).strip(f"{_COMMAS}'’-"))
        joins = any(each.meaning != FILLER for each in between) or (gap.strip() and gap.strip() in _COMMAS)
        if one.name == other.name and explained and joins and bare <= covered:
            both.update((one.value, other.value))
    return frozenset(both)
