"""When a canary has shown enough: to go live, or to end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from evaluation.ratings.canary import SharesBeside, automation, beside, confirmed, decide


@dataclass(frozen=True)
class Counts:
    questions: int = 0
    answered: int = 0
    reviewed: int = 0
    confirmed: int = 0


def judged(reviewed: int, right: int) -> Counts:
    return Counts(reviewed, reviewed, reviewed, right)


def decided(canary: Counts, live: Counts) -> str | None:
    return decide(canary, live, tolerance=0.02, enough=100)


@pytest.mark.parametrize(
    ("canary", "live", "decision"),
    [
        (Counts(), Counts(), None),
        (judged(0, 0), judged(200, 180), None),
        (judged(200, 180), judged(0, 0), None),
        (judged(99, 99), judged(200, 120), None),
        (judged(100, 90), judged(100, 90), "promote"),
        (judged(100, 89), judged(100, 90), "promote"),
        (judged(100, 87), judged(100, 90), None),
        (judged(100, 78), judged(100, 90), "end"),
        (judged(50, 39), judged(50, 45), None),
        (judged(30, 6), judged(30, 27), "end"),
    ],
)
def test_the_decision(canary: Counts, live: Counts, decision: str | None) -> None:
    assert decided(canary, live) == decision


def test_an_equal_canary_is_seldom_ended_though_every_review_is_looked_at() -> None:
    draw = np.random.default_rng(0)
    ended = 0
    for _ in range(200):
        mine, theirs = (np.cumsum(draw.random(100) < 0.85).tolist() for _ in range(2))
        looks = (decided(judged(n, mine[n - 1]), judged(n, theirs[n - 1])) for n in range(1, 101))
        ended += any(decision == "end" for decision in looks)
    assert ended / 200 <= 0.07


def test_the_difference_is_the_canarys_less_the_live_ones() -> None:
    seen = confirmed(judged(80, 40), judged(100, 90))
    assert (seen.canary, seen.live) == (0.5, 0.9)
    assert seen.low is not None
    assert seen.high is not None
    assert seen.low < -0.4 < seen.high < 0
    assert automation(Counts(10, 4), Counts(20, 10)).canary == 0.4


def test_nothing_is_told_of_a_difference_to_nothing() -> None:
    assert beside(3, 4, 0, 0) == SharesBeside(0.75, None, None, None)
