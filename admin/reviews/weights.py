"""The words of a question as they counted: strengths to show in the sentence, shares to name beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nlu.explanations.grounds import Grounds, WeighedWord

_STRONG, _WEAK = 0.5, 0.1  # shares of the weight of the word that counts most
_TOLD = 0.01  # share of all that counted


@dataclass(frozen=True, slots=True)
class WeighedRun:
    """Words that stand together and count alike: strength 2 or 1 for the category, -1 or -2 against, 0 hardly."""

    text: str
    start: int
    end: int
    weight: float
    strength: int


@dataclass(frozen=True, slots=True)
class WeighedPiece:
    """A part of the question with the strength of its run, 0 between runs."""

    text: str
    strength: int


@dataclass(frozen=True, slots=True)
class CountedShare:
    """What counted, a run or (no word) "meaning" or "base", and its share, in [-1, 1], of all that counted."""

    name: str
    share: float
    is_word: bool = True


def runs(words: Sequence[WeighedWord]) -> list[WeighedRun]:
    """Return the words with their strength, joined where they touch and count alike, as characters of Chinese do.

    >>> pay = runs([WeighedWord("薪", 0, 1, 2.0), WeighedWord("资", 1, 2, 1.5), WeighedWord("吗", 2, 3, -0.3)])
    >>> [(run.text, run.strength) for run in pay]
    [('薪资', 2), ('吗', -1)]
    """
    most = max((abs(word.weight) for word in words), default=0.0)
    joined: list[WeighedRun] = []
    for word in words:
        strength = _strength(word.weight, most)
        last = joined[-1] if joined else None
        if last and (last.end, last.strength) == (word.start, strength):
            joined[-1] = WeighedRun(last.text + word.text, last.start, word.end, last.weight + word.weight, strength)
        else:
            joined.append(WeighedRun(word.text, word.start, word.end, word.weight, strength))
    return joined


def _strength(weight: float, most: float) -> int:
    size = (abs(weight) >= _WEAK * most) + (abs(weight) >= _STRONG * most) if weight else 0
    return size if weight > 0 else -size


def pieces(question: str, found: Sequence[WeighedRun]) -> list[WeighedPiece]:
    """Return the whole question, the runs and what stands between them.

    >>> found = runs([WeighedWord("Pay", 0, 3, 2.0), WeighedWord("please", 5, 11, -0.5)])
    >>> [(each.text, each.strength) for each in pieces("Pay, please", found)]
    [('Pay', 2), (', ', 0), ('please', -1)]
    """
    cut, end = [], 0
    for run in found:
        cut += [WeighedPiece(question[end : run.start], 0), WeighedPiece(run.text, run.strength)]
        end = run.end
    return [piece for piece in (*cut, WeighedPiece(question[end:], 0)) if piece.text]


def counts(found: Sequence[WeighedRun], grounds: Grounds) -> list[CountedShare]:
    """Return what counted and its share of all that did, most for the category first, without what hardly counted.

    Words that stand twice are counted once, with their sum.
    """
    words: dict[str, float] = {}
    for run in found:
        words[run.text] = words.get(run.text, 0.0) + run.weight
    whole = {"meaning": grounds.meaning or 0.0, "base": grounds.base}
    total = sum(map(abs, (*words.values(), *whole.values()))) or 1.0
    counted = [CountedShare(text, weight / total) for text, weight in words.items()]
    counted += [CountedShare(name, weight / total, is_word=False) for name, weight in whole.items()]
    return sorted((each for each in counted if abs(each.share) >= _TOLD), key=lambda each: -each.share)
