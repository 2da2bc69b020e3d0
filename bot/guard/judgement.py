"""From signs and the detector's distribution to a decision: send the reply, ask back instead, or hand over.

The score is a sum in which every sign has its named share, so that each decision can be told in words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp

from bot.guard.exchange import Action, Exchange
from bot.guard.signals import Signal, signs
from nlu.breakdown.dialogue import Distribution

Detect = Callable[[], Distribution | None]


@dataclass(frozen=True, slots=True)
class Weight:
    """What one unit of a sign's strength adds to the score (log-odds), counted up to `most` units."""

    each: float
    most: float = 1.0


NOTHING = -2.7
"""The score of a reply that nothing speaks against: a risk of .06."""
WEIGHTS = {
    Signal.SAME_QUESTION: Weight(2.5, 2),
    Signal.REPHRASED: Weight(0.6, 2),
    Signal.SAME_ANSWER: Weight(1.0, 2),
    Signal.LOOP: Weight(0.5),
    Signal.NOT_MEANT: Weight(1.0, 2),
    Signal.INSULT: Weight(0.7, 2),
    Signal.WANTS_HUMAN: Weight(0.7),
    Signal.LOW_CONFIDENCE: Weight(1.4),
    Signal.SMALL_MARGIN: Weight(0.5),
    Signal.DETECTOR: Weight(1.2),
}
"""Learnt from simulated conversations (benchmarks/guard.py, seed 0) by logistic regression and rounded; those of LOOP,
NOT_MEANT and WANTS_HUMAN, which are too rare there, are set by hand."""
USUAL_BREAKDOWN = 0.4
"""The detector's probability of PB or B that speaks neither for nor against a reply: its median there."""


@dataclass(frozen=True, slots=True)
class GuardLimits:
    """From which risk, in [0, 1], the guard asks back and hands over; the cost of each is told in config.yaml."""

    clarify_from: float = 0.4
    hand_over_from: float = 0.5


@dataclass(frozen=True, slots=True)
class WeighedSign:
    """A sign, its strength, and what it added to the score."""

    signal: Signal
    strength: float
    weight: float


@dataclass(frozen=True, slots=True)
class ReplyJudgement:
    """What to do about a reply, with the risk in [0, 1] and the reasons for it, the weightiest first.

    `distribution` is what the detector said, None when it was not asked or there is none.
    """

    action: Action
    risk: float
    reasons: tuple[WeighedSign, ...]
    distribution: Distribution | None = None


def judge(
    now: Exchange, before: Sequence[Exchange], detect: Detect, limits: GuardLimits, *, may_ask: bool
) -> ReplyJudgement:
    """Decide about the reply of `now`; `may_ask` when there is something to ask back with and the bot may.

    Asking back comes before handing over. A candidate who says that an answer was not meant gets either. `detect` asks
    the detector, which is slow, so it is asked only where it can tip the scales.
    """
    reasons = [_reason(signal, strength) for signal, strength in signs(now, before).items()]
    distribution = None
    if _risk([*reasons, _said(Distribution(0, 0, 1))]) >= min(limits.clarify_from, limits.hand_over_from):
        distribution = detect()
    if distribution is not None:
        reasons.append(_said(distribution))
    risk = _risk(reasons)
    weightiest = tuple(sorted(reasons, key=lambda reason: -reason.weight))
    return ReplyJudgement(_action(now, risk, limits, may_ask), risk, weightiest, distribution)


def is_quiet(before: Sequence[Exchange]) -> bool:
    """Tell whether the guard has handed over and no question was answered since: it then leaves replies alone."""
    after = [each.action is Action.HAND_OVER for each in before if each.action is Action.HAND_OVER or each.is_answered]
    return bool(after) and after[-1]


def _reason(signal: Signal, strength: float) -> WeighedSign:
    weight = WEIGHTS[signal]
    return WeighedSign(signal, strength, weight.each * min(strength, weight.most))


def _said(distribution: Distribution) -> WeighedSign:
    """What the detector says as a reason; it may speak against a breakdown too."""
    breakdown = distribution.pb + distribution.b
    return WeighedSign(Signal.DETECTOR, breakdown, WEIGHTS[Signal.DETECTOR].each * (breakdown - USUAL_BREAKDOWN))


def _risk(reasons: Sequence[WeighedSign]) -> float:
    return 1 / (1 + exp(-NOTHING - sum(reason.weight for reason in reasons)))


def _action(now: Exchange, risk: float, limits: GuardLimits, may_ask: bool) -> Action:
    if may_ask and (now.doubts or risk >= limits.clarify_from):
        return Action.CLARIFY
    return Action.HAND_OVER if now.doubts or risk >= limits.hand_over_from else Action.SEND
