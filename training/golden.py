"""Golden questions: pinned questions whose category a retrain must not change."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.gate.decision import GoldenAnswer
from evaluation.general_stage import GeneralIntents
from nlu.classifier.text_classifier import TextClassifier
from storage.dataset.golden import GoldenQuestion
from training.asking import answers_to


def golden_answers(
    classifier: TextClassifier | None,
    questions: Sequence[GoldenQuestion],
    threshold: float,
    general: GeneralIntents | None = None,
) -> tuple[GoldenAnswer, ...]:
    """Return what a candidate who asks each pinned question is answered; without a classifier nothing is."""
    said = answers_to(classifier, [pinned.text for pinned in questions], threshold, general)
    return tuple(
        GoldenAnswer(pinned.text, pinned.category, answer) for pinned, answer in zip(questions, said, strict=True)
    )
