from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from evaluation.classifier import Classifier, NoAnswer, Prediction
from evaluation.engines.candor_engine import CandorClassifier
from evaluation.errors import EvaluationError
from evaluation.fitting.runner import measure_all
from evaluation.formats.data_file import read_rows
from evaluation.splits.folds import splits
from evaluation.splits.settings import NexCvSettings
from nlu.classifier.text_classifier import fit
from nlu.recipe import Recipe

TEXTS = ["how much do you pay", "what is the pay", "is there a gym", "gym in the office", "where is the gym", "pay day"]
CATEGORIES = ["pay", "pay", "gym", "gym", "gym", "pay"]


class RefitEachTime:
    """The same classifier without its shared preparation."""

    def __init__(self, seed: int = 0) -> None:
        self._inner = CandorClassifier(seed)

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        self._inner.fit(texts, categories)

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        return self._inner.classify(texts)


def test_it_answers_as_the_classifier_that_is_served() -> None:
    classifier: Classifier = CandorClassifier(0)
    classifier.fit(TEXTS, CATEGORIES)
    served = fit(TEXTS, CATEGORIES, Recipe.faq(), seed=0)
    questions = ["what do you pay", "gym?", "IS THERE A GYM"]
    for question, prediction in zip(questions, classifier.classify(questions), strict=True):
        first = served.rank(question)[0]
        assert not isinstance(prediction, NoAnswer)
        assert prediction.intent == first.intent
        assert prediction.confidence == pytest.approx(first.confidence, abs=1e-5)


def test_a_question_of_unknown_signs_gets_no_answer() -> None:
    classifier = CandorClassifier(0)
    classifier.fit(TEXTS, CATEGORIES)
    assert [isinstance(p, NoAnswer) for p in classifier.classify(["求人", "pay"])] == [True, False]


def test_sharing_the_preparation_changes_nothing() -> None:
    train, test = [0, 1, 2, 3], [4, 5]
    measured = CandorClassifier(0).prepare(TEXTS).fit_and_classify(CATEGORIES, train, test)
    alone = CandorClassifier(0)
    alone.fit([TEXTS[i] for i in train], [CATEGORIES[i] for i in train])
    assert measured.predictions == alone.classify([TEXTS[i] for i in test])


def test_splits_on_shared_counts_equal_refitting_everything_on_real_data(candor_data: Path) -> None:
    rows = read_rows(candor_data / "hint3" / "sofmattress_train.csv")
    texts, categories = [row.text for row in rows], [row.category for row in rows]
    tasks = [
        (split.train, split.test) for split in splits(texts, categories, NexCvSettings(other_min_prop=0.15), retries=2)
    ]
    shared, refitted = (
        measure_all(tasks, texts, categories, one, seed=0, jobs=1, progress=None)
        for one in (CandorClassifier, RefitEachTime)
    )
    for fast, slow in zip(shared, refitted, strict=True):
        for one, other in zip(fast.predictions, slow.predictions, strict=True):
            assert isinstance(one, NoAnswer) == isinstance(other, NoAnswer)
            if not isinstance(one, NoAnswer) and not isinstance(other, NoAnswer):
                assert one.intent == other.intent
                assert one.confidence == pytest.approx(other.confidence, abs=1e-4)


def test_data_that_cannot_be_learnt_is_refused_in_one_line() -> None:
    with pytest.raises(EvaluationError, match="at least two categories"):
        CandorClassifier(0).fit(["a", "b"], ["x", "x"])
    with pytest.raises(EvaluationError, match="at least two categories"):
        CandorClassifier(0).prepare(["a", "b", "c"]).fit_and_classify(["x", "x", ""], [0, 1], [2])
    with pytest.raises(EvaluationError, match="call fit first"):
        CandorClassifier(0).classify(["a"])
