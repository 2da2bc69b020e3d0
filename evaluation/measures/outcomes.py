"""The five outcomes of a test question (nex-cv, house definitions)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeGuard

from evaluation.classifier import Label, NoAnswer, Prediction
from evaluation.errors import EvaluationError
from evaluation.splits.folds import Split
from nlu.understanding import Guess
from nlu.words.normalise import normalise


class Outcome(StrEnum):
    """What became of one test question."""

    T = "T"
    """Right and confident."""
    F = "F"
    """Wrong and confident; also any confident answer to a negative example."""
    FO = "FO"
    """A wrong guess, suppressed (an empty prediction is a suppressed wrong one)."""
    TO = "TO"
    """A negative example, suppressed."""
    FCO = "FCO"
    """A right guess, suppressed."""


def check_threshold(threshold: float) -> None:
    """Raise EvaluationError unless it is in [0, 1]."""
    if not 0 <= threshold <= 1:
        raise EvaluationError(f"threshold must be between 0 and 1, not {threshold}.")


def is_answered(prediction: Prediction, threshold: float) -> TypeGuard[Guess]:
    """Tell whether the guess is sure enough: `confidence >= threshold` answers, below it no answer is given."""
    return not isinstance(prediction, NoAnswer) and prediction.confidence >= threshold


def outcome(gold: Label, prediction: Prediction, threshold: float) -> Outcome:
    """Return the outcome of one question.

    >>> from nlu.understanding import Guess
    >>> outcome("salary", Guess("salary", 0.5), 0.5).value, outcome("salary", Guess("salary", 0.4), 0.5).value
    ('T', 'FCO')
    """
    right = not isinstance(prediction, NoAnswer) and prediction.intent == gold
    if is_answered(prediction, threshold):
        return Outcome.T if right else Outcome.F
    if isinstance(gold, NoAnswer):
        return Outcome.TO
    return Outcome.FCO if right else Outcome.FO


@dataclass(frozen=True, slots=True)
class Case:
    """One test question: `category` is the one it stands in in the data, `gold` what the test expects of it.

    The two differ for negative examples only: their category was kept from the classifier, so gold is NO_ANSWER.
    `copy_of` names the question that this one is a near-copy of ("": of none), and `weight` is its share in the
    figures: near-copies that are tested together weigh 1 between them.
    """

    text: str
    category: str
    gold: Label
    prediction: Prediction
    threshold: float
    copy_of: str = ""
    weight: float = 1.0

    @property
    def question(self) -> str:
        """What the case asks, the same for near-copies: a normalised text."""
        return self.copy_of or normalise(self.text)

    @property
    def is_accurate(self) -> bool:
        """Whether it counts for accuracy: a right answer, or none to a negative example."""
        return self.outcome in (Outcome.T, Outcome.TO)

    @property
    def outcome(self) -> Outcome:
        """The outcome at the case's threshold."""
        return outcome(self.gold, self.prediction, self.threshold)

    @property
    def answer(self) -> Label:
        """The category answered, or NO_ANSWER when the guess was suppressed or there was none."""
        return self.prediction.intent if is_answered(self.prediction, self.threshold) else NoAnswer.NO_ANSWER

    @property
    def is_right(self) -> bool:
        """Whether the guess is right, however unsure; never for a negative example."""
        return not isinstance(self.prediction, NoAnswer) and self.prediction.intent == self.gold

    @property
    def confidence(self) -> float:
        """The confidence of the guess in [0, 1]; 0 when there was none."""
        return 0.0 if isinstance(self.prediction, NoAnswer) else self.prediction.confidence


def cases_of_split(
    split: Split, texts: Sequence[str], categories: Sequence[str], predictions: Sequence[Prediction], threshold: float
) -> list[Case]:
    """Return the cases of a split's test side, in its order; `predictions` are parallel to it."""
    tested = zip(split.test, split.gold, predictions, split.copy_of, split.weights, strict=True)
    return [
        Case(texts[i], categories[i], gold, prediction, threshold, copy_of, weight)
        for i, gold, prediction, copy_of, weight in tested
    ]


def reweighed(cases: Iterable[Case]) -> tuple[Case, ...]:
    """Return these cases of one retry, some of its cases being left out, so that near-copies weigh 1 again.

    >>> asked = [Case(text, "pay", "pay", NoAnswer.NO_ANSWER, 0.5, "pay", 0.25) for text in ("pay", "pay please")]
    >>> [case.weight for case in reweighed(asked)]
    [0.5, 0.5]
    """
    kept = tuple(cases)
    copies = Counter(case.copy_of for case in kept)
    return tuple(replace(case, weight=1 / copies[case.copy_of]) if case.copy_of else case for case in kept)
