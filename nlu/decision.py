"""One decision between the general intents, what a company teaches, and none of these.

Both stages say how sure they are of their best guess; neither knows of the other. What a candidate gets is decided by a
multinomial logistic regression with three outcomes: the general guess is right, the company's guess is right, neither
is. It looks at the two confidences, in log odds, at how near the text is to what careers sites hear anyway, at how long
it is, and at how like the company's examples. docs/confidence.md says what it was learnt on and what it is worth.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from nlu.general.stage import USUAL_WORDS, Heard
from nlu.understanding import Guess, Stage

_CERTAIN: Final = 1.0  # an example of the company's, word for word
_SMALLEST: Final = 1e-4
USUAL_LIKENESS: Final = 0.6
"""The likeness of a question to the examples of the company's guess where it is not known."""


@dataclass(frozen=True, slots=True)
class DecisionWeights:
    """How the odds of a stage's guess, against "neither is right", follow from what is known of it and of the text.

    `nearness_by_words` is the weight of the product of both: a short text is near to much.
    """

    own: float
    other: float
    nearness: float
    words: float
    nearness_by_words: float
    likeness: float
    intercept: float

    def score(self, own: float, other: float, text: Text) -> float:
        """Return the natural logarithm of the odds, of those of this stage's guess and of the other's."""
        words = math.log1p(text.words)
        of_text = self.nearness * text.nearness + self.words * words + self.nearness_by_words * text.nearness * words
        return self.own * own + self.other * other + of_text + self.likeness * text.likeness + self.intercept


@dataclass(frozen=True, slots=True)
class Text:
    """What is known of a text beside the guesses: `nearness` and `words` as in `Heard`, `likeness` as in `Guess`."""

    nearness: float = 0.0
    words: float = USUAL_WORDS
    likeness: float = USUAL_LIKENESS


GENERAL: Final = DecisionWeights(
    own=0.74, other=-0.09, nearness=-12.17, words=-0.24, nearness_by_words=5.50, likeness=0.96, intercept=-0.34
)
FAQ: Final = DecisionWeights(
    own=0.70, other=0.01, nearness=9.76, words=1.64, nearness_by_words=-5.38, likeness=7.71, intercept=-8.32
)


@dataclass(frozen=True, slots=True)
class Shares:
    """The probabilities, in [0, 1], that the general guess is right and that the company's is; at most 1 in sum."""

    general: float
    faq: float


def shares(general: float, faq: float, text: Text = Text()) -> Shares:
    """Return what the two confidences, in [0, 1], make of each other beside what is known of the text.

    >>> both = shares(0.9, 0.9)
    >>> both.faq > both.general, shares(0.9, 0.1).general > 0.5, both.faq + both.general < 1
    (True, True, True)
    >>> shares(0.1, 0.9, Text(nearness=0.2)).faq < shares(0.1, 0.9).faq < shares(0.1, 0.9, Text(likeness=0.9)).faq
    True
    """
    of_general, of_faq = _log_odds(general), _log_odds(faq)
    powers = [
        1.0,
        math.exp(GENERAL.score(of_general, of_faq, text)),
        math.exp(FAQ.score(of_faq, of_general, text)),
    ]
    return Shares(powers[1] / sum(powers), powers[2] / sum(powers))


def decide_stage(heard: Heard, faq: tuple[Guess, ...], general_threshold: float) -> tuple[Stage, tuple[Guess, ...]]:
    """Return which stage answers, and its ranking (with Stage.NONE: the general guesses that were too unsure).

    The likelier guess answers, a general one from `general_threshold` on and never when it is less sure than the
    company's by itself; what the company taught word for word
    comes before all. The confidences are those of the decision. Without an FAQ the general stage stands alone.
    """
    general = heard.ranking
    if not faq:
        is_sure = bool(general) and general[0].confidence >= general_threshold
        return (Stage.GENERAL if is_sure else Stage.NONE), general
    if not general or faq[0].confidence >= _CERTAIN:
        return Stage.FAQ, faq
    likeness = USUAL_LIKENESS if faq[0].likeness is None else faq[0].likeness
    found = shares(general[0].confidence, faq[0].confidence, Text(heard.nearness, heard.words, likeness))
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
