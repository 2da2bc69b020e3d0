"""What people think of answers: samples, verdicts, agreement, and the comparison with nex-cv."""

from __future__ import annotations

import pytest

from evaluation.measures.share_interval import wilson
from evaluation.ratings.agreement import krippendorff_alpha
from evaluation.ratings.ratings import RatedPair, Vote, draw, human_estimate
from evaluation.ratings.report import Overlap, overlaps, version_ratings

# Krippendorff, Computing Krippendorff's Alpha-Reliability (2011): four observers, twelve units, "." for no value.
FOUR_OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")


def rated(*votes: Vote, guess: str = "salary", category: str | None = "salary", confidence: float = 0.9) -> RatedPair:
    by_rater = {f"rater {place}": vote for place, vote in enumerate(votes)}
    return RatedPair(f"{guess} or {category}?", guess, category, confidence, 0.5, by_rater)


def units(observers: tuple[str, ...]) -> list[tuple[str, ...]]:
    rows = [observer.replace(" ", "") for observer in observers]
    return [tuple(value for value in column if value != ".") for column in zip(*rows, strict=True)]


def test_agreement_of_four_observers_is_what_its_author_computed() -> None:
    assert krippendorff_alpha(units(FOUR_OBSERVERS)) == pytest.approx(0.743, abs=5e-4)


def test_agreement_of_two_observers_on_two_values_is_what_its_author_computed() -> None:
    assert krippendorff_alpha(units(("0100000010", "1110010000"))) == pytest.approx(0.095, abs=5e-4)


@pytest.mark.parametrize("values", [[], [("yes",), ("no",)], [("yes", "yes"), ("yes", "yes")]])
def test_agreement_is_unknown_where_nobody_could_have_disagreed(values: list[tuple[str, ...]]) -> None:
    assert krippendorff_alpha(values) is None


def test_raters_who_always_differ_agree_less_than_chance() -> None:
    alpha = krippendorff_alpha([("yes", "no")] * 10)
    assert alpha is not None
    assert alpha < 0


# Newcombe, Statistics in Medicine 17 (1998), Table I, method 3.
@pytest.mark.parametrize(
    ("successes", "cases", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_wilsons(successes: int, cases: int, low: float, high: float) -> None:
    share = wilson(successes, cases)
    assert share.low == pytest.approx(low, abs=5e-5)
    assert share.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(
    ("votes", "verdict"),
    [
        (("yes", "yes", "no"), "yes"),
        (("no", "cant_tell"), "no"),
        (("yes", "no"), "cant_tell"),
        (("cant_tell",), "cant_tell"),
        ((), None),
    ],
)
def test_the_verdict_is_what_most_who_could_tell_say(votes: tuple[Vote, ...], verdict: Vote | None) -> None:
    assert rated(*votes).verdict == verdict


def test_pairs_nobody_could_tell_leave_the_estimate_open_and_do_not_count_as_wrong() -> None:
    estimate = human_estimate([rated("yes"), rated("yes"), rated("yes"), rated("no"), rated("cant_tell"), rated()])
    assert estimate.accuracy == wilson(3, 4)
    assert (estimate.cant_tell, estimate.unrated) == (1, 1)
    assert (estimate.lowest, estimate.highest) == (0.6, 0.8)


def test_without_votes_there_is_no_estimate() -> None:
    estimate = human_estimate([rated()])
    assert (estimate.accuracy.mean, estimate.lowest, estimate.highest) == (None, None, None)


def test_a_sample_is_the_same_for_a_seed_and_another_for_another() -> None:
    questions = {f"question {n}": n for n in range(100)}
    first = draw(questions, 20, seed=1)
    assert draw(dict(reversed(questions.items())), 20, seed=1) == first
    assert set(draw(questions, 20, seed=2)) != set(first)


def test_one_more_question_changes_at_most_one_of_a_sample() -> None:
    questions = {f"question {n}": n for n in range(100)}
    before, after = draw(questions, 20, seed=1), draw({**questions, "one more": 100}, 20, seed=1)
    assert len(set(before) - set(after)) <= 1


def test_what_people_accept_and_the_data_does_not_is_an_overlap_of_two_categories() -> None:
    pairs = [
        rated("yes", guess="pay", category="bonus"),
        rated("yes", guess="bonus", category="pay"),
        rated("yes", guess="bus", category="car"),
        rated("no", guess="pay", category="bus"),
        rated("yes", guess="pay", category="pay"),
        rated("yes", guess="pay", category=None),
    ]
    assert overlaps(pairs) == [
        Overlap("bonus", "pay", ("pay or bonus?", "bonus or pay?")),
        Overlap("bus", "car", ("bus or car?",)),
    ]


def test_a_version_stands_with_its_human_estimate_beside_nexcv() -> None:
    accuracy = {"mean": 0.7, "low": 0.65, "high": 0.75}
    setting = {"min_category_size": 0, "other_min_prop": 0.15, "accuracy": accuracy, "retries": []}
    pairs = [rated("yes", "yes"), rated("yes", "no", confidence=0.2), rated("yes", "yes", confidence=0.2)]
    point = version_ratings("v3", "en", pairs, [setting]).to_dict()
    assert point["nexcv"] == [{"min_category_size": 0, "other_min_prop": 0.15, "accuracy": accuracy}]
    assert (point["version"], point["raters"], point["yes_but_unsure"]) == ("v3", 2, 1)
    assert point["alpha"] == krippendorff_alpha([("yes", "yes"), ("yes", "no"), ("yes", "yes")])
