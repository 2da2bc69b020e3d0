"""What a candidate would be answered by a model: category, general intent or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from evaluation.classifier import NO_ANSWER, NoAnswer, Prediction
from evaluation.general_stage import GeneralIntents, decided
from nlu.classifier.text_classifier import TextClassifier


def answers_to(
    classifier: TextClassifier | None, texts: Sequence[str], threshold: float, general: GeneralIntents | None = None
) -> list[str | None]:
    """Return for each text the category answered, None where no answer is given; without a classifier none is.

    With `general` it is the whole decision, and what a general intent takes is named as in an evaluation
    (`evaluation.general_stage.general_label`).
    """
    if classifier is None:
        return [None] * len(texts)
    rankings = classifier.rank_batch(texts, limit=1)
    said: list[Prediction] = [ranking[0] if ranking else NO_ANSWER for ranking in rankings]
    if general is not None:
        said = decided(said, texts, general)
    return [None if isinstance(one, NoAnswer) or one.confidence < threshold else one.intent for one in said]
