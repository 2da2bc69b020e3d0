from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import f1_score, matthews_corrcoef

from evaluation.classifier import NO_ANSWER, Label
from evaluation.measures import metrics
from evaluation.measures.figures import figures
from evaluation.measures.outcomes import Case, Outcome
from nlu.understanding import Guess

labels: st.SearchStrategy[Label] = st.sampled_from(["a", "b", "c", NO_ANSWER])
pairs = st.lists(st.tuples(labels, labels), min_size=1, max_size=40)


def case(gold: Label, guess: str, confidence: float) -> Case:
    return Case("?", str(gold), gold, Guess(guess, confidence), 0.5)


@given(pairs)
def test_f1_equals_scikit_learn_with_no_answer_as_one_class(answers: list[tuple[Label, Label]]) -> None:
    counts, gold, given_ = Counter(answers), [str(g) for g, _ in answers], [str(a) for _, a in answers]
    for average, ours in (("macro", metrics.f1_macro(counts)), ("weighted", metrics.f1_weighted(counts))):
        assert ours == pytest.approx(f1_score(gold, given_, average=average, zero_division=0))


@pytest.mark.filterwarnings("ignore:A single label was found")
@given(pairs)
def test_matthews_correlation_equals_scikit_learn(answers: list[tuple[Label, Label]]) -> None:
    theirs = matthews_corrcoef([str(g) for g, _ in answers], [str(a) for _, a in answers])
    assert metrics.matthews(Counter(answers)) == pytest.approx(theirs, abs=1e-9)


def test_carefulness_is_unknown_when_nothing_was_suppressed() -> None:
    assert metrics.carefulness({Outcome.T: 3, Outcome.F: 1}) is None
    assert metrics.carefulness({Outcome.FCO: 2}) == 0.0


def test_carefulness_counts_the_suppressed_guesses_that_were_wrong() -> None:
    assert metrics.carefulness({Outcome.T: 9, Outcome.FO: 2, Outcome.TO: 1, Outcome.FCO: 1}) == 0.75


def test_coverage_is_the_share_that_was_answered_rightly_or_wrongly() -> None:
    assert metrics.coverage({Outcome.T: 3, Outcome.F: 1, Outcome.FO: 2, Outcome.TO: 1, Outcome.FCO: 1}) == 0.5


def test_recall_is_taken_over_answered_cases_with_the_unanswered_share_beside_it() -> None:
    cases = [case("a", "a", 0.9), case("a", "b", 0.9), case("a", "a", 0.1), case("a", "b", 0.1), case("b", "b", 0.9)]
    a, b = metrics.per_category(metrics.confusion(cases))
    assert (a.category, a.total, a.answered_right, a.recall, a.no_answer, a.precision) == ("a", 4, 1, 0.5, 0.5, 1.0)
    assert (b.precision, b.recall) == (0.5, 1.0)


def test_a_category_figure_without_cases_is_unknown_and_not_zero() -> None:
    never_answered, only_answered = metrics.per_category({("a", NO_ANSWER): 2, (NO_ANSWER, "b"): 1})
    assert (never_answered.precision, never_answered.recall, never_answered.f1) == (None, None, None)
    assert (only_answered.total, only_answered.no_answer, only_answered.precision) == (0, None, 0.0)


def test_no_answer_is_not_listed_as_a_category() -> None:
    assert [one.category for one in metrics.per_category({(NO_ANSWER, NO_ANSWER): 3, ("a", "a"): 1})] == ["a"]


def test_no_cases_give_no_figures() -> None:
    nothing = figures([])
    assert (nothing.accuracy, nothing.f1_macro, nothing.f1_weighted, nothing.coverage) == (None, None, None, None)
