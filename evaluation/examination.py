"""What nex-cv examines a classifier in: what is asked of it, and what becomes of its guesses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from evaluation.classifier import NO_ANSWER, Label, Measured, Prediction
from evaluation.general_stage import GeneralIntents, MeasuredStage, as_decided, decided
from evaluation.invariance.perturbations import Phrasing
from evaluation.measures.outcomes import check_threshold, is_answered


@dataclass(frozen=True, slots=True, kw_only=True)
class Examination:
    """A classifier that results call `engine` answers from the confidence `threshold` on.

    With `general` the whole decision is measured as a candidate gets it; a general intent then stands among the answers
    as `evaluation.general_stage.general_label` names it.

    With `phrasing` a sample of what the first setting holds back is asked in other ways too (`evaluation.invariance`).
    With `carry_on` the accuracy of the bot that learns all examples is estimated (`evaluation.all_taught`), where
    (0, 0) is among the settings. All other figures stay what they are without the two. Raises EvaluationError.
    """

    engine: str = ""
    threshold: float = 0.5
    general: GeneralIntents | None = None
    phrasing: Phrasing | None = None
    carry_on: bool = False

    def __post_init__(self) -> None:
        check_threshold(self.threshold)

    @property
    def stage(self) -> MeasuredStage:
        """What is measured: the classifier alone, or the decision beside the general intents."""
        return "pipeline" if self.general else "faq"

    def decided(self, measured: Measured, texts: Sequence[str]) -> Measured:
        """Return what becomes of the predictions for these texts."""
        return as_decided(measured, texts, self.general) if self.general else measured

    def answers(self, said: Sequence[Prediction], texts: Sequence[str]) -> list[Label]:
        """Return what a candidate gets of the predictions for these texts, NO_ANSWER where that is nothing."""
        predictions = decided(said, texts, self.general) if self.general else said
        return [one.intent if is_answered(one, self.threshold) else NO_ANSWER for one in predictions]
