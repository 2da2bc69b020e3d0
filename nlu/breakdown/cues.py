"""Cues of a breakdown that need no vocabulary: how a system utterance stands to what was said before it.

Every cue looks back only, and no further than `CONSIDERED_TURNS`: a long dialogue costs no more than a short one.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from nlu.breakdown.dialogue import Utterance
from nlu.words.ngrams import char_ngrams, word_ngrams
from nlu.words.normalise import considered

CONSIDERED_TURNS = 24
"""How many turns a detector looks at, the judged one among them."""


_MOST_COUNTED_TURNS = 40
_QUESTION_MARK = re.compile("[?？]")
_OPEN_QUESTION = """
    who what when where why which whose whom how
    wer was wann wo warum wieso weshalb welche welcher welches wie wohin woher
    qui que quoi quand où pourquoi quel quelle quels quelles comment combien 谁 哪 怎 几 何 么
"""
_CLOSED_QUESTION = """
    do does did is are am can could will would should have has kann können darf gibt ist sind hat haben
    est puis peut pouvez avez y 吗 呢 か
"""
_OPENING = frozenset(_OPEN_QUESTION.split())
_ASKING = frozenset(_CLOSED_QUESTION.split())


@dataclass(frozen=True, slots=True)
class CueWords:
    """An utterance as the cues see it: its words in order, the sets of its words and of its character n-grams."""

    text: str
    words: tuple[str, ...]
    vocabulary: frozenset[str]
    characters: frozenset[str]
    is_question: bool
    asks_openly: bool
    asks_closed: bool
    capitals: float
    marks: int


@lru_cache(maxsize=4096)
def read(text: str) -> CueWords:
    """Return the reading of an utterance."""
    normal = considered(text)
    words = tuple(word_ngrams(normal, (1, 1)))
    letters = sum(map(str.isalpha, text))
    return CueWords(
        normal,
        words,
        frozenset(words),
        frozenset(char_ngrams(normal, (3, 3))),
        _QUESTION_MARK.search(text) is not None,
        not _OPENING.isdisjoint(words),
        not _ASKING.isdisjoint((*words[:1], *words[-1:])),
        sum(map(str.isupper, text)) / letters if letters else 0.0,
        sum(not (char.isalnum() or char.isspace()) for char in text),
    )


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the cosine of two sets, 0 where one is empty.

    >>> likeness(frozenset("ab"), frozenset("bc"))
    0.5
    """
    if not one or not other:
        return 0.0
    return len(one & other) / math.sqrt(len(one) * len(other))


_NOTHING = read("")


def cues(recent: Sequence[Utterance], turns: int) -> list[float]:
    """Return the cues of the last of the `recent` utterances of a dialogue of `turns` turns; all are finite."""
    target = read(recent[-1].text)
    said = [read(turn.text) for turn in recent[:-1] if turn.by_system][::-1]
    asked = [read(turn.text) for turn in recent[:-1] if not turn.by_system][::-1]
    user, before = (asked or [_NOTHING])[0], (said or [_NOTHING])[0]
    return [
        math.log1p(min(turns, _MOST_COUNTED_TURNS)),
        float(bool(asked)),
        *_form(target),
        *_form(user),
        len(before.words),
        *_against(target, user),
        *_against(target, before),
        *_against(target, asked[1] if len(asked) > 1 else _NOTHING),
        *_against(user, before),
        *_most_alike(target, said),
        *_most_alike(target, asked),
        *_most_alike(user, asked[1:]),
        *_most_alike(user, said),
        _mean_length(said),
        _mean_length(asked),
        len(user.words) - _mean_length(asked[1:] or asked),
        float(user.is_question and not target.is_question),
        float(target.is_question and user.is_question),
        float(before.is_question),
        float(before.is_question and target.is_question),
        sum(one.is_question for one in said[:4]),
    ]


def _form(one: CueWords) -> tuple[float, ...]:
    length = len(one.words)
    return (
        length,
        len(one.text),
        len(one.text) / max(length, 1),
        len(one.vocabulary) / max(length, 1),
        float(one.is_question),
        float(one.asks_openly),
        float(one.asks_closed),
        one.capitals,
        one.marks,
    )


def _against(one: CueWords, other: CueWords) -> tuple[float, ...]:
    shared = len(one.vocabulary & other.vocabulary)
    return (
        likeness(one.vocabulary, other.vocabulary),
        likeness(one.characters, other.characters),
        shared / max(len(one.vocabulary), 1),
        shared / max(len(other.vocabulary), 1),
        math.log1p(len(one.text)) - math.log1p(len(other.text)),
    )


def _most_alike(one: CueWords, others: Sequence[CueWords]) -> tuple[float, ...]:
    """Return how like the likest of `others` is, how like they are on average, how many are equal or nearly so."""
    if not others or not one.characters:
        return 0.0, 0.0, 0.0, 0.0
    alike = [likeness(one.characters, other.characters) for other in others]
    return (
        max(alike),
        sum(alike) / len(alike),
        float(sum(one.text == other.text for other in others)),
        float(sum(value > 0.7 for value in alike)),
    )


def _mean_length(readings: Sequence[CueWords]) -> float:
    return sum(len(one.words) for one in readings) / len(readings) if readings else 0.0


COUNT: Final = len(cues([Utterance("", by_system=True)], 1))
"""How many cues there are."""
