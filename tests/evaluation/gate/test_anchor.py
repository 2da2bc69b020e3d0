"""The version beside the live one: what falls by little each time is seen as one fall."""

from __future__ import annotations

from dataclasses import replace

from evaluation.gate import reason as codes
from evaluation.gate.anchor import best_of
from evaluation.gate.cases import CaseAnswer, KeptCases
from evaluation.gate.decision import Anchor, GateDecision, GateRules, decide
from evaluation.gate.evidence import GateEvidence
from evaluation.splits.settings import NexCvSettings

PLAIN = NexCvSettings(0, 0.0)
QUESTIONS = {f"q{i}": "salary" if i % 2 else "visa" for i in range(200)}


def cases(wrong: int, ids: dict[str, int] | None = None) -> KeptCases:
    answers = {
        (0, question): CaseAnswer(name, "parking" if i < wrong else name)
        for i, (question, name) in enumerate(QUESTIONS.items())
    }
    return KeptCases(QUESTIONS, {PLAIN: answers}, ids or {})


def evidence(wrong: int) -> GateEvidence:
    return GateEvidence(3, accuracy={PLAIN: 1 - wrong / 200}, cases=cases(wrong))


def judged(wrong: int, live: int, anchor: int) -> GateDecision:
    return decide(evidence(wrong), evidence(live), GateRules(), anchor=Anchor("v3", evidence(anchor)))


def test_a_slow_fall_is_blocked_when_the_sum_matters_and_names_the_anchor() -> None:
    assert judged(10, 5, 0).verdict != "promoted"
    (reason, *_) = judged(10, 5, 0).reasons
    assert (reason.code, reason.params[codes.ANCHOR]) == (codes.ACCURACY_FELL, "v3")
    assert judged(5, 5, 0).verdict == "promoted"


def otherwise(lost: int) -> GateEvidence:
    """A version that loses so many of 200 answers when the questions are asked in another way."""
    varied = {
        ("typo", question, f"{question}?"): CaseAnswer(name, None if i < lost else name)
        for i, (question, name) in enumerate(QUESTIONS.items())
    }
    return replace(evidence(0), cases=replace(cases(0), varied=varied))


def test_answers_that_come_to_hang_on_the_wording_bit_by_bit_are_blocked_too() -> None:
    rules = GateRules(invariance_tolerance=0.03)
    (reason,) = decide(otherwise(12), otherwise(7), rules, anchor=Anchor("v3", otherwise(1))).reasons
    assert (reason.code, reason.params[codes.ANCHOR]) == (codes.INVARIANCE_FELL, "v3")
    assert (reason.params["before"], reason.params["after"]) == (0.995, 0.94)
    assert reason.params["tolerance"] == 0.045
    assert decide(otherwise(9), otherwise(7), rules, anchor=Anchor("v3", otherwise(1))).verdict == "promoted"
    (said_once,) = decide(otherwise(30), otherwise(7), rules, anchor=Anchor("v3", otherwise(1))).reasons
    assert codes.ANCHOR not in said_once.params


def test_what_the_live_version_says_already_is_not_said_twice() -> None:
    given = judged(40, 0, 0).reasons
    assert [one.code for one in given if one.code == codes.ACCURACY_FELL] == [codes.ACCURACY_FELL]
    assert not any(codes.ANCHOR in one.params for one in given)


def test_nothing_goes_live_below_the_floor_unless_what_is_live_is_worse() -> None:
    rules = GateRules(accuracy_floor=0.9)
    low, lower = evidence(40), evidence(41)
    assert [one.code for one in decide(low, None, rules).reasons] == [codes.BELOW_FLOOR]
    assert decide(low, lower, rules).verdict == "promoted"
    assert [one.code for one in decide(low, low, rules).reasons] == [codes.BELOW_FLOOR]
    assert decide(evidence(20), None, rules).verdict == "promoted"


def test_the_best_is_judged_on_the_questions_of_the_oldest() -> None:
    easier = {(0, f"easy {i}"): CaseAnswer("salary", "salary") for i in range(900)}
    inflated = replace(cases(30), settings={PLAIN: {**cases(30).settings[PLAIN], **easier}})
    assert best_of([cases(20), cases(10), inflated]) == 1
    assert best_of([cases(10), cases(10)]) == 0
    assert best_of([]) is None


def test_cases_take_the_names_that_categories_have_now_also_through_mergers() -> None:
    before = cases(0, {"salary": 1, "visa": 2})
    renamed = before.called({"pay": 1, "visa": 2})
    assert set(renamed.labels.values()) == {"pay", "visa"}
    assert {one.gold for one in renamed.settings[PLAIN].values()} == {"pay", "visa"}
    merged = before.called({"papers": 3}, {2: 9, 9: 3})
    assert set(merged.labels.values()) == {"salary", "papers"}
    swapped = before.called({"visa": 1, "salary": 2})
    assert swapped.labels["q0"] == "salary"
    assert KeptCases.from_dict(before.to_dict()) == before


def test_a_question_that_an_import_moved_counts_by_the_category_it_stood_in() -> None:
    from evaluation.gate.comparison import GateComparison

    swap = {"salary": "visa", "visa": "salary"}
    after = KeptCases(
        {question: swap[name] for question, name in QUESTIONS.items()},
        {
            PLAIN: {
                asked: CaseAnswer(swap[one.gold or ""], swap[one.gold or ""])
                for asked, one in cases(0).settings[PLAIN].items()
            }
        },
    )
    moved = GateComparison("data", after, cases(0), frozenset(QUESTIONS)).pairs(PLAIN)
    assert moved is not None
    assert sum(one.gain for one in moved) == -200
    assert GateComparison("data", after, cases(0)).pairs(PLAIN) is None
