from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from evaluation import nexcv
from evaluation.advice.advise import advise, pairs_result, pairs_splits
from evaluation.advice.measure import Advice, measure_advice
from evaluation.advice.pair_advice import MeasuredRemedy, PairAdvice, smallest_sure
from evaluation.advice.remedies import Remedy
from evaluation.classifier import Prediction
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.examination import Examination
from evaluation.fitting.refit import cases_of, refitting
from evaluation.general_stage import GeneralIntents
from evaluation.measures.paired import PairedDifference
from evaluation.measures.pairs import ConfusedPair
from evaluation.splits.plan import SplitPlan
from evaluation.splits.settings import NexCvSettings
from nlu.general.stage import Heard
from nlu.understanding import Guess
from tests.evaluation.planted import Data, clean, one_topic_as_two, wrong_labels

PLAIN = (NexCvSettings(0, 0.15),)


@cache
def advice_on(make: Callable[[], Data]) -> Advice:
    data = make()
    result = nexcv.run(data.texts, data.categories, CandorClassifier, SplitPlan(settings=PLAIN))
    return measure_advice(data.texts, data.categories, result, CandorClassifier, pairs=1)


def remedy(advice: PairAdvice, wanted: Remedy) -> MeasuredRemedy:
    return next(one for one in advice.remedies if one.remedy is wanted)


class TakesWageForPay:
    def __init__(self, seed: int) -> None:
        pass

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        pass

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return [Guess("visa" if "visa" in text else "pay", 0.9) for text in texts]


def names(advice: PairAdvice) -> set[str]:
    return {advice.pair.a, advice.pair.b}


def test_two_topics_that_are_one_come_first_and_merging_them_is_advised() -> None:
    first = advice_on(one_topic_as_two).pairs[0]
    assert names(first) == {"rewards", "salary"}
    merge = remedy(first, Remedy.MERGE)
    assert merge.gain is not None
    assert merge.gain.low > 0
    assert first.recommended is Remedy.MERGE


def test_the_questions_that_went_wrong_are_named() -> None:
    first, data = advice_on(one_topic_as_two).pairs[0], one_topic_as_two()
    assert first.lost
    assert {question.category for question in first.lost} <= {"rewards", "salary"}
    assert all(question.guess != question.category for question in first.lost)
    assert {question.text for question in first.lost} <= {data.texts[i] for i in data.rows_of("rewards", "salary")}


def test_shared_words_and_sentences_that_stand_in_both_are_named() -> None:
    first, data = advice_on(one_topic_as_two).pairs[0], one_topic_as_two()
    assert {"pay", "bonus", "wages"} & set(first.shared_words)
    assert not {"what", "about", "is"} & set(first.shared_words)
    assert set(first.in_both) == data.planted


def test_examples_in_the_wrong_topic_are_named_and_moving_them_is_advised() -> None:
    first, data = advice_on(wrong_labels).pairs[0], wrong_labels()
    assert names(first) == {"internships", "salary"}
    moves = remedy(first, Remedy.MOVE).moves
    found = {move.text for move in moves}
    assert len(found & data.planted) >= 7
    assert len(found - data.planted) <= 2
    assert {(move.category, move.to) for move in moves if move.text in data.planted} == {("internships", "salary")}
    gain = remedy(first, Remedy.MOVE).gain
    assert gain is not None
    assert gain.low > 0
    assert first.recommended is Remedy.MOVE


def test_a_topic_that_is_dealt_out_over_two_is_not_mended_by_moving_examples() -> None:
    assert Remedy.MOVE not in {one.remedy for one in advice_on(one_topic_as_two).pairs[0].remedies}


def test_a_merge_of_the_only_two_topics_cannot_be_measured() -> None:
    data = one_topic_as_two()
    rows = data.rows_of("rewards", "salary")
    texts, categories = [data.texts[i] for i in rows], [data.categories[i] for i in rows]
    result = nexcv.run(texts, categories, CandorClassifier, SplitPlan(settings=(NexCvSettings(),), retries=2))
    (pair,) = advise(texts, categories, result, refitting(texts, CandorClassifier))
    assert remedy(pair, Remedy.MERGE).gain is None


def test_a_gain_counts_near_copies_as_accuracy_does() -> None:
    names = ("pay", "wage", "visa")
    texts = [f"{name} question number{i}" for name in names for i in range(12)]
    texts += [f"{text}{' please' * n}" for text in texts[12:15] for n in range(1, 30)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, TakesWageForPay, SplitPlan(settings=(NexCvSettings(),)))
    (pair,) = advise(texts, categories, result, refitting(texts, TakesWageForPay))
    gain, before = remedy(pair, Remedy.MERGE).gain, pairs_result(result).interval_of("accuracy").mean
    assert gain is not None
    assert before is not None
    assert gain.mean == pytest.approx(1 - before)


def test_unchanged_data_is_refitted_to_the_very_cases_of_the_evaluation() -> None:
    data = clean()
    result = nexcv.run(data.texts, data.categories, CandorClassifier, SplitPlan(settings=PLAIN, retries=2))
    folds = pairs_splits(data.texts, data.categories, result)
    refit = refitting(data.texts, CandorClassifier)
    again = cases_of(data.texts, data.categories, folds, refit, result.threshold)
    assert [case for cases in again for case in cases] == pairs_result(result).cases()


def takes_visas_for_small_talk() -> GeneralIntents:
    return GeneralIntents(lambda text: Heard((Guess("small_talk", 0.999 if "visa" in text else 0.001),)), 0.4)


def advice_beside_general_intents() -> Advice:
    texts = [f"{name} question number{i}" for name in ("pay", "wage", "visa") for i in range(20)]
    categories, general = [text.split()[0] for text in texts], takes_visas_for_small_talk()
    plan = SplitPlan(settings=(NexCvSettings(),))
    result = nexcv.run(texts, categories, TakesWageForPay, plan, Examination(general=general))
    return measure_advice(texts, categories, result, TakesWageForPay, general=general)


def test_a_topic_that_a_general_intent_takes_is_among_the_biggest_problems() -> None:
    (taken,) = [one for one in advice_beside_general_intents().pairs if one.pair.a == "general:small_talk"]
    assert (taken.pair.b, taken.remedies, taken.recommended) == ("visa", (), None)
    assert all(question.text.startswith("visa") for question in taken.lost)
    assert {question.guess for question in taken.lost} == {"general:small_talk"}


def test_remedies_and_the_learning_curve_are_measured_beside_the_general_intents() -> None:
    found = advice_beside_general_intents()
    (merged,) = [remedy(one, Remedy.MERGE) for one in found.pairs if names(one) == {"pay", "wage"}]
    assert merged.gain is not None
    assert merged.gain.mean == pytest.approx(1 / 3)
    assert found.learning_curve[-1].accuracy.mean == pytest.approx(1 / 3)


def test_near_copies_that_are_lost_are_one_question() -> None:
    texts = [f"{name} question number{i}" for name in ("pay", "wage", "visa") for i in range(12)]
    texts += [f"{text}{' please' * n}" for text in texts[12:15] for n in range(1, 5)]
    categories = [text.split()[0] for text in texts]
    result = nexcv.run(texts, categories, TakesWageForPay, SplitPlan(settings=(NexCvSettings(),)))
    (pair,) = advise(texts, categories, result, refitting(texts, TakesWageForPay))
    assert len(pair.lost) == pair.pair.to_dict()["b_as_a"]


def test_progress_ends_at_its_total() -> None:
    data, seen = clean(), list[tuple[int, int]]()
    result = nexcv.run(data.texts, data.categories, CandorClassifier, SplitPlan(settings=PLAIN, retries=1))
    measure_advice(
        data.texts,
        data.categories,
        result,
        CandorClassifier,
        pairs=1,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == sorted(seen)
    assert seen[-1] == (300, 300)


def test_the_json_form_is_json() -> None:
    written = json.loads(json.dumps(advice_on(one_topic_as_two).to_dict()))
    assert written["advice"][0]["recommended"] == "merge"
    assert [step["share"] for step in written["learning_curve"]] == [0.2, 0.4, 0.6, 0.8, 1.0]


def measured(which: Remedy, mean: float, *, sure: bool = True, harm: bool = False) -> MeasuredRemedy:
    within = PairedDifference(mean, mean - 0.01, mean + 0.01, sure)
    return MeasuredRemedy(which, within, within, PairedDifference(-0.1, -0.2, -0.05, True) if harm else None)


@pytest.mark.parametrize(
    ("remedies", "expected"),
    [
        ([measured(Remedy.MOVE, 0.1), measured(Remedy.MERGE, 0.2)], Remedy.MOVE),
        ([measured(Remedy.MOVE, 0.09), measured(Remedy.MERGE, 0.2)], Remedy.MERGE),
        ([measured(Remedy.MERGE, 0.1), measured(Remedy.ADD, 0.5)], Remedy.MERGE),
        ([measured(Remedy.MERGE, 0.1, sure=False), measured(Remedy.ADD, 0.5)], Remedy.ADD),
        ([measured(Remedy.MERGE, 0.1, harm=True)], None),
        ([measured(Remedy.MERGE, -0.1)], None),
        ([MeasuredRemedy(Remedy.MERGE, None)], None),
    ],
)
def test_the_smallest_change_that_surely_brings_half_is_taken(
    remedies: list[MeasuredRemedy], expected: Remedy | None
) -> None:
    assert smallest_sure(remedies) is expected


def test_topics_that_are_not_alike_are_not_merged() -> None:
    better = measured(Remedy.MERGE, 0.1)
    advice = [
        PairAdvice(ConfusedPair("pay", "visa", confusion, 5, 5), (20, 20), (), (), (), (better,))
        for confusion in (0.24, 0.25)
    ]
    assert [one.recommended for one in advice] == [None, Remedy.MERGE]
