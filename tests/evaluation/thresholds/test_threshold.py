"""The threshold that is worth its price."""

from __future__ import annotations

import json
import random

import pytest

from evaluation.classifier import NO_ANSWER
from evaluation.errors import EvaluationError
from evaluation.measures.outcomes import Case
from evaluation.thresholds.summary import summary
from evaluation.thresholds.threshold import THRESHOLDS, Recommendation, recommend
from nlu.understanding import Guess


def calibrated(n: int, *, negatives: int = 0, seed: int = 0) -> list[Case]:
    """Cases whose confidence is the probability that they are right; negatives have low confidence."""
    source = random.Random(seed)
    cases = []
    for place in range(n):
        confidence = source.random()
        said = "pay" if source.random() < confidence else "visa"
        cases.append(Case(f"question {place}", "pay", "pay", Guess(said, confidence), 0.5))
    for place in range(negatives):
        guess = Guess("pay", source.random() / 2)
        cases.append(Case(f"other {place}", "rare", NO_ANSWER, guess, 0.5))
    return cases


@pytest.mark.parametrize(("wrong_costs", "best"), [(1, 0.01), (2, 0.5), (5, 0.8), (10, 0.9)])
def test_with_true_probabilities_it_is_one_minus_one_over_the_price(wrong_costs: float, best: float) -> None:
    found = recommend(calibrated(20_000), wrong_costs=wrong_costs, prior=0.0)
    assert found.threshold == pytest.approx(best, abs=0.06)
    assert found.low <= found.threshold <= found.high


def test_the_prices_count_what_is_answered_and_what_is_wrong() -> None:
    cases = [Case(str(c), "pay", "pay", Guess(said, c), 0.5) for said, c in (("pay", 0.9), ("visa", 0.6), ("pay", 0.3))]
    found = recommend([*cases, Case("?", "pay", "pay", NO_ANSWER, 0.5)], wrong_costs=3, prior=0.0)
    at = {price.threshold: price for price in found.prices}
    assert (at[0.5].answered, at[0.5].wrong) == (2 / 4, 1 / 2)
    assert at[0.5].cost == pytest.approx(100 * (3 * 1 + 2) / 4)
    assert (at[0.95].answered, at[0.95].wrong, at[0.95].cost) == (0, None, 100)
    assert found.threshold == 0.61  # the lowest at which only the right answer of .9 is given


def test_negative_examples_count_as_the_share_that_is_expected() -> None:
    cases = [Case("a", "pay", "pay", Guess("pay", 0.9), 0.5), Case("b", "rare", NO_ANSWER, Guess("pay", 0.7), 0.5)]
    found = recommend(cases * 3, wrong_costs=2, prior=0.4)
    price = found.prices[THRESHOLDS.index(0.5)]
    assert price.answered == pytest.approx(1.0)
    assert price.wrong == pytest.approx(0.4)
    assert recommend(cases[:1], wrong_costs=2, prior=0.4).prior is None


def test_near_copies_of_a_question_count_as_one() -> None:
    copies = [Case(f"pay{' please' * n}", "pay", "pay", Guess("visa", 0.9), 0.5, "pay", 1 / 30) for n in range(30)]
    found = recommend([*copies, Case("wage", "pay", "pay", Guess("pay", 0.9), 0.5)], wrong_costs=20, prior=0.0)
    assert found.prices[THRESHOLDS.index(0.5)].wrong == pytest.approx(1 / 2)
    assert (found.low, found.high) == (0.01, 0.91)  # either question alone may be drawn


def test_more_questions_make_the_interval_narrower_and_a_seed_repeats_it() -> None:
    few, many = (recommend(calibrated(n), wrong_costs=4, prior=0.0) for n in (60, 6000))
    assert many.high - many.low < few.high - few.low
    assert recommend(calibrated(60), wrong_costs=4, prior=0.0) == few


def test_the_same_question_in_many_retries_does_not_make_it_surer() -> None:
    once = recommend(calibrated(100), wrong_costs=4, prior=0.0)
    often = recommend(calibrated(100) * 5, wrong_costs=4, prior=0.0)
    assert (often.low, often.high) == (once.low, once.high)


@pytest.mark.parametrize(
    ("wrong_costs", "prior", "reason"),
    [
        (0, 0.2, "wrong-costs must be above 0"),
        (float("nan"), 0.2, "wrong-costs"),
        (5, 1.0, "prior must be"),
        (5, -0.1, "prior"),
    ],
)
def test_impossible_prices_are_refused(wrong_costs: float, prior: float, reason: str) -> None:
    with pytest.raises(EvaluationError, match=reason):
        recommend(calibrated(10), wrong_costs=wrong_costs, prior=prior)


def test_without_a_question_that_fits_nothing_can_be_said() -> None:
    with pytest.raises(EvaluationError, match="add examples"):
        recommend(calibrated(0, negatives=3), wrong_costs=5, prior=0.2)


def told(wrong_costs: float = 5, negatives: int = 100) -> tuple[Recommendation, str]:
    found = recommend(calibrated(400, negatives=negatives), wrong_costs=wrong_costs, prior=0.25)
    return found, summary(found, of_a_bot=True)


def test_the_summary_says_what_to_set_and_what_it_brings() -> None:
    found, text = told()
    assert f"Recommended threshold: {found.threshold:.2f} (95 % interval {found.low:.2f} to {found.high:.2f}" in text
    assert "One wrong answer costs as much as 5 questions handed to a person." in text
    assert "25% of the questions are expected to fit no category." in text
    assert text.count("<- recommended") == 1
    assert "Set it as bot.threshold." in text


def test_the_summary_says_when_nothing_could_be_held_back_and_when_nothing_is_worth_answering() -> None:
    assert "No category could be held back" in told(negatives=0)[1]
    hopeless = [Case(str(n), "pay", "pay", Guess("visa", 0.9), 0.5) for n in range(5)]
    assert "answer nothing" in summary(recommend(hopeless, wrong_costs=5, prior=0.0), of_a_bot=False)


def test_its_json_holds_every_price() -> None:
    record = json.loads(json.dumps(told()[0].to_dict()))
    assert [price["threshold"] for price in record["prices"]] == list(THRESHOLDS)
    assert {"threshold", "low", "high", "wrong_costs", "prior", "n_in_scope", "n_negative"} <= set(record)
