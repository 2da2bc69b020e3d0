"""Which two or three topics are the biggest problem, and whether any two stand out at all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np

from evaluation.classifier import Label, NoAnswer
from evaluation.measures.intervals import Interval
from evaluation.measures.outcomes import Case
from evaluation.measures.pairs import RankedPair

WORTH: Final = 0.0015
"""A pair whose repair surely gains less than this share of all questions does not stand out.

Chosen on training data: with it the pairs named over five seeds are the same ones again (`benchmarks/pairs.py`).
"""
FEWEST: Final = 3
"""A pair that rests on fewer different questions does not stand out."""

_RESAMPLES: Final = 2000

_Asked: TypeAlias = tuple[str, str]
"""A question and the category it stands in: near-copies are one question, and so is one asked in several retries."""


def biggest_problems(cases: Sequence[Case], limit: int = 3, *, seed: int = 0) -> list[RankedPair]:
    """Return the pairs of categories whose questions are guessed as each other's, the worst first.

    Guesses count whether they were sure enough to be given or not: two topics that are one make a classifier unsure,
    and confusion among answers alone would never show them. Evidence is counted in different questions: one that is
    lost in half of its retries is half a question lost.

    Ranked by what repairing a pair would gain at least: the lower end of the 95 % interval, over a seeded bootstrap of
    the questions of both, of the share of all questions lost between the two. A pair `stands_out` when that is at least
    `WORTH` and above what a pair would lose if the other wrong guesses fell on all other pairs of categories alike, and
    at least `FEWEST` different questions were lost.
    """
    lost, sizes = _lost(cases)
    questions = sum(sizes.values())
    total = sum(sum(shares.values()) for shares in lost.values())
    others = max(1, len(sizes) * (len(sizes) - 1) // 2 - 1)
    pairs = []
    for pair, shares in lost.items():
        own, chance = sizes.get(pair[0], 0) + sizes.get(pair[1], 0), (total - sum(shares.values())) / others
        pairs.append(_ranked(pair, shares, own, questions, chance, seed))
    return sorted(pairs, key=lambda pair: (-(pair.gain.low or 0.0), -(pair.gain.mean or 0.0), pair.a, pair.b))[:limit]


def guess_of(case: Case) -> Label:
    """Return the guessed category, sure enough or not; NO_ANSWER where there was no guess."""
    return case.prediction if isinstance(case.prediction, NoAnswer) else case.prediction.intent


def _lost(cases: Sequence[Case]) -> tuple[dict[tuple[str, str], dict[_Asked, float]], Mapping[str, int]]:
    """Return per pair the share of its cases in which each question was lost, and each category's questions."""
    guesses: dict[_Asked, list[Label]] = defaultdict(list)
    for case in cases:
        if not isinstance(case.gold, NoAnswer):
            guesses[case.question, case.gold].append(guess_of(case))
    lost: dict[tuple[str, str], dict[_Asked, float]] = defaultdict(lambda: defaultdict(float))
    sizes: dict[str, int] = defaultdict(int)
    for asked, said in guesses.items():
        gold = asked[1]
        sizes[gold] += 1
        for guess in said:
            if not isinstance(guess, NoAnswer) and guess != gold:
                lost[min(gold, guess), max(gold, guess)][asked] += 1 / len(said)
    return lost, sizes


def _ranked(
    pair: tuple[str, str], shares: Mapping[_Asked, float], own: int, questions: int, chance: float, seed: int
) -> RankedPair:
    total = sum(shares.values())
    low, high = _ends(list(shares.values()), own, seed)
    a_as_b = sum(category == pair[0] for _, category in shares)
    stands_out = len(shares) >= FEWEST and low > chance and low >= WORTH * questions
    gain = Interval(total / questions, low / questions, high / questions)
    return RankedPair(*pair, total / own, a_as_b, len(shares) - a_as_b, own, gain, stands_out)


def _ends(shares: Sequence[float], questions: int, seed: int) -> tuple[float, float]:
    """Return the ends of the interval of the questions lost, all questions of the pair being drawn again."""
    values, often = np.unique([*shares, *[0.0] * (questions - len(shares))], return_counts=True)
    drawn = np.random.default_rng(seed).multinomial(questions, often / questions, size=_RESAMPLES)
    low, high = np.quantile(drawn @ values, (0.025, 0.975)).tolist()
    return low, high
