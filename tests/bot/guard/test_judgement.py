"""From signs to a decision."""

from __future__ import annotations

from dataclasses import replace
from math import log

import pytest

from bot.guard.exchange import Action, Exchange
from bot.guard.guard import Guard
from bot.guard.judgement import NOTHING, WEIGHTS, GuardLimits, is_quiet, judge
from bot.guard.signals import Signal
from nlu.breakdown.dialogue import Distribution, Utterance, Verdict
from tests.bot.guard.test_signals import PAY, PETS, UNKNOWN, asked, requested

LIMITS = GuardLimits(0.3, 0.6)
AGAIN = asked("Wages?", confidence=0.6, margin=0.2)
STUCK = Distribution(0.1, 0.3, 0.6)


def nobody() -> None:
    """Stands in for a detector where there is none."""


@pytest.mark.parametrize(
    ("now", "before", "may_ask", "action"),
    [
        (PAY, [], True, Action.SEND),
        (AGAIN, [PAY], True, Action.CLARIFY),
        (AGAIN, [PAY], False, Action.SEND),
        (PAY, [PAY], True, Action.CLARIFY),
        (PAY, [PAY], False, Action.HAND_OVER),
        (UNKNOWN, [UNKNOWN], False, Action.HAND_OVER),
        (requested("insult"), [], False, Action.SEND),
        (requested("insult"), [PAY, PAY], False, Action.HAND_OVER),
        (requested("insult"), [requested("insult")] * 2, False, Action.HAND_OVER),
        (replace(UNKNOWN, doubts=True, typed=False), [PAY], True, Action.CLARIFY),
        (replace(UNKNOWN, doubts=True, typed=False), [PAY], False, Action.HAND_OVER),
    ],
)
def test_what_is_done(now: Exchange, before: list[Exchange], may_ask: bool, action: Action) -> None:
    assert judge(now, before, nobody, LIMITS, may_ask=may_ask).action is action


def test_the_score_is_the_sum_of_its_named_shares() -> None:
    judgement = judge(AGAIN, [PAY], lambda: STUCK, LIMITS, may_ask=True)
    odds = judgement.risk / (1 - judgement.risk)
    assert judgement.reasons[0].signal is Signal.SAME_ANSWER
    assert {reason.signal for reason in judgement.reasons} >= {Signal.REPHRASED, Signal.LOW_CONFIDENCE, Signal.DETECTOR}
    assert log(odds) == pytest.approx(NOTHING + sum(reason.weight for reason in judgement.reasons))


def test_a_sign_counts_up_to_its_most() -> None:
    judgement = judge(PAY, [PAY] * 5, nobody, LIMITS, may_ask=False)
    same = next(reason for reason in judgement.reasons if reason.signal is Signal.SAME_QUESTION)
    weight = WEIGHTS[Signal.SAME_QUESTION]
    assert (same.strength, same.weight) == (5, weight.each * weight.most)


def test_a_higher_limit_stops_less() -> None:
    assert judge(PAY, [PAY], nobody, GuardLimits(1, 1), may_ask=True).action is Action.SEND


def test_after_handing_over_it_is_quiet_until_a_question_is_answered() -> None:
    handed = replace(UNKNOWN, action=Action.HAND_OVER)
    assert not is_quiet([PAY])
    assert is_quiet([PAY, handed, UNKNOWN, requested("small_talk")])
    assert not is_quiet([handed, PETS])
    assert is_quiet([handed, PETS, handed])


class Scripted:
    """A detector that says what it is told, or fails."""

    def __init__(self, verdict: Distribution | Exception) -> None:
        self.verdict = verdict

    def judge(self, dialogues: object) -> list[Verdict]:
        if isinstance(self.verdict, Exception):
            raise self.verdict
        return [Verdict("B", self.verdict)]  # type: ignore[arg-type]


DIALOGUE = [Utterance("Hello", by_system=True)]


def test_what_the_detector_says_counts() -> None:
    calm = Guard(LIMITS, Scripted(Distribution(1, 0, 0))).judge(AGAIN, [PAY], DIALOGUE, may_ask=True)
    stuck = Guard(LIMITS, Scripted(STUCK)).judge(AGAIN, [PAY], DIALOGUE, may_ask=True)
    assert (calm.action, stuck.action) == (Action.SEND, Action.CLARIFY)
    assert stuck.distribution == STUCK


@pytest.mark.parametrize(
    ("limits", "asked"), [(GuardLimits(0.05, 0.5), 1), (GuardLimits(0.5, 0.1), 1), (GuardLimits(0.4, 0.5), 0)]
)
def test_the_detector_is_asked_only_where_it_can_tip_the_scales(limits: GuardLimits, asked: int) -> None:
    calls: list[Distribution] = []

    def detect() -> Distribution:
        calls.append(STUCK)
        return STUCK

    judge(PAY, [], detect, limits, may_ask=True)
    assert len(calls) == asked


def test_a_detector_that_fails_leaves_the_signs() -> None:
    judgement = Guard(LIMITS, Scripted(RuntimeError("broken"))).judge(PAY, [PAY], DIALOGUE, may_ask=False)
    assert (judgement.action, judgement.distribution) == (Action.HAND_OVER, None)
