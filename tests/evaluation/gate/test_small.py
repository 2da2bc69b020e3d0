"""Categories with few questions: judged exactly, judged together, or named as not judged."""

from __future__ import annotations

from dataclasses import replace

from evaluation.gate import reason as codes
from evaluation.gate.cases import CaseAnswer, KeptCases
from evaluation.gate.comparison import GateComparison
from evaluation.gate.rules import GateRules
from evaluation.gate.small import not_judged, small_categories
from evaluation.splits.settings import NexCvSettings

PLAIN = NexCvSettings(0, 0.0)
SIZES = {"salary": 60, "visa": 60, **{f"small {i}": 4 for i in range(8)}, "tiny": 2}
QUESTIONS = {f"{name} {i}": name for name, size in SIZES.items() for i in range(size)}


def comparison(lost: set[str]) -> GateComparison:
    before = {(0, question): CaseAnswer(name, name) for question, name in QUESTIONS.items()}
    after = {
        (0, question): CaseAnswer(name, None if question in lost else name) for question, name in QUESTIONS.items()
    }
    return GateComparison("both", KeptCases(QUESTIONS, {PLAIN: after}), KeptCases(QUESTIONS, {PLAIN: before}))


def judged(lost: set[str]) -> list[codes.GateReason]:
    return small_categories(comparison(lost), {}, GateRules())


def test_a_small_category_that_lost_all_its_questions_is_named() -> None:
    (reason,) = judged({f"small 0 {i}" for i in range(4)})
    assert (reason.code, reason.params["category"], reason.params["lost"]) == (codes.CATEGORY_GOT_WORSE, "small 0", 4)


def test_one_lost_question_of_each_of_a_few_is_noise() -> None:
    assert judged({f"small {i} 0" for i in range(3)}) == []


def test_small_categories_that_each_lost_a_little_are_judged_together() -> None:
    (reason,) = judged({f"small {i} {j}" for i in range(8) for j in range(2)})
    assert (reason.code, reason.params["categories"], reason.params["tested"]) == (codes.SMALL_GOT_WORSE, 9, 34)
    assert reason.params["before"] == 1.0


def test_what_people_said_of_answers_to_candidates_counts_where_few_questions_are_tested() -> None:
    asked = {f"asked {i}": "tiny" for i in range(4)}
    given = comparison({f"tiny {i}" for i in range(2)})
    after = {**given.after.settings[PLAIN], **{(0, one): CaseAnswer("tiny", None) for one in asked}}
    given = replace(given, after=KeptCases(QUESTIONS | asked, {PLAIN: after}))
    assert small_categories(given, {}, GateRules()) == []
    given = replace(given, reviewed={one: CaseAnswer("tiny", "tiny") for one in asked})
    (reason,) = small_categories(given, {}, GateRules())
    assert (reason.params["category"], reason.params["lost"], reason.params["tested"]) == ("tiny", 6, 6)
    assert not_judged(QUESTIONS, given, ()) == []
    other_mind = replace(given, reviewed={one: CaseAnswer("salary", "salary") for one in asked})
    assert small_categories(other_mind, {}, GateRules()) == []


def test_large_categories_are_none_of_its_business() -> None:
    assert judged({f"salary {i}" for i in range(30)}) == []


def test_what_could_not_be_judged_is_named_unless_a_question_of_it_is_pinned() -> None:
    (note,) = not_judged(QUESTIONS | {"new 1": "new"}, comparison(set()), ())
    assert note.params == {"categories": 2, "names": "new, tiny", "needed": 3}
    assert not_judged(QUESTIONS, comparison(set()), {"tiny"}) == []
