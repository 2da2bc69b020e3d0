"""What an evaluation asks of a classifier, and what a classifier may say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from numbers import Real
from typing import Final, Protocol, TypeAlias, runtime_checkable

from nlu.classifier.calibrator import HeldBack
from nlu.understanding import Guess


class NoAnswer(Enum):
    """The absence of an answer: a type of its own, so that no category name can be mistaken for it."""

    NO_ANSWER = "no answer"

    def __repr__(self) -> str:
        return "NO_ANSWER"


NO_ANSWER: Final = NoAnswer.NO_ANSWER

Label: TypeAlias = str | NoAnswer
Prediction: TypeAlias = Guess | NoAnswer
Progress: TypeAlias = Callable[[int, int], None]


class Classifier(Protocol):
    """Anything that learns categories from examples and then sorts texts into them."""

    def fit(self, texts: Sequence[str], categories: Sequence[str]) -> None:
        """Learn from scratch, forgetting what was learnt before: `categories[i]` is the category of `texts[i]`."""

    def classify(self, texts: Sequence[str]) -> list[Prediction]:
        """Return the best guess for each text, in order, or NO_ANSWER where the classifier has none."""


def is_confidence(value: object) -> bool:
    """Tell whether a classifier's confidence is a number in [0, 1], but for what rounding adds.

    >>> is_confidence(0.5), is_confidence(1), is_confidence(float("nan")), is_confidence("0.5"), is_confidence(1.7)
    (True, True, False, False, False)
    """
    return isinstance(value, Real) and bool(0 <= float(value) <= 1 + 1e-9)


def part_of(progress: Progress | None, place: int, parts: int) -> Progress | None:
    """Return the progress of one of several parts that are as long as each other, as progress of the whole."""
    if progress is None:
        return None
    return lambda done, total: progress(place * total + done, parts * total)


ClassifierFactory: TypeAlias = Callable[[int], Classifier]


@dataclass(frozen=True, slots=True)
class Measured:
    """The predictions for the test side of a split, in order, and the seconds it took to get them.

    `held_back` is what they teach a classifier that can be calibrated about its confidence.
    """

    predictions: list[Prediction]
    seconds_fit: float
    seconds_predict: float
    held_back: HeldBack | None = None


class PreparedTexts(Protocol):
    """A fixed list of texts, prepared once, on which many splits are fitted and classified."""

    def fit_and_classify(self, categories: Sequence[str], train: Sequence[int], test: Sequence[int]) -> Measured:
        """Fit on the texts at `train` and classify those at `test`.

        `categories` are those of all texts; at `test` they are for `held_back` alone, "" where unknown. The predictions
        are those that a fresh `fit` on the same texts followed by `classify` would give.
        """


@runtime_checkable
class SharesTexts(Protocol):
    """A classifier that can share work between many splits of the same texts (beside being a Classifier)."""

    def prepare(self, texts: Sequence[str]) -> PreparedTexts:
        """Do the work that does not depend on the split."""
