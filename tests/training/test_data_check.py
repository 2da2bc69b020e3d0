"""What the data check finds before training."""

from __future__ import annotations

from nlu.normalise import normalise
from training.data_check import check

GOOD = [("pay?", "salary"), ("wage", "salary"), ("perks", "benefits"), ("extras", "benefits")]


def test_clean_data_has_no_problem() -> None:
    assert check(GOOD, general={}, answered={"salary", "benefits"}) == []


def test_a_question_in_two_categories_is_an_error_whatever_its_case_and_punctuation() -> None:
    problems = check([*GOOD, ("PAY", "benefits")])
    assert [problem.level for problem in problems] == ["error"]
    assert "'benefits' and 'salary'" in problems[0].text


def test_one_category_only_is_an_error() -> None:
    assert [problem.level for problem in check([("a b", "salary"), ("c d", "salary")])] == ["error"]


def test_a_single_example_a_repeated_one_and_an_unanswered_category_are_notes() -> None:
    problems = check([*GOOD, ("pay", "salary"), ("dogs", "pets")], answered={"salary", "benefits"})
    assert {problem.level for problem in problems} == {"note"}
    assert len(problems) == 3


def test_a_sentence_of_a_general_intent_is_noted() -> None:
    (problem,) = check([*GOOD, ("Help!", "benefits")], general={normalise("help"): "help"})
    assert "general intent 'help'" in problem.text
