"""A version whose answers hang more on the wording than before is blocked; noise and new answers are not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import pytest

from evaluation.gate import decision as gate
from evaluation.gate import reason as codes
from evaluation.gate.cases import CaseAnswer, KeptCases, Varied
from evaluation.gate.decision import GateEvidence, GateRules
from evaluation.gate.invariance import invariance_reasons

CHANGES = ("case", "name", "politeness", "typo")
QUESTIONS = [f"question {i}" for i in range(50)]
ASKED = [(change, question, f"{question} {change}") for question in QUESTIONS for change in CHANGES]


def evidence(
    lost: Collection[Varied] = (), silent: Collection[str] = (), asked: Collection[Varied] = ASKED
) -> GateEvidence:
    """A version that answers all but the `silent` questions, and loses some answers when they are asked otherwise."""
    varied = {one: CaseAnswer("pay", None if one in lost else "pay") for one in asked if one[1] not in silent}
    cases = KeptCases(dict.fromkeys(QUESTIONS, "pay"), {}, varied=varied)
    return GateEvidence(2, cases=cases, variants={one: " ".join(one) for one in asked})


def of_change(change: str, count: int) -> list[Varied]:
    return [one for one in ASKED if one[0] == change][:count]


def judged(candidate: GateEvidence, live: GateEvidence, tolerance: float = 0.02) -> list[codes.GateReason]:
    return invariance_reasons(candidate, live, GateRules(invariance_tolerance=tolerance))


def test_answers_lost_to_one_change_block_and_the_change_is_named_with_an_example() -> None:
    lost = [*of_change("typo", 20), *of_change("name", 2)]
    (reason,) = judged(evidence(lost), evidence())
    assert reason.code == codes.INVARIANCE_FELL
    params = reason.params
    assert (params["before"], params["questions"]) == (1.0, 50)
    assert params["after"] == pytest.approx(0.89)
    assert (params["change"], params["change_before"], params["change_after"]) == ("typo", 1.0, 0.6)
    assert str(params["example"]).startswith("typo question")
    assert len(reason.questions) == 10
    first = reason.questions[0]
    assert (first.text, first.expected, first.before, first.after) == (params["example"], "pay", "pay", None)


def test_one_change_that_falls_far_is_told_though_all_together_fell_little() -> None:
    (reason,) = judged(evidence(of_change("typo", 10)), evidence(), tolerance=0.06)
    params = reason.params
    assert (params["changes"], params["change"]) == ("one", "typo")
    assert params["tolerance"] == pytest.approx(0.15)
    assert (params["before"], params["after"], params["questions"]) == (1.0, 0.8, 50)
    assert judged(evidence(of_change("typo", 7)), evidence(), tolerance=0.06) == []


def test_the_tolerance_is_the_rules() -> None:
    lost = of_change("typo", 20)
    assert judged(evidence(lost), evidence(), tolerance=0.2) == []
    assert judged(evidence(lost), evidence(), tolerance=0.05) != []


def test_as_many_answers_won_as_lost_are_noise() -> None:
    typos = of_change("typo", 50)
    assert judged(evidence(typos[20:40]), evidence(typos[:20]), tolerance=0.0) == []


def test_a_fall_of_a_few_questions_is_noise_however_small_the_tolerance() -> None:
    assert judged(evidence(of_change("typo", 5)), evidence(), tolerance=0.0) == []


def test_a_question_that_only_one_of_them_answers_is_not_compared() -> None:
    lost = [one for one in ASKED if one[1] in QUESTIONS[:20]]
    assert judged(evidence(lost), evidence()) != []
    assert judged(evidence(lost), evidence(silent=QUESTIONS[:20])) == []


def test_a_version_without_the_figure_or_with_hardly_any_question_in_common_is_no_reason() -> None:
    candidate = evidence(of_change("typo", 50))
    assert judged(candidate, evidence(asked=())) == []
    assert judged(candidate, GateEvidence(2)) == []
    assert judged(evidence(asked=ASKED[:40], lost=ASKED[:40]), evidence()) == []


def test_it_is_one_of_the_gates_reasons() -> None:
    candidate = evidence(of_change("typo", 20))
    assert [reason.code for reason in gate.decide(candidate, evidence()).reasons] == [codes.INVARIANCE_FELL]
    assert gate.decide(replace(candidate, cases=evidence().cases), evidence()).verdict == "promoted"
