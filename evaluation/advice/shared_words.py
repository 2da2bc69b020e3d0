"""The words in which the examples of two categories meet."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final

from nlu.words.normalise import considered
from nlu.words.script import HAN, IS_HAN

_COMMON: Final = 1 / 3
"""Words that stand in more than this share of the other categories tell no topic: the stop words of any language."""

_TOKEN: Final = re.compile(rf"[{HAN}]+|[^\W\d_{HAN}][^\W_{HAN}]+(?:['’][^\W_{HAN}]+)*")


def shared_words(texts: Sequence[str], categories: Sequence[str], a: str, b: str, limit: int = 6) -> list[str]:
    """Return up to `limit` words that stand in examples of both categories, those that tell most about both first.

    A word weighs the smaller of the shares of examples that hold it in `a` and in `b`, times its inverse frequency in
    all examples; Chinese is read in pairs of characters.

    >>> shared_words(["my pay slip", "pay rise", "the dog"], ["pay", "rises", "pets"], "pay", "rises")
    ['pay']
    """
    words = [set(tokens(text)) for text in texts]
    own = {
        name: [found for found, category in zip(words, categories, strict=True) if category == name] for name in (a, b)
    }
    shares = {name: _shares(found) for name, found in own.items()}
    rarity, common = Counter(word for found in words for word in found), _common(words, categories, {a, b})
    weights = {
        word: min(shares[a][word], shares[b][word]) * log(1 + len(texts) / rarity[word])
        for word in shares[a].keys() & shares[b].keys() - common
    }
    return sorted(weights, key=lambda word: (-weights[word], word))[:limit]


def telling_words(own: Sequence[str], others: Sequence[str], limit: int = 4) -> list[str]:
    """Return up to `limit` words that stand in far more of `own` than of `others`.

    >>> telling_words(["train to work", "by train"], ["my desk", "a desk by day"])
    ['train', 'to', 'work']
    """
    mine, theirs = _shares([set(tokens(text)) for text in own]), _shares([set(tokens(text)) for text in others])
    weights = {word: share - theirs.get(word, 0.0) for word, share in mine.items()}
    return sorted((word for word in weights if weights[word] > 0), key=lambda word: (-weights[word], word))[:limit]


def tokens(text: str) -> list[str]:
    """Return the words of a text, Chinese in pairs of characters.

    >>> tokens("Wie hoch ist das Gehalt?"), tokens("工资多少")
    (['wie', 'hoch', 'ist', 'das', 'gehalt'], ['工资', '资多', '多少'])
    """
    found: list[str] = []
    for run in _TOKEN.findall(considered(text)):
        is_han = IS_HAN.match(run) and len(run) > 1
        found += [run[i : i + 2] for i in range(len(run) - 1)] if is_han else [run]
    return found


def _shares(found: Sequence[set[str]]) -> Mapping[str, float]:
    counts = Counter(word for words in found for word in words)
    return {word: n / len(found) for word, n in counts.items()}


def _common(words: Iterable[set[str]], categories: Sequence[str], pair: set[str]) -> set[str]:
    others = {(category, word) for found, category in zip(words, categories, strict=True) for word in found}
    spread = Counter(word for category, word in others if category not in pair)
    most = _COMMON * len(set(categories) - pair)
    return {word for word, n in spread.items() if n > most}
