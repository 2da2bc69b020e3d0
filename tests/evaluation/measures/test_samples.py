from __future__ import annotations

from evaluation.measures.outcomes import Case, Outcome
from evaluation.measures.samples import sample_outcomes
from nlu.understanding import Guess

CASES = [Case(f"question {i % 20}", "pay", "pay", Guess("pay", 0.9), 0.5) for i in range(60)]


def texts(seed: int, size: int = 5) -> list[str]:
    return [case.text for case in sample_outcomes(CASES, size, seed)[Outcome.T]]


def test_a_question_stands_in_the_sample_once_however_often_it_was_tested() -> None:
    assert sorted(texts(seed=0, size=99)) == sorted({case.text for case in CASES})


def test_the_sample_is_random_and_follows_from_the_seed() -> None:
    assert texts(seed=0) == texts(seed=0)
    assert len(texts(seed=0)) == 5
    assert len({tuple(texts(seed)) for seed in range(4)}) == 4


def test_more_cases_do_not_throw_out_the_sample() -> None:
    one_more = [*CASES, Case("question new", "pay", "pay", Guess("pay", 0.9), 0.5)]
    after = [case.text for case in sample_outcomes(one_more, 5, 0)[Outcome.T]]
    assert len(set(texts(seed=0)) - set(after)) <= 1


def test_an_outcome_without_cases_has_an_empty_sample() -> None:
    assert sample_outcomes(CASES, 5, 0)[Outcome.FO] == []
