from __future__ import annotations

from collections.abc import Sequence

import pytest

from evaluation import nexcv
from evaluation.engines.by_name import engine
from evaluation.gate import reason as gate
from evaluation.gate.cases import KeptCases
from evaluation.gate.decision import GateEvidence, GateRules, GoldenAnswer, decide
from evaluation.splits.settings import NexCvSettings

PLAIN, RAREST = NexCvSettings(0, 0.0), NexCvSettings(0, 0.15)


def evidence(plain: float, rarest: float, golden: Sequence[GoldenAnswer] = ()) -> GateEvidence:
    return GateEvidence(categories=5, accuracy={PLAIN: plain, RAREST: rarest}, golden=golden)


def test_a_model_that_is_as_good_is_promoted_without_reasons() -> None:
    decision = decide(evidence(0.80, 0.70), evidence(0.81, 0.69))
    assert (decision.verdict, decision.reasons) == ("promoted", ())


def test_a_fall_beyond_the_tolerance_in_one_setting_blocks() -> None:
    decision = decide(evidence(0.90, 0.67), evidence(0.80, 0.70))
    assert decision.verdict == "blocked"
    (reason,) = decision.reasons
    assert reason.code == gate.ACCURACY_FELL
    assert (reason.params["min_category_size"], reason.params["other_min_prop"]) == (0, 0.15)
    assert (reason.params["before"], reason.params["after"]) == (0.70, 0.67)
    assert reason.params["fall"] == pytest.approx(0.03)


def test_a_fall_of_just_the_tolerance_is_let_through() -> None:
    assert decide(evidence(0.80, 0.70), evidence(0.82, 0.72)).verdict == "promoted"
    assert decide(evidence(0.7999, 0.70), evidence(0.82, 0.72)).verdict == "blocked"


def test_the_tolerance_is_the_rules() -> None:
    candidate, live = evidence(0.75, 0.70), evidence(0.80, 0.70)
    assert decide(candidate, live).verdict == "blocked"
    assert decide(candidate, live, GateRules(tolerance=0.1)).verdict == "promoted"


def test_the_first_model_is_promoted_however_weak() -> None:
    wrong = GoldenAnswer("how much do you pay", "pay", None)
    assert decide(evidence(0.1, 0.1, [wrong]), None).verdict == "promoted"


def test_data_with_one_category_blocks_even_the_first_model() -> None:
    decision = decide(GateEvidence(categories=1), None)
    assert decision.verdict == "blocked"
    assert decision.reasons[0].to_dict() == {"code": "too_few_categories", "params": {"categories": 1, "needed": 2}}


def test_a_setting_that_is_no_longer_measured_blocks() -> None:
    candidate = GateEvidence(categories=5, accuracy={PLAIN: 0.9})
    assert [reason.code for reason in decide(candidate, evidence(0.8, 0.7)).reasons] == [gate.SETTING_NOT_MEASURED]


def two_topics(second: int, third: int = 0) -> GateEvidence:
    sizes = {"pay": 8, "pets": second, "gym": third}
    texts = [f"{name} question number{i}" for name, size in sizes.items() for i in range(size)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, engine("nearest-neighbour"))
    return GateEvidence.from_record(result.to_dict(), cases=KeptCases.of(result, texts, categories))


def test_a_setting_that_hid_no_category_from_the_live_model_is_noted_when_it_is_not_measured_any_more() -> None:
    live = two_topics(5)
    decision = decide(two_topics(4), live)
    assert (decision.verdict, decision.reasons) == ("promoted", ())
    noted = [note.params for note in decision.notes if note.code == gate.SETTING_NOT_MEASURED]
    assert noted == [{"min_category_size": 5, "other_min_prop": 0.0, "before": live.accuracy[NexCvSettings(5)]}]


def test_a_setting_that_hid_a_category_from_the_live_model_blocks_when_it_is_not_measured_any_more() -> None:
    decision = decide(two_topics(4), two_topics(5, third=4))
    assert gate.SETTING_NOT_MEASURED in {reason.code for reason in decision.reasons}
    assert gate.SETTING_NOT_MEASURED not in {note.code for note in decision.notes}


def test_a_setting_that_the_live_model_was_not_measured_at_is_no_reason() -> None:
    live = GateEvidence(categories=5, accuracy={PLAIN: 0.8})
    assert decide(evidence(0.8, 0.1), live).verdict == "promoted"


def test_a_golden_question_that_changes_its_answer_blocks() -> None:
    right, wrong = GoldenAnswer("how much", "pay", "pay"), GoldenAnswer("how much", "pay", "benefits")
    decision = decide(evidence(0.8, 0.7, [wrong]), evidence(0.8, 0.7, [right]))
    assert decision.verdict == "blocked"
    assert decision.reasons[0].to_dict() == {
        "code": "golden_changed",
        "params": {"question": "how much", "expected": "pay", "answer": "benefits"},
    }
    assert decide(evidence(0.8, 0.7, [right]), evidence(0.8, 0.7, [right])).verdict == "promoted"


def test_a_golden_question_that_loses_its_answer_blocks_also_when_the_live_answer_is_not_known() -> None:
    silent = GoldenAnswer("how much", "pay", None)
    assert decide(evidence(0.8, 0.7, [silent]), evidence(0.8, 0.7)).reasons[0].params["answer"] is None


def test_a_golden_question_that_the_live_model_gets_wrong_as_well_does_not_block_the_way_out() -> None:
    wrong = GoldenAnswer("how much", "pay", "benefits")
    assert decide(evidence(0.8, 0.7, [wrong]), evidence(0.8, 0.7, [wrong])).verdict == "promoted"


def test_every_reason_is_given() -> None:
    candidate = GateEvidence(categories=1, accuracy={PLAIN: 0.2}, golden=[GoldenAnswer("q", "pay", None)])
    codes = {reason.code for reason in decide(candidate, evidence(0.8, 0.7)).reasons}
    assert codes == {gate.TOO_FEW_CATEGORIES, gate.ACCURACY_FELL, gate.SETTING_NOT_MEASURED, gate.GOLDEN_CHANGED}


def test_evidence_is_read_from_a_recorded_evaluation() -> None:
    texts = [f"{name} question {i}" for name in ("pay", "visa", "gym") for i in range(8)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, engine("nearest-neighbour"))
    read = GateEvidence.from_record(result.to_dict())
    assert read.categories == 3
    assert read.accuracy == {one.settings: one.interval_of("accuracy").mean for one in result.settings}


def test_shuffled_categories_are_caught() -> None:
    texts = [f"{name} question about {name} {i}" for name in ("pay", "visa", "gym", "tram") for i in range(10)]
    categories = [text.split()[0] for text in texts]
    poisoned = categories[7:] + categories[:7]
    good, bad = (
        GateEvidence.from_record(nexcv.run(texts, labels, engine("candor")).to_dict())
        for labels in (categories, poisoned)
    )
    assert decide(good, good).verdict == "promoted"
    assert decide(bad, good).verdict == "blocked"
