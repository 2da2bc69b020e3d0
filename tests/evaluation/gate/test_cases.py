"""What is kept of an evaluation's cases."""

from __future__ import annotations

import json

from evaluation import nexcv
from evaluation.engines.by_name import engine
from evaluation.examination import Examination
from evaluation.gate.cases import KeptCases, question_id, varied_id
from evaluation.invariance.perturbations import Phrasing
from evaluation.measures.outcomes import Outcome


def test_the_kept_cases_are_those_of_the_evaluation_and_survive_json() -> None:
    texts = [f"{name} question {i}" for name in ("pay", "visa", "gym") for i in range(8)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, engine("nearest-neighbour"))
    kept = KeptCases.of(result, texts, categories)
    assert KeptCases.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept
    assert kept.labels[question_id("pay question 0")] == "pay"
    for one in result.settings:
        tests = kept.settings[one.settings]
        assert len(tests) == len(one.cases())
        right = [case for case in one.cases() if case.outcome in (Outcome.T, Outcome.TO)]
        assert sum(test.is_right for test in tests.values()) == len(right)


def test_near_copies_that_were_tested_together_are_kept_as_such() -> None:
    pays = [text for i in range(8) for text in (f"what is paid in team {i}", f"what is paid in team {i} please")]
    texts = [*pays, *(f"{name} question {i}" for name in ("visa", "gym") for i in range(8))]
    categories = ["pay"] * len(pays) + ["visa"] * 8 + ["gym"] * 8
    kept = KeptCases.of(nexcv.run(texts, categories, engine("nearest-neighbour")), texts, categories)
    assert kept.copies
    assert set(kept.copies.values()) <= set(kept.labels)
    assert KeptCases.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept


def test_questions_asked_in_another_way_are_kept_and_follow_a_renamed_category() -> None:
    texts = [f"{name} question {i}" for name in ("pay", "visa", "gym") for i in range(8)]
    categories = [text.split()[0] for text in texts]
    phrasing = Phrasing("en", after=("thanks",))
    result = nexcv.run(texts, categories, engine("nearest-neighbour"), examination=Examination(phrasing=phrasing))
    kept = KeptCases.of(result, texts, categories, {"pay": 1, "visa": 2, "gym": 3})
    assert result.invariance is not None
    asked = result.invariance.asked
    assert kept.varied.keys() == {varied_id(one) for one in asked} != set()
    assert sum(one.is_right for one in kept.varied.values()) == sum(one.is_same for one in asked)
    assert KeptCases.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept
    renamed = kept.called({"salary": 1, "visa": 2, "gym": 3})
    assert {one.gold for one in renamed.varied.values()} == {"salary", "visa", "gym"}
    older = {name: value for name, value in kept.to_dict().items() if name != "varied"}
    assert KeptCases.from_dict(older).varied == {}
