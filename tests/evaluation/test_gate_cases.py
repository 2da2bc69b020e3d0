"""What is kept of an evaluation's cases."""

from __future__ import annotations

import json

from evaluation import nexcv
from evaluation.engines import ENGINES
from evaluation.gate_cases import KeptCases, question_id
from evaluation.outcomes import Outcome


def test_the_kept_cases_are_those_of_the_evaluation_and_survive_json() -> None:
    texts = [f"{name} question {i}" for name in ("pay", "visa", "gym") for i in range(8)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, ENGINES["nearest-neighbour"])
    kept = KeptCases.of(result, texts, categories)
    assert KeptCases.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept
    assert kept.labels[question_id("pay question 0")] == "pay"
    for one in result.settings:
        tests = kept.settings[one.settings]
        assert len(tests) == len(one.cases())
        right = [case for case in one.cases() if case.outcome in (Outcome.T, Outcome.TO)]
        assert sum(test.is_right for test in tests.values()) == len(right)
