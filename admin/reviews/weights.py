"""The words of a question as they counted: strengths to show in the sentence, shares to name beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nlu.grounds import Grounds, Word

_STRONG, _WEAK = 0.5, 0.1  # shares of the weight of the word that counts most
_TOLD = 0.01  # share of all that counted


@dataclass(frozen=True, slots=True)
class Run:
    """Words that stand together and count alike: strength 2 or 1 for the category, -1 or -2 against, 0 hardly."""

    text: str
    start: int
    end: int
    weight: float
    strength: int


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the question with the strength of its run, 0 between runs."""

    text: str
    strength: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What counted, a run or (no word) "meaning" or "base", and its share, in [-1, 1], of all that counted."""

    name: str
    share: float
    is_word: bool = True


def runs(words: Sequence[Word]) -> list[Run]:
    """Return the words with their strength, joined where they touch and count alike, as characters of Chinese do.

    >>> pay = runs([Word("薪", 0, 1, 2.0), Word("资", 1, 2, 1.5), Word("吗", 2, 3, -0.3)])
    >>> [(run.text, run.strength) for run in pay]
    [('薪资', 2), ('吗', -1)]
    """
    most = max((abs(word.weight) for word in words), default=0.0)
    joined: list[Run] = []
    for word in words:
        strength = _strength(word.weight, most)
        last = joined[-1] if joined else None
        if last and (last.end, last.strength) == (word.start, strength):
            joined[-1] = Run(last.text + word.text, last.start, word.end, last.weight + word.weight, strength)
        else:
            joined.append(Run(word.text, word.start, word.end, word.weight, strength))
    return joined


def _strength(weight: float, most: float) -> int:
    size = (abs(weight) >= _WEAK * most) + (abs(weight) >= _STRONG * most) if weight else 0
    return size if weight > 0 else -size


def pieces(question: str, found: Sequence[Run]) -> list[Piece]:
    """Return the whole question, the runs and what stands between them.

    >>> pieces("Pay, please", runs([Word("Pay", 0, 3, 2.0), Word("please", 5, 11, -0.5)]))
    [Piece(text='Pay', strength=2), Piece(text=', ', strength=0), Piece(text='please', strength=-1)]
    """
    cut, end = [], 0
    for run in found:
        cut += [Piece(question[end : run.start], 0), Piece(run.text, run.strength)]
        end = run.end
    return [piece for piece in (*cut, Piece(question[end:], 0)) if piece.text]


def counts(found: Sequence[Run], grounds: Grounds) -> list[Counted]:
    """Return what counted and its share of all that did, most for the category first, without what hardly counted.

    Words that stand twice are counted once, with their sum.
    """
    words: dict[str, float] = {}
    for run in found:
        words[run.text] = words.get(run.text, 0.0) + run.weight
    whole = {"meaning": grounds.meaning or 0.0, "base": grounds.base}
    total = sum(map(abs, (*words.values(), *whole.values()))) or 1.0
    counted = [Counted(text, weight / total) for text, weight in words.items()]
    counted += [Counted(name, weight / total, is_word=False) for name, weight in whole.items()]
    return sorted((each for each in counted if abs(each.share) >= _TOLD), key=lambda each: -each.share)
