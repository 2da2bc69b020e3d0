"""One decision between the general intents, what a company teaches, and none of these.

Both stages say how sure they are of their best guess; neither knows of the other. What a candidate gets is decided by a
multinomial logistic regression over the two confidences, in log odds, and over how near the text is to what careers
sites hear anyway, with three outcomes: the general guess is right, the company's guess is right, neither is.
docs/confidence.md says what it was learnt on and what it is worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from nlu.understanding import Guess, Stage

_CERTAIN: Final = 1.0  # an example of the company's, word for word
_SMALLEST: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Weights:
    """How the odds of a stage's guess, against "neither is right", follow from both log odds and the nearness."""

    own: float
    other: float
    nearness: float
    intercept: float

    def score(self, own: float, other: float, nearness: float) -> float:
        """Return the natural logarithm of the odds."""
        return self.own * own + self.other * other + self.nearness * nearness + self.intercept


GENERAL: Final = Weights(own=0.72, other=-0.09, nearness=0.55, intercept=-0.45)
FAQ: Final = Weights(own=1.06, other=-0.03, nearness=-8.34, intercept=-0.95)


@dataclass(frozen=True, slots=True)
class Shares:
    """The probabilities, in [0, 1], that the general guess is right and that the company's is; at most 1 in sum."""

    general: float
    faq: float


def shares(general: float, faq: float, nearness: float = 0.0) -> Shares:
    """Return what the two confidences, in [0, 1], make of each other, and the nearness to the background of both.

    `nearness` is that of `nlu.general.Heard`.

    >>> both = shares(0.9, 0.9)
    >>> both.faq > both.general, shares(0.9, 0.1).general > 0.5, both.faq + both.general < 1
    (True, True, True)
    >>> shares(0.1, 0.9, nearness=0.2).faq < shares(0.1, 0.9).faq
    True
    """
    of_general, of_faq = _log_odds(general), _log_odds(faq)
    powers = [
        1.0,
        math.exp(GENERAL.score(of_general, of_faq, nearness)),
        math.exp(FAQ.score(of_faq, of_general, nearness)),
    ]
    return Shares(powers[1] / sum(powers), powers[2] / sum(powers))


def decide_stage(
    general: tuple[Guess, ...], faq: tuple[Guess, ...], general_threshold: float, nearness: float = 0.0
) -> tuple[Stage, tuple[Guess, ...]]:
    """Return which stage answers, and its ranking (with Stage.NONE: the general guesses that were too unsure).

    The likelier guess answers, a general one from `general_threshold` on and never when it is less sure than the
    company's by itself; what the company taught word for word
    comes before all. The confidences are those of the decision. Without an FAQ the general stage stands alone.
    """
    if not faq:
        is_sure = bool(general) and general[0].confidence >= general_threshold
        return (Stage.GENERAL if is_sure else Stage.NONE), general
    if not general or faq[0].confidence >= _CERTAIN:
        return Stage.FAQ, faq
    found = shares(general[0].confidence, faq[0].confidence, nearness)
    is_surer = general[0].confidence >= faq[0].confidence
    if is_surer and found.general > found.faq and found.general >= general_threshold:
        return Stage.GENERAL, _as_sure(general, found.general)
    return Stage.FAQ, _as_sure(faq, found.faq)


def _as_sure(ranking: tuple[Guess, ...], confidence: float) -> tuple[Guess, ...]:
    """The guesses with the best one's confidence changed to this, and the others' in proportion."""
    best = ranking[0].confidence
    return tuple(Guess(guess.intent, guess.confidence / best * confidence if best else 0.0) for guess in ranking)


def _log_odds(confidence: float) -> float:
    kept = min(max(confidence, _SMALLEST), 1 - _SMALLEST)
    return math.log(kept / (1 - kept))
