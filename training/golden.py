"""Golden questions: pinned questions whose category a retrain must not change."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.gate import GoldenAnswer
from nlu.text_classifier import TextClassifier
from storage.golden import GoldenQuestion


def golden_answers(
    classifier: TextClassifier | None, questions: Sequence[GoldenQuestion], threshold: float
) -> tuple[GoldenAnswer, ...]:
    """Return what the classifier answers to each pinned question; without a classifier nothing is answered."""
    return tuple(
        GoldenAnswer(pinned.text, pinned.category, _answer(classifier, pinned.text, threshold)) for pinned in questions
    )


def _answer(classifier: TextClassifier | None, text: str, threshold: float) -> str | None:
    ranking = classifier.rank(text, limit=1) if classifier else ()
    return ranking[0].intent if ranking and ranking[0].confidence >= threshold else None
