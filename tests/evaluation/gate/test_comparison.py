"""Candidate and live model on the same questions; every reason with a case that gives it and one that does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from evaluation.gate import reason as codes
from evaluation.gate.cases import CaseAnswer, KeptCases
from evaluation.gate.comparison import GateComparison
from evaluation.gate.data import ExampleSource, TaughtExample
from evaluation.gate.decision import GateEvidence, GateRules, decide
from evaluation.gate.reason import GateReason
from evaluation.splits.settings import NexCvSettings

PLAIN = NexCvSettings(0, 0.0)
NAMES = ("salary", "benefits", "parking", "visa", "canteen")
QUESTIONS = {f"{name} {i}": name for name in NAMES for i in range(40)}
MONDAY = ExampleSource("import", "1", "Ada")


def cases(wrong: Mapping[str, str | None] | None = None, labels: Mapping[str, str] | None = None) -> KeptCases:
    """Return cases in which every question is answered rightly but those in `wrong`."""
    known, astray = dict(labels or QUESTIONS), dict(wrong or {})
    tests = {(0, question): CaseAnswer(name, astray.get(question, name)) for question, name in known.items()}
    return KeptCases(known, {PLAIN: tests})


def astray(category: str, count: int, to: str | None = "benefits") -> dict[str, str | None]:
    return {f"{category} {i}": to for i in range(count)}


def spread(count: int) -> dict[str, str | None]:
    """Return that many wrong questions in each category: no category stands out."""
    return {f"{name} {i}": None for name in NAMES for i in range(count)}


def evidence(kept: KeptCases | None, accuracy: float = 0.8) -> GateEvidence:
    examples = [TaughtExample(q, f"Text of {q}?", name) for q, name in (kept.labels if kept else QUESTIONS).items()]
    return GateEvidence(5, {PLAIN: accuracy}, cases=kept, examples=examples, standing=NAMES, coverage=0.8)


def reasons(after: KeptCases, before: KeptCases | None = None, refitted: KeptCases | None = None) -> list[GateReason]:
    return list(decide(evidence(after), evidence(before or cases()), refitted=refitted).reasons)


def found(given: Sequence[GateReason]) -> list[str]:
    return [reason.code for reason in given]


def test_a_fall_on_the_same_questions_beyond_tolerance_and_noise_blocks() -> None:
    (fell,) = [one for one in reasons(cases(spread(3))) if one.code == codes.ACCURACY_FELL]
    assert fell.params["before"] == 1.0
    assert fell.params["after"] == pytest.approx(1 - 15 / 200)
    assert (fell.params["cause"], fell.params["questions"]) == ("data", 200)


def test_a_fall_within_the_tolerance_is_let_through() -> None:
    assert reasons(cases(astray("salary", 3, None))) == []


def test_a_fall_that_chance_explains_is_let_through() -> None:
    few = {question: name for question, name in QUESTIONS.items() if int(question.split()[1]) < 8}
    lost = {"salary 0": None, "visa 1": None, "parking 2": None}
    assert reasons(cases(lost, few), cases(None, few)) == []


def test_a_fall_no_larger_than_other_data_brings_by_itself_is_let_through() -> None:
    """Seven of 200 lost are beyond chance, yet may be as little as a point: what any retrain costs or gains."""
    assert reasons(cases(dict.fromkeys(list(QUESTIONS)[::29], None))) == []
    assert found(reasons(cases(spread(3)))) == [codes.ACCURACY_FELL, *[codes.CATEGORY_GOT_WORSE] * 5]


def test_what_was_done_to_the_data_is_said_before_what_it_cost() -> None:
    given = reasons(cases(dict.fromkeys(list(QUESTIONS)[:30], None)), before=cases())
    cost = [
        GateReason(codes.ONE_SOURCE, {}),
        *given,
        GateReason(codes.LABELS_FLIPPED, {}),
        GateReason(codes.ONE_SOURCE, {}),
    ]
    ordered = [one.code for one in codes.causes_first(cost)]
    assert ordered == [codes.ONE_SOURCE, codes.ONE_SOURCE, codes.LABELS_FLIPPED, *found(given)]
    emptied = {question: name for question, name in QUESTIONS.items() if name != "visa"}
    live = GateEvidence(5, {PLAIN: 0.8}, cases=cases(), standing=NAMES)
    first, *_ = decide(replace(evidence(cases(spread(4), emptied)), standing=NAMES), live).reasons
    assert first.code == codes.CATEGORY_EMPTIED


def test_a_setting_that_holds_back_the_same_questions_is_not_told_twice() -> None:
    few = NexCvSettings(5, 0.0)
    both = [replace(one, settings={**one.settings, few: one.settings[PLAIN]}) for one in (cases(spread(4)), cases())]
    candidate, live = (replace(evidence(kept), accuracy={PLAIN: 0.8, few: 0.8}) for kept in both)
    assert found(decide(candidate, live).reasons).count(codes.ACCURACY_FELL) == 1
    other = replace(both[0], settings={**both[0].settings, few: cases(spread(5)).settings[PLAIN]})
    given = decide(replace(candidate, cases=other), live).reasons
    assert found(given).count(codes.ACCURACY_FELL) == 2


def test_means_that_differ_do_not_block_when_the_same_questions_fare_as_well() -> None:
    decision = decide(evidence(cases(), accuracy=0.6), evidence(cases(), accuracy=0.9))
    assert decision.verdict == "promoted", "the candidate's data holds harder questions, that is all"


def test_only_cases_tested_in_both_with_the_same_gold_are_compared() -> None:
    moved = {**QUESTIONS, "salary 0": "benefits", "new question": "visa"}
    pairs = GateComparison("data", cases(None, moved), cases()).pairs(PLAIN)
    assert pairs is not None
    assert len(pairs) == 199


def test_without_cases_of_the_live_version_the_means_are_compared() -> None:
    live = evidence(None, accuracy=0.9)
    (fell,) = decide(evidence(cases(), accuracy=0.8), live).reasons
    assert (fell.code, fell.params["cause"]) == (codes.ACCURACY_FELL, None)
    assert decide(evidence(cases(), accuracy=0.89), live).verdict == "promoted"


def test_with_few_questions_in_common_the_means_are_compared() -> None:
    other = {f"other {question}": name for question, name in QUESTIONS.items()}
    decision = decide(evidence(cases(None, other), accuracy=0.5), evidence(cases(), accuracy=0.9))
    assert found(decision.reasons) == [codes.ACCURACY_FELL]


def test_a_recipe_that_costs_is_told_from_data_that_costs() -> None:
    good, bad = cases(), cases(spread(3))
    by_recipe = reasons(bad, before=good, refitted=good)
    by_data = reasons(bad, before=good, refitted=bad)
    assert [one.params["cause"] for one in by_recipe if one.code == codes.ACCURACY_FELL] == ["recipe"]
    assert [one.params["cause"] for one in by_data if one.code == codes.ACCURACY_FELL] == ["data"]
    assert reasons(good, before=good, refitted=good) == []


def test_good_data_does_not_hide_a_recipe_that_costs() -> None:
    weak = cases(spread(4))
    assert [one.params["cause"] for one in reasons(weak, before=weak, refitted=cases())] == ["recipe"]


def test_two_small_falls_are_added_up() -> None:
    given = reasons(cases(spread(2)), before=cases(), refitted=cases(spread(1)))
    assert [one.params["cause"] for one in given if one.code == codes.ACCURACY_FELL] == ["both"]


def test_a_category_that_got_much_worse_is_named_with_where_its_questions_go() -> None:
    rules = GateRules(tolerance=0.5)
    (worse,) = decide(evidence(cases(astray("salary", 9))), evidence(cases()), rules).reasons
    assert worse.code == codes.CATEGORY_GOT_WORSE
    assert (worse.params["category"], worse.params["answer"], worse.params["count"]) == ("salary", "benefits", 9)
    assert worse.questions[0].text == "Text of salary 0?"
    assert (worse.questions[0].before, worse.questions[0].after) == ("salary", "benefits")
    assert decide(evidence(cases(astray("salary", 7))), evidence(cases()), rules).verdict == "promoted"


def test_when_something_blocks_the_categories_that_lost_questions_are_named_the_worst_first() -> None:
    lost = astray("salary", 6) | astray("visa", 4, None) | astray("parking", 1)
    given = reasons(cases(lost))
    worse = [one.params["category"] for one in given if one.code == codes.CATEGORY_GOT_WORSE]
    assert worse == ["salary", "visa"]


@pytest.mark.parametrize(("before", "after", "blocks"), [(0.6, 0.29, True), (0.6, 0.3, False), (0.2, 0.1, False)])
def test_coverage_that_falls_below_the_floor_blocks(before: float, after: float, blocks: bool) -> None:
    live, candidate = replace(evidence(cases()), coverage=before), replace(evidence(cases()), coverage=after)
    assert found(decide(candidate, live).reasons) == ([codes.COVERAGE_FELL] if blocks else [])


@pytest.mark.parametrize(("milliseconds", "megabytes"), [(51.0, 1.0), (1.0, 201.0), (50.0, 200.0)])
def test_a_model_beyond_the_budget_blocks_even_as_the_first(milliseconds: float, megabytes: float) -> None:
    slow = [codes.TOO_SLOW] * (milliseconds > 50) + [codes.TOO_LARGE] * (megabytes > 200)
    candidate = replace(evidence(cases()), milliseconds=milliseconds, megabytes=megabytes)
    assert found(decide(candidate, None).reasons) == slow


def test_a_category_that_lost_all_its_examples_blocks_unless_it_was_deleted_or_renamed() -> None:
    kept = cases(None, {question: name for question, name in QUESTIONS.items() if name != "visa"})
    (gone,) = reasons(kept)
    assert (gone.code, gone.params) == (codes.CATEGORY_EMPTIED, {"category": "visa", "before": 40})
    deleted = replace(evidence(kept), standing=[name for name in NAMES if name != "visa"])
    assert decide(deleted, evidence(cases())).verdict == "promoted"


@pytest.mark.parametrize(
    ("count", "sources", "blocks"), [(11, (MONDAY,), True), (10, (MONDAY,), False), (30, (), False)]
)
def test_an_import_that_flips_many_labels_blocks(count: int, sources: tuple[ExampleSource, ...], blocks: bool) -> None:
    labels = QUESTIONS | {f"salary {i}": "benefits" for i in range(count)}
    candidate = evidence(cases(None, labels))
    examples = [
        replace(one, sources=sources if labels[one.question] != QUESTIONS[one.question] else ())
        for one in candidate.examples
    ]
    given = decide(replace(candidate, examples=examples), evidence(cases())).reasons
    assert (codes.LABELS_FLIPPED in found(given)) == blocks
    if blocks:
        (flipped,) = [one for one in given if one.code == codes.LABELS_FLIPPED]
        assert (flipped.params["flipped"], flipped.params["author"]) == (11, "Ada")
        assert (flipped.questions[0].before, flipped.questions[0].after) == ("salary", "benefits")


def test_near_copies_that_were_won_cannot_outvote_questions_that_were_lost() -> None:
    copies = {f"copy {i}": "canteen 0" for i in range(100)}
    labels = QUESTIONS | dict.fromkeys(copies, "canteen")
    before = cases(dict.fromkeys(copies, None) | {"canteen 0": None}, labels)
    lost = {question: answer for question, answer in spread(3).items() if question != "canteen 0"}
    after = replace(cases(lost, labels), copies=copies)
    assert codes.ACCURACY_FELL not in found(reasons(replace(after, copies={}), before))
    (fell,) = [one for one in reasons(after, before) if one.code == codes.ACCURACY_FELL]
    assert fell.params["questions"] == len(QUESTIONS)
