"""What a candidate gets: the decision between the general intents that every bot knows and the classifier measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from evaluation.classifier import NO_ANSWER, Label, Measured, NoAnswer, Prediction
from nlu.decision import decide_stage
from nlu.general.stage import Heard
from nlu.understanding import Guess, Stage

MeasuredStage: TypeAlias = Literal["faq", "pipeline"]
"""What was measured: the classifier alone, or the decision between it and the general intents."""

_PREFIX: Final = "general:"


@dataclass(frozen=True, slots=True)
class GeneralIntents:
    """`hear` gives what the general stage makes of a text; a guess of it answers from `threshold` on.

    Two of the same `version` guess the same ("": nobody knows).
    """

    hear: Callable[[str], Heard]
    threshold: float
    version: str = ""


def as_decided(measured: Measured, texts: Sequence[str], general: GeneralIntents) -> Measured:
    """Return the predictions for these texts as a candidate would get them.

    What the general stage takes is answered with `general_label` of its intent, which is no category: a company's
    question that it takes is a wrong answer.
    """
    return replace(measured, predictions=decided(measured.predictions, texts, general))


def decided(predictions: Sequence[Prediction], texts: Sequence[str], general: GeneralIntents) -> list[Prediction]:
    """Return what becomes of a classifier's predictions for these texts beside the general intents."""
    return [_decided(prediction, general, text) for prediction, text in zip(predictions, texts, strict=True)]


def _decided(prediction: Prediction, general: GeneralIntents, text: str) -> Prediction:
    faq = () if isinstance(prediction, NoAnswer) else (prediction,)
    heard = general.hear(text)
    stage, ranking = decide_stage(heard, faq, general.threshold)
    if stage is Stage.GENERAL:
        return Guess(general_label(ranking[0].intent), ranking[0].confidence)
    return ranking[0] if stage is Stage.FAQ else NO_ANSWER


def general_label(intent: str) -> str:
    """Return what stands for a general intent where categories are named.

    >>> general_label("small_talk"), general_intent("general:small_talk"), general_intent("salary")
    ('general:small_talk', 'small_talk', None)
    """
    return _PREFIX + intent


def general_intent(label: Label) -> str | None:
    """Return the general intent that a label stands for; None for a category and for no answer."""
    if isinstance(label, NoAnswer) or not label.startswith(_PREFIX):
        return None
    return label.removeprefix(_PREFIX)
